/** Reads intervals, several at once, until the window is complete or a limit is reached. */
import { readTracesIntoInterval } from "./read-traces-into-interval";
import {
  toReadFailure,
  type StopReason,
  type TraceReadLimits,
  type TraceReadContext,
  type TraceReadState,
  type IntervalQueue,
} from "./read-context";
import type { NewestTraces } from "./window-intervals";

/** Reads intervals of the window, newest first, until all are read or `state` has a stop reason. */
export async function readIntervals({
  reader,
  request,
  limits,
  intervals,
  state,
  runningReads,
  signal,
}: TraceReadContext & { readonly intervals: IntervalQueue }): Promise<void> {
  for (;;) {
    request.signal?.throwIfAborted();
    if (request.timeBudgetSignal?.aborted === true) state.stopReason ??= "time";
    state.stopReason ??= boundReached(intervals.prefix(), state, request.maxTraces, limits);
    if (state.stopReason !== null) return;
    const next = runningReads.size < limits.maxConcurrent ? intervals.take() : null;
    if (next === null && runningReads.size === 0) return;
    if (next === null) {
      await Promise.race(runningReads);
      continue;
    }
    state.queryCount += 1;
    const one = readTracesIntoInterval(reader, request, {
      interval: next,
      limit: limits.tracesPerInterval,
      signal,
    })
      .catch((error: unknown) => {
        state.failure ??= toReadFailure(error, request);
      })
      .finally(() => runningReads.delete(one));
    runningReads.add(one);
  }
}

function boundReached(
  prefix: NewestTraces,
  { queryCount, failure }: TraceReadState,
  maxTraces: number,
  bounds: TraceReadLimits,
): StopReason | null {
  if (failure !== null) return "failure";
  if (prefix.traces.size >= maxTraces && !prefix.isComplete) return "max-traces";
  if (prefix.spanCount >= bounds.maxSpans && !prefix.isComplete) return "max-spans";
  return queryCount >= bounds.maxQueries && !prefix.isComplete ? "max-queries" : null;
}
