/**
 * Durations of the engine's request spans in a trace, which the engine's duration metric measures too. The full trace
 * also includes network time, and may call the engine several times.
 */
import { findSpanOutcome } from "@/lib/analysis/traces/outcomes";
import type { AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";

/** Time of a request in the engine, for comparison with the engine's metric. */
export interface EngineTime {
  readonly durationNs: number;
  /** True if both the engine's span and the complete request succeeded, without an error or a client that disconnected. */
  readonly isSuccess: boolean;
  /**
   * True if the duration is that of the engine's span. False if no span of the engine is known, so that the duration is
   * that of the full request.
   */
  readonly isEngineTime: boolean;
}

/**
 * Returns the time of each outermost span of an engine request, or of the complete request if there is none.
 */
export function listEngineTimes({
  rows,
  spanMeanings: meanings,
  tree,
  durationNs,
  outcome,
}: AnalysedTrace): readonly EngineTime[] {
  const outermost = [...meanings.mapByRequestRow.keys()].filter((row) => {
    const parent = tree.parentRows[row] ?? -1;
    return parent === -1 || (meanings.requestRows[parent] ?? -1) === -1;
  });
  if (outermost.length === 0) return [{ durationNs, isSuccess: outcome === "success", isEngineTime: false }];
  return outermost.flatMap((row) => {
    const span = rows[row]?.span;
    return span === undefined
      ? []
      : [
          {
            durationNs: Math.max(0, span.durationNs),
            isSuccess: outcome === "success" && findSpanOutcome(span, outcome) === "success",
            isEngineTime: true,
          },
        ];
  });
}
