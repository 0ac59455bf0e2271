/**
 * How long the engine worked on the requests of a trace: its own request spans, which are what its metric times. The trace as a whole
 * holds the way to the engine and back as well, and may have called it several times.
 */
import type { AnalysedTrace } from "./analyse-trace";

export interface EngineTime {
  readonly durationNs: number;
  /** The engine's span or the request as a whole ended in error: a client that left may be told by either. */
  readonly isError: boolean;
  /** False where no span is known as the engine's: then it is the whole request's time. */
  readonly isEngineTime: boolean;
}

/** One for each request span that lies in no other; the whole request where there is none. */
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
