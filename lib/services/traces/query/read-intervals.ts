/** Reads intervals, several at once, until the window is complete or a limit is reached. */
import { readInterval } from "./read-interval";
import {
  toFailure,
  type StopReason,
  type TraceReadBounds,
  type TraceReadContext,
  type TraceReadState,
  type WindowIntervals,
} from "./read-context";
import type { ReadPrefix } from "./window-intervals";

/** Returns when nothing is left to read or `state` has a stop reason. */
export async function readIntervals({
  reader,
  request,
  bounds,
  intervals,
  state,
  running,
  signal,
}: TraceReadContext & { readonly intervals: WindowIntervals }): Promise<void> {
  for (;;) {
    request.signal?.throwIfAborted();
    if (request.timeBudget?.aborted === true) state.stopReason ??= "time";
    state.stopReason ??= boundReached(intervals.prefix(), state, request.maxTraces, bounds);
    if (state.stopReason !== null) return;
    const next = running.size < bounds.concurrency ? intervals.take() : null;
    if (next === null && running.size === 0) return;
    if (next === null) {
      await Promise.race(running);
      continue;
    }
    state.queries += 1;
    const one = readInterval(reader, request, { interval: next, limit: bounds.tracesPerInterval, signal })
      .catch((error: unknown) => {
        state.failure ??= toFailure(error, request);
      })
      .finally(() => running.delete(one));
    running.add(one);
  }
}

function boundReached(
  prefix: ReadPrefix,
  { queries, failure }: TraceReadState,
  maxTraces: number,
  bounds: TraceReadBounds,
): StopReason | null {
  if (failure !== null) return "failure";
  if (prefix.traces.size >= maxTraces && !prefix.isComplete) return "max-traces";
  if (prefix.spans >= bounds.spans && !prefix.isComplete) return "max-spans";
  return queries >= bounds.queries && !prefix.isComplete ? "max-queries" : null;
}
