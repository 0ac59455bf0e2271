"use client";

import { useState } from "react";
import type {
  AttributeDifferences,
  AttributeDifferenceRow,
  ComparedSide,
} from "@/lib/contracts/traces/trace-comparison";
import { countWithNoun } from "@/lib/format/agreement";
import { formatAlignedPercent } from "@/lib/format/number";
import { cn } from "@/components/ui/cn";
import { equivalentsText, matchText } from "@/lib/sentences/traces/slow-text";
import { SideMarker } from "./side-marker";

interface DistinguishingValuesProps {
  readonly separations: AttributeDifferences;
  readonly sides: { readonly a: ComparedSide; readonly b: ComparedSide };
}

const shownAtFirst = 7;

/**
 * Lists attribute values that are significantly more frequent in one group, with their p-values. A button
 * adds the others.
 */
export function DistinguishingValues({ separations, sides: { a, b } }: DistinguishingValuesProps) {
  const [isAll, setAll] = useState(false);
  const rows = separations.kind === "differences" ? separations.rows : [];
  const significant = rows.filter(({ mayBeChance }) => !mayBeChance);
  const visibleRows = isAll ? rows : significant.slice(0, shownAtFirst);
  const right = "w-12 py-1 pl-1.5 text-right font-normal";
  return (
    <section className="pt-4">
      <h2 className="pb-1 text-sm font-semibold">
        Distinguishing attributes
        <span className="ml-2 text-xs font-normal text-ink-3">share of requests in %</span>
      </h2>
      {visibleRows.length === 0 ? (
        <p className="text-xs text-ink-2">
          {separations.kind === "too-few"
            ? `Too few requests: each group requires ${separations.neededCount}.`
            : "No attribute value is significantly more frequent in one group than in the other."}
        </p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
        <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Distinguishing attributes">
          <table className="tnum w-full table-fixed text-xs">
            <thead className="border-b border-rule text-2xs text-ink-3">
              <tr>
                <th className="py-1 text-left font-normal">Attribute and value</th>
                <th aria-hidden className="w-24 py-1 pl-2 font-normal max-md:hidden">
                  <span className="flex justify-between px-1">
                    <span>0</span>
                    <span>100 %</span>
                  </span>
                </th>
                <th className={right}>
                  <SideMarker side="a" className="mr-1" />
                  {a.label}
                </th>
                <th className={right}>
                  <SideMarker side="b" className="mr-1" />
                  {b.label}
                </th>
                <th
                  className={right}
                  title="Probability of a difference this large if the value had no influence, corrected for all tested values"
                >
                  p-value
                </th>
              </tr>
            </thead>
            <tbody>
              {visibleRows.map((row) => (
                <ValueLine key={`${row.service} ${row.attribute} ${matchText(row)}`} row={row} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {rows.length > visibleRows.length && (
        <p className="py-1.5 text-xs text-ink-2">
          <button type="button" className="text-accent hover:underline" onClick={() => setAll(true)}>
            {moreText(rows.length - visibleRows.length, significant.length > visibleRows.length)}
          </button>
        </p>
      )}
      {separations.kind === "differences" && (
        <p className="py-1 text-2xs text-ink-3">
          {countWithNoun(separations.testCount, "value or range was", "values and ranges were")} tested
          {separations.omittedCount > 0
            ? `. ${countWithNoun(separations.omittedCount, "value with a smaller difference is", "values with smaller differences are")} not listed`
            : ""}
          .
        </p>
      )}
    </section>
  );
}

function moreText(count: number, hasSignificant: boolean): string {
  return hasSignificant
    ? countWithNoun(count, "more value")
    : `${countWithNoun(count, "value")} without a significant difference`;
}

function ValueLine({ row }: { readonly row: AttributeDifferenceRow }) {
  const { attribute, service, shareA, shareB, pValue, mayBeChance, countA: a, countB: b } = row;
  const right = "pl-1.5 text-right whitespace-nowrap";
  return (
    <tr className={cn("h-7", mayBeChance && "text-ink-3")}>
      <th scope="row" className="py-1 text-left leading-4 font-normal break-words" title={fullText(row)}>
        <span className="text-ink-3">{attribute}</span> {matchText(row)}
        {service !== null && <span className="text-2xs text-ink-3"> {service}</span>}
        {row.equivalents.length > 0 && (
          <span className="block text-2xs text-ink-3">{equivalentsText(row.equivalents)}</span>
        )}
      </th>
      <td className="pl-2 max-md:hidden">
        <Dots row={row} />
      </td>
      <td className={right} title={countWithNoun(a, "request")}>
        {formatAlignedPercent(shareA)}
      </td>
      <td className={cn(right, "text-ink-2")} title={countWithNoun(b, "request")}>
        {formatAlignedPercent(shareB)}
      </td>
      <td className={cn(right, "text-ink-2")}>{pValue < 0.001 ? "<0.001" : pValue.toFixed(3)}</td>
    </tr>
  );
}

const width = 88;
const inset = 6;

/** Draws the first side as a dot and the second as a ring, on a line from 0 to 100 %. */
function Dots({ row: { shareA, shareB, mayBeChance } }: { readonly row: AttributeDifferenceRow }) {
  const at = (share: number): number => inset + share * (width - 2 * inset);
  const ink = mayBeChance ? "var(--ink-3)" : "var(--ink)";
  return (
    <svg aria-hidden width={width} height={27} className="block">
      <path d={`M${inset} 13.5H${width - inset}`} stroke="var(--rule)" />
      <path d={`M${at(shareB)} 13.5H${at(shareA)}`} stroke={ink} strokeWidth={1.25} />
      <circle cx={at(shareB)} cy={13.5} r={3} fill="var(--paper)" stroke={ink} strokeWidth={1.25} />
      <circle cx={at(shareA)} cy={13.5} r={3.5} fill={ink} />
    </svg>
  );
}

function fullText(row: AttributeDifferenceRow): string {
  return `${row.attribute} ${matchText(row)}${row.service === null ? "" : ` of ${row.service}`}`;
}
