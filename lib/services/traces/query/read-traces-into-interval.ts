/** Reads one interval of a window: its query and the matching traces. */
import { isAppError } from "@/lib/model/app-error";
import type { Trace } from "@/lib/model/traces/trace";
import type { TraceQuery, TraceReader } from "@/lib/model/traces/trace-reader";
import type { TraceReadRequest } from "./read-context";
import { matchesFilters } from "./trace-filters";
import type { WindowInterval } from "./window-intervals";

interface IntervalRequest {
  readonly interval: WindowInterval;
  readonly limit: number;
  readonly signal: AbortSignal;
}

/** Reads the traces of one interval. If its response is too large, the interval is divided. */
export async function readTracesIntoInterval(
  reader: TraceReader,
  request: TraceReadRequest,
  { interval, limit, signal }: IntervalRequest,
): Promise<void> {
  try {
    const { traces, hasReachedLimit } = await reader.search(
      createIntervalQuery(request, interval, { maxTraces: limit, signal }),
    );
    if (hasReachedLimit)
      addIntervalTraces(interval, request, { traces, fillRatio: 1, spreadMs: findStartSpreadMs(traces) });
    else addIntervalTraces(interval, request, { traces, fillRatio: traces.length / limit });
  } catch (error) {
    // A smaller interval may succeed when this one is too large for the source or for the response limit.
    if (!isAppError(error) || error.code !== "too-large") throw error;
    interval.finish([], { fillRatio: 1, droppedTraceCount: 0 });
  }
}

interface IntervalBatch {
  readonly traces: readonly Trace[];
  readonly fillRatio: number;
  readonly spreadMs?: number | undefined;
}

/** Adds the traces of an interval that start in the window and match the filters. */
export function addIntervalTraces(
  interval: WindowInterval,
  request: TraceReadRequest,
  { traces, fillRatio, spreadMs }: IntervalBatch,
): void {
  // Sources include the last instant of a window, so a trace at the edge would be in two windows.
  const within = traces.filter((trace) => toStartMs(trace) < request.window.endMs);
  const matching = within.filter((trace) => matchesFilters(trace, request.service, request.filters));
  interval.finish(matching, { fillRatio, droppedTraceCount: within.length - matching.length, spreadMs });
}

/** Returns the time between the first and the last start of the traces; undefined for fewer than two. */
export function findStartSpreadMs(traces: readonly Trace[]): number | undefined {
  if (traces.length < 2) return undefined;
  const starts = traces.map(toStartMs);
  return Math.max(...starts) - Math.min(...starts);
}

/** Creates the query to the trace source for one interval. */
export function createIntervalQuery(
  { service, filters }: TraceReadRequest,
  { window, isNarrowest }: WindowInterval,
  limitAndSignal: Pick<TraceQuery, "maxTraces"> & { readonly signal: AbortSignal },
): TraceQuery {
  const { operation, durationMinMs, durationMaxMs } = filters ?? {};
  return {
    service,
    window,
    isDiscardedAtLimit: !isNarrowest,
    ...limitAndSignal,
    ...(operation === undefined ? {} : { operation }),
    ...(durationMinMs === undefined ? {} : { durationMinMs }),
    ...(durationMaxMs === undefined ? {} : { durationMaxMs }),
  };
}

/** Returns the start of a trace in epoch milliseconds. */
export function toStartMs({ startEpochNs }: Trace): number {
  return Number(BigInt(startEpochNs) / 1_000_000n);
}
