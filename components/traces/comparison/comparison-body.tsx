"use client";

import type { ComparisonState } from "@/lib/client/comparison-url";
import type { TraceComparisonResponse } from "@/lib/contracts/traces/trace-comparison";
import { ShapeMark } from "@/components/shared/status-mark";
import { ComparedTraceSides } from "./compared-sides";
import { DistinguishingValues } from "./distinguishing-values";
import { NodeDifferences } from "./node-differences";
import { PairWaterfall } from "./pair-waterfall";
import { PhaseDifferences } from "./phase-differences";

/** How the differences are displayed: as chart or table, and in which order. */
export type ComparisonDisplay = Pick<ComparisonState, "display" | "nodeOrder">;

interface ComparisonBodyProps {
  readonly answer: TraceComparisonResponse;
  readonly display: ComparisonDisplay;
  readonly changeDisplay: (next: Partial<ComparisonDisplay>) => void;
  /** Id to which links to the phases scroll. Absent on a page with several comparisons. */
  readonly phasesId?: string;
}

/**
 * Shows both groups and their differences by phase, attribute and operation, or both requests span by span.
 */
export function ComparisonBody({ answer, display, changeDisplay, phasesId }: ComparisonBodyProps) {
  const { difference, a, b, warnings } = answer;
  const isTableShown = display.display === "table";
  return (
    <div className="@container">
      {warnings.map((warning) => (
        <p key={warning} className="flex items-center gap-2 pb-2 text-xs text-warn">
          <ShapeMark shape="unusual" className="size-2.5" />
          {warning}
        </p>
      ))}
      <ComparedTraceSides answer={answer} />
      {difference !== null && (
        <>
          <div className="grid grid-cols-1 gap-x-6 @[63rem]:grid-cols-[minmax(0,768px)_minmax(0,1fr)]">
            <PhaseDifferences
              difference={difference}
              answer={answer}
              isTableShown={isTableShown}
              {...(phasesId === undefined ? {} : { headingId: phasesId })}
            />
            {difference.attributeDifferences !== null && (
              <DistinguishingValues separations={difference.attributeDifferences} sides={{ a, b }} />
            )}
          </div>
          {difference.pair === null ? (
            <NodeDifferences
              difference={difference}
              sides={{ a, b }}
              display={display}
              changeDisplay={changeDisplay}
            />
          ) : (
            <PairWaterfall pair={difference.pair} sides={{ a, b }} isTableShown={isTableShown} />
          )}
        </>
      )}
    </div>
  );
}
