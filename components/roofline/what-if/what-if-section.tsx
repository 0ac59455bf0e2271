"use client";

import { useSearchParams } from "next/navigation";
import { findInvalidNames } from "@/lib/client/url-parsers";
import { Button } from "@/components/ui/button";
import { whatIfParsers, whatIfUrlKeys } from "@/lib/client/what-if-url";
import type { LeverName } from "@/lib/model/roofline/what-if-levers";
import {
  boundRows,
  expectedRows,
  missingInputsText,
  noCeilingText,
  remarkText,
  type BoundRow,
} from "@/lib/sentences/roofline/what-if/what-if-text";
import type { WhatIfController } from "./use-what-if";
import { WhatIfControls } from "./what-if-controls";

/** Renders the what-if controls, the new ceilings, and their remarks. */
export function WhatIfSection({ whatIf }: { readonly whatIf: WhatIfController }) {
  const { baseScenario, result, hasChanges } = whatIf;
  return (
    <section aria-label="What if">
      <header className="flex min-h-7 items-center gap-2">
        <h2 className="mr-auto font-semibold">
          What if <span className="text-xs font-normal text-ink-2">a ceiling, not a forecast</span>
        </h2>
        {hasChanges && (
          <Button size="sm" variant="ghost" onClick={whatIf.reset}>
            Reset
          </Button>
        )}
      </header>
      <UnusableParts impossible={whatIf.impossibleLevers} />
      {baseScenario.kind === "missing" ? (
        <p className="text-xs text-ink-2">{missingInputsText(baseScenario.inputs)}</p>
      ) : (
        <>
          <WhatIfControls whatIf={whatIf} base={baseScenario.base} />
          {result !== null && (
            <Bounds
              rows={boundRows(result, baseScenario.base.currency)}
              expected={expectedRows(result)}
              remarks={result.remarks.map(remarkText)}
              isWithoutPrice={baseScenario.base.currency === null}
            />
          )}
          {whatIf.hasNoCeiling && (
            <p role="alert" className="pt-2 text-xs text-ink-2">
              {noCeilingText}
            </p>
          )}
        </>
      )}
    </section>
  );
}

/** Lists invalid parameters of the link, which are ignored. */
function UnusableParts({ impossible }: { readonly impossible: readonly LeverName[] }) {
  const search = useSearchParams();
  const names = [
    ...findInvalidNames(search, whatIfParsers, whatIfUrlKeys),
    ...impossible.map((name) => whatIfUrlKeys[name]),
  ];
  if (names.length === 0) return null;
  return (
    <p role="alert" className="pb-1 text-xs text-ink-2">
      Invalid what-if parameters of this link are ignored:{" "}
      <code className="font-mono">{names.join(", ")}</code>.
    </p>
  );
}

interface BoundsProps {
  readonly rows: readonly BoundRow[];
  /** Estimates, shown separately from the ceilings. */
  readonly expected: readonly BoundRow[];
  readonly remarks: readonly string[];
  readonly isWithoutPrice: boolean;
}

function Bounds({ rows, expected, remarks, isWithoutPrice }: BoundsProps) {
  return (
    <>
      <BoundTable name="Ceilings" now="Current ceiling" after="New ceiling" rows={rows} />
      {expected.length > 0 && (
        <>
          <p className="pt-2 text-2xs text-ink-2">
            Estimates, not ceilings: they assume that the time above the current ceiling stays the same.
          </p>
          <BoundTable name="Estimates" now="Measured now" after="Estimate" rows={expected} />
        </>
      )}
      <ul aria-label="Remarks" className="pt-2 text-2xs text-ink-2">
        {remarks.map((remark) => (
          <li key={remark}>{remark}</li>
        ))}
        {isWithoutPrice && <li>To see the cost, enter the price of a GPU hour under “Inputs”.</li>}
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
      <thead className="sr-only">
        <tr>
          <th scope="col">Per replica</th>
          <th scope="col">{nowTitle}</th>
          <th scope="col">{afterTitle}</th>
          <th scope="col">Difference</th>
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
