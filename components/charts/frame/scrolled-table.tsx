import type { ReactNode } from "react";

interface ScrolledTableProps {
  /** Label of the scrollable region. */
  readonly label: string;
  readonly caption: string;
  readonly height: number;
  /** Column heads after the time column. */
  readonly columns: readonly string[];
  /** Table rows. */
  readonly children: ReactNode;
}

/** Table of values over time, with the height of the chart it replaces. */
export function ScrolledTable({ label, caption, height, columns, children }: ScrolledTableProps) {
  return (
    <div
      className="overflow-auto"
      style={{ height }}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <table className="w-full text-xs">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 bg-well text-left text-2xs">
          <tr>
            <th className="px-2 py-1 font-medium">Time (UTC)</th>
            {columns.map((name, index) => (
              <th key={index} className="px-2 py-1 text-right font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="tnum">{children}</tbody>
      </table>
    </div>
  );
}
