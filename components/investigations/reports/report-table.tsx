import type { CSSProperties, ReactNode } from "react";
import type { ReportTable as ReportTableContent } from "@/lib/model/investigation/reports/report";
import { isolateDirection } from "@/components/shared/isolated-text";

/** A column is wide enough for a number with its unit, for example "1,250 tokens/s". */
const columnRem = 6;

/**
 * A table of a report. Cells wrap, because paper does not scroll. On a narrow screen the table scrolls horizontally,
 * because a number and its unit stay on one line.
 */
export function ReportTable({ table: { caption, columns, rows } }: { readonly table: ReportTableContent }) {
  const width: CSSProperties & { readonly "--table-width": string } = {
    "--table-width": `${columns.length * columnRem}rem`,
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a group that scrolls must be reachable by keyboard
    <div className="overflow-x-auto print:overflow-visible" tabIndex={0} role="group" aria-label={caption}>
      <table
        className="tnum w-full min-w-(--table-width) table-fixed text-left text-xs print:min-w-0"
        style={width}
      >
        <caption className="sr-only">{caption}</caption>
        <thead className="text-2xs text-ink-2">
          <tr className="border-b border-rule">
            {columns.map((title) => (
              <th key={title} scope="col" className="py-0.5 pr-2 align-bottom font-normal wrap-anywhere">
                {title === "" ? <span className="sr-only">Name</span> : isolateDirection(title)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            // Rows have no identity besides their position.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={row} className="border-b border-rule align-top">
              {cells.map((cell, column) =>
                column === 0 ? (
                  <th key={columns[column]} scope="row" className="py-0.5 pr-2 font-normal wrap-anywhere">
                    {keepUnits(cell)}
                  </th>
                ) : (
                  <td key={columns[column]} className="py-0.5 pr-2 wrap-anywhere">
                    {keepUnits(cell)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A number, a no-break space, and its unit. */
const numberWithUnit = /([−+<>]{0,2}\d[\d.,]{0,20}[\u202F\u00A0][^\s,;()]{1,30})/u;

/** Prevents a line break within a number and its unit. Cells may break anywhere else. */
function keepUnits(text: string): ReactNode {
  // The split puts the numbers at the odd positions.
  return text.split(numberWithUnit).map((part, index) =>
    index % 2 === 1 ? (
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      isolateDirection(part)
    ),
  );
}
