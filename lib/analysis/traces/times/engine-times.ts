/**
 * Durations of the engine's request spans in a trace, which the engine's duration metric measures too. The full trace
 * also includes network time, and may call the engine several times.
 */
import type { AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";

export interface EngineTime {
  readonly durationNs: number;
  /** The engine's span or the request ended in error: either may report a client that disconnected. */
  readonly isError: boolean;
  /** False when no span is known as the engine's; the duration is then that of the full request. */
  readonly isEngineTime: boolean;
}

/** Returns one entry per outermost engine request span; the full request when there is none. */
export function engineTimes({
  rows,
  meanings,
  tree,
  durationNs,
  isError,
}: AnalysedTrace): readonly EngineTime[] {
  const outermost = [...meanings.mapOf.keys()].filter((row) => {
    const parent = tree.parents[row] ?? -1;
    return parent === -1 || (meanings.requests[parent] ?? -1) === -1;
  });
  if (outermost.length === 0) return [{ durationNs, isError, isEngineTime: false }];
  return outermost.flatMap((row) => {
    const span = rows[row]?.span;
    return span === undefined
      ? []
      : [{ durationNs: Math.max(0, span.durationNs), isError: span.isError || isError, isEngineTime: true }];
  });
}
