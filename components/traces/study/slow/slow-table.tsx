import Link from "next/link";
import { addConditionsToLink } from "@/lib/client/study-url";
import { linkTo } from "@/lib/client/url-state";
import { countWithNoun } from "@/lib/format/agreement";
import { formatAlignedPercent } from "@/lib/format/number";
import { cn } from "@/components/ui/cn";
import { formatPValue } from "@/lib/sentences/traces/breakdown-text";
import { ScrollRegion } from "@/components/shared/figure";
import {
  equivalentsText,
  matchText,
  conditionText,
  type SlowDifference,
} from "@/lib/sentences/traces/slow-text";
import type { StudyLinks } from "@/components/traces/study/use-trace-study";
import { toCondition } from "./to-condition";

interface SlowTableProps {
  readonly name: string;
  readonly rows: readonly SlowDifference[];
  readonly pageState: StudyLinks;
  /** True if the rows are grouped by kind of attribute, with a heading for each kind. */
  readonly isGrouped?: boolean;
  /** Returns a note for a row, or null. Absent if no row has a note. */
  readonly note?: (row: SlowDifference) => string | null;
}

const noNote = (): null => null;

const kinds = {
  infrastructure: "Location",
  request: "Request and result",
} as const;

/** Lists how many slow and other requests have each attribute value. Values link to the matching requests. */
export function SlowTable({ name, rows, pageState, isGrouped = false, note = noNote }: SlowTableProps) {
  const parts = isGrouped ? [...Map.groupBy(rows, ({ category }) => category)] : ([[null, rows]] as const);
  return (
    <ScrollRegion name={name}>
      <table className="tnum w-full max-w-[960px] min-w-[320px] md:min-w-[520px] text-left">
        <caption className="sr-only">{name}, shares in %</caption>
        <thead className="border-b border-rule-strong text-xs">
          <tr>
            <th scope="col" className="py-1.5 font-medium">
              Attribute and value
            </th>
            <th scope="col" className="w-40 py-1.5 pl-3 font-medium max-md:hidden">
              <span className="flex justify-between text-2xs font-normal text-ink-3">
                <span>0</span>
                <span>100 %</span>
              </span>
            </th>
            {["Slow", "Rest", "p-value"].map((title) => (
              <th key={title} scope="col" className="w-14 py-1.5 pl-3 text-right font-medium">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        {parts.map(([kind, kindRows]) => (
          <tbody key={kind ?? "all"}>
            {kind !== null && (
              <tr className="border-b border-rule">
                <th scope="rowgroup" colSpan={5} className="pt-3 pb-1 text-xs font-semibold">
                  {kinds[kind]}
                </th>
              </tr>
            )}
            {kindRows.map((row) => (
              <Row key={`${row.by} ${conditionText(row)}`} row={row} pageState={pageState} note={note(row)} />
            ))}
          </tbody>
        ))}
      </table>
    </ScrollRegion>
  );
}

interface RowProps {
  readonly row: SlowDifference;
  readonly pageState: StudyLinks;
}

function Row({ row, pageState, note }: RowProps & { readonly note: string | null }) {
  const also = [note ?? "", equivalentsText(row.equivalents)].filter((text) => text !== "").join(". ");
  return (
    <tr className="h-7 border-b border-rule">
      <th scope="row" className="py-1 pr-2 font-normal break-words md:max-w-96">
        <span className="block md:truncate" title={matchText(row)}>
          <Named row={row} pageState={pageState} />
        </span>
        {also !== "" && <span className="block text-xs text-ink-3">{also}</span>}
      </th>
      <td className="pl-3 max-md:hidden">
        <Dots row={row} />
      </td>
      <Share share={row.slowShare} n={row.slowCount} isChance={row.mayBeChance} />
      <Share share={row.restShare} n={row.restCount} isChance />
      <td className="pl-3 text-right text-ink-2">{formatPValue(row.pValue)}</td>
    </tr>
  );
}

function Named({ row, pageState }: RowProps) {
  const { feature } = row;
  const condition = toCondition(row);
  const { d, from, to, live } = pageState.view;
  return (
    <>
      <span className="text-ink-2">{feature.attribute}</span>{" "}
      {condition === null ? (
        <span>{matchText(row)}</span>
      ) : (
        <Link
          className="text-accent underline decoration-dotted underline-offset-4 hover:decoration-solid"
          href={addConditionsToLink(linkTo("/traces", { d, from, to, live }), {
            ...pageState.conditions,
            ...condition,
          })}
        >
          {matchText(row)}
        </Link>
      )}
      {feature.service !== null && <span className="text-xs text-ink-3"> {feature.service}</span>}
    </>
  );
}

interface ShareProps {
  readonly share: number;
  readonly n: number;
  readonly isChance: boolean;
}

function Share({ share, n, isChance }: ShareProps) {
  return (
    <td className={cn("pl-3 text-right", isChance && "text-ink-2")} title={countWithNoun(n, "request")}>
      {formatAlignedPercent(share)}
    </td>
  );
}

const width = 148;
const inset = 6;

/** Draws the rest as a ring and the slow requests as a dot, on a line from 0 to 100 %. */
function Dots({ row: { slowShare, restShare, mayBeChance } }: { readonly row: SlowDifference }) {
  const at = (share: number): number => inset + share * (width - 2 * inset);
  const ink = mayBeChance ? "var(--ink-3)" : "var(--ink)";
  return (
    <svg aria-hidden width={width} height={20} className="block">
      <path d={`M${inset} 10H${width - inset}`} stroke="var(--rule)" />
      <path d={`M${at(restShare)} 10H${at(slowShare)}`} stroke={ink} strokeWidth={1.25} />
      <circle cx={at(restShare)} cy={10} r={3} fill="var(--paper)" stroke={ink} strokeWidth={1.25} />
      <circle cx={at(slowShare)} cy={10} r={3.5} fill={ink} />
    </svg>
  );
}
