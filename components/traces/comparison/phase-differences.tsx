"use client";

import { useState } from "react";
import type {
  PhaseRow,
  TraceComparisonResponse,
  TraceDifference,
} from "@/lib/contracts/traces/trace-comparison";
import { countWithNoun } from "@/lib/format/agreement";
import { phaseColour } from "../phase-style";
import { lowerCasePhaseTitle } from "@/lib/format/phase";
import { ScaleHead } from "./difference-dot";
import { mayBeChance, formatMilliseconds } from "./difference-text";
import { PhaseLine, type PhaseScales } from "./phase-line";
import { createPercentScale } from "./scale";
import { SideMarker } from "./side-marker";

interface PhaseDifferencesProps {
  readonly difference: TraceDifference;
  readonly answer: TraceComparisonResponse;
  readonly isTableShown: boolean;
  /** Id of the heading, to which links scroll. Absent if no link refers to it. */
  readonly headingId?: string;
}

/**
 * Lists the times of both groups per phase, and the share of the difference. Phases whose difference may be
 * due to chance are collapsed into one row.
 */
export function PhaseDifferences({ difference, answer, isTableShown, headingId }: PhaseDifferencesProps) {
  const [isOpen, setOpen] = useState(false);
  const { total, phases, insignificant } = difference;
  const sorted = phases.toSorted((x, y) => Math.abs(y.difference) - Math.abs(x.difference));
  const chance = sorted.filter(mayBeChance);
  const isFolded =
    insignificant !== null && chance.length > 1 && chance.length < sorted.length && !isTableShown;
  const visiblePhases = isFolded ? sorted.filter((row) => !chance.includes(row)) : sorted;
  const scales = scalesOf(
    isFolded && insignificant !== null && !isOpen ? [...visiblePhases, insignificant] : sorted,
  );
  const totalName = answer.time === "request" ? "Request duration" : "TTFT";
  const line = (row: PhaseRow) => (
    <PhaseLine
      key={row.phase}
      name={lowerCasePhaseTitle(row.phase)}
      colour={phaseColour(row.phase)}
      isHatched={row.phase === "unexplained"}
      numbers={row}
      share={row.differenceShare}
      scales={scales}
      isTableShown={isTableShown}
    />
  );
  return (
    <section className="pt-4">
      <h2 id={headingId} className="pb-1 text-sm font-semibold">
        Difference by phase
        <span className="ml-2 text-xs font-normal text-ink-3">
          {difference.pair === null ? "mean ms per request" : "ms"}
          {answer.time === "request" ? "" : ", up to the first token"}
          {total.interval === null
            ? ". There are no intervals because one group has only one request"
            : `, 95 % intervals from ${difference.confidenceIntervalBasis === "minutes" ? "one-minute blocks" : "individual requests"}`}
        </span>
      </h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard */}
      <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Difference by phase">
        <table className="tnum w-full max-w-[1040px]">
          <Head answer={answer} scales={scales} isTable={isTableShown} />
          <tbody>
            {visiblePhases.map(line)}
            {isFolded && insignificant !== null && (
              <PhaseLine
                name={countWithNoun(chance.length, "more phase")}
                colour="var(--ink-3)"
                numbers={insignificant}
                share="chance"
                scales={scales}
                isTableShown={isTableShown}
                fold={{ isOpen, onToggle: () => setOpen(!isOpen) }}
              />
            )}
            {isFolded && isOpen && chance.map(line)}
          </tbody>
          <tfoot>
            <PhaseLine
              name={totalName}
              numbers={total}
              share={1}
              scales={null}
              isTableShown={isTableShown}
              isTotal
            />
          </tfoot>
        </table>
      </div>
    </section>
  );
}

function scalesOf(rows: readonly TraceDifference["total"][]): PhaseScales {
  return {
    timeScale: createPercentScale(
      rows.flatMap(({ a, b }) => [a, b]),
      4,
      1,
    ),
    differenceScale: createPercentScale(
      rows.flatMap(({ difference, interval }) => [
        difference,
        ...(interval === null ? [] : [interval.lower, interval.upper]),
      ]),
      3,
    ),
  };
}

interface HeadProps {
  readonly answer: TraceComparisonResponse;
  readonly scales: PhaseScales;
  readonly isTable: boolean;
}

function Head({ answer: { a, b }, scales, isTable }: HeadProps) {
  const right = "py-1 pl-3 text-right font-normal whitespace-nowrap";
  return (
    <thead className="border-b border-rule text-2xs text-ink-3">
      <tr>
        <th className="py-1 text-left font-normal">Phase</th>
        <th className={right}>
          <SideMarker side="a" className="mr-1.5" />
          {a.label}
        </th>
        <th className={right}>
          <SideMarker side="b" className="mr-1.5" />
          {b.label}
        </th>
        {!isTable && (
          <>
            <th aria-hidden className="w-[30%] pl-4 font-normal max-md:hidden">
              <ScaleHead scale={scales.timeScale} format={formatMilliseconds} />
            </th>
            <th aria-hidden className="w-[22%] pl-4 font-normal max-md:hidden">
              <ScaleHead scale={scales.differenceScale} format={formatMilliseconds} />
            </th>
          </>
        )}
        <th className={right}>Difference</th>
        {isTable ? (
          <>
            <th className={right}>95 % lower</th>
            <th className={right}>95 % upper</th>
          </>
        ) : (
          <th className={`${right} max-md:hidden`}>95 %</th>
        )}
        <th className={right}>Share</th>
      </tr>
    </thead>
  );
}
