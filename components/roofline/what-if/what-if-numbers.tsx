import type { WhatIfResult } from "@/lib/analysis/roofline/what-if/what-if-result";
import {
  boundRows,
  expectedRows,
  remarkText,
  type BoundRow,
} from "@/lib/sentences/roofline/what-if/what-if-text";

interface WhatIfNumbersProps {
  readonly result: WhatIfResult;
  /** Currency of the costs. Null without a price. */
  readonly currency: string | null;
  /** How to see the cost. Displayed without a price. */
  readonly priceHint: string | null;
}

/** Renders the ceilings of a what-if, its estimates separately, and its remarks. */
export function WhatIfNumbers({ result, currency, priceHint }: WhatIfNumbersProps) {
  const expected = expectedRows(result);
  return (
    <>
      <BoundTable
        name="Ceilings"
        now="Current ceiling"
        after="New ceiling"
        rows={boundRows(result, currency)}
      />
      {expected.length > 0 && (
        <>
          <p className="pt-2 text-2xs text-ink-2">
            Estimates, not ceilings: they assume that the time above the current ceiling stays the same.
          </p>
          <BoundTable name="Estimates" now="Measured now" after="Estimate" rows={expected} />
        </>
      )}
      <ul aria-label="Remarks" className="pt-2 text-2xs text-ink-2">
        {result.remarks.map(remarkText).map((remark) => (
          <li key={remark}>{remark}</li>
        ))}
        {currency === null && priceHint !== null && <li>{priceHint}</li>}
      </ul>
    </>
  );
}

interface BoundTableProps {
  readonly name: string;
  readonly now: string;
  readonly after: string;
  readonly rows: readonly BoundRow[];
}

function BoundTable({ name: label, now: nowTitle, after: afterTitle, rows }: BoundTableProps) {
  return (
    <table className="tnum mt-2 w-full text-left text-xs" aria-label={label}>
      <thead className="text-2xs text-ink-2">
        <tr>
          <th scope="col" className="font-normal">
            Per replica
          </th>
          <th scope="col" className="pl-3 text-right font-normal">
            {nowTitle}
          </th>
          <td aria-hidden />
          <th scope="col" className="text-right font-normal">
            {afterTitle}
          </th>
          <th scope="col" className="pl-3 text-right font-normal">
            Difference
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, now, after, difference }) => (
          <tr key={name} className="h-[22px] border-t border-rule">
            <th scope="row" className="font-normal text-ink-2">
              {name}
            </th>
            <td className="pl-3 text-right text-ink-2">{now}</td>
            <td className="w-4 text-center text-ink-3" aria-hidden>
              →
            </td>
            <td className="text-right font-semibold">{after}</td>
            <td className="pl-3 text-right">{difference}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
