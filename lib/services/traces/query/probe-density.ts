/** Estimates the trace density of a window with small queries, or finds that they return all traces. */
import type { TraceSearch } from "@/lib/model/traces/trace-reader";
import { addIntervalTraces, createIntervalQuery, findStartSpreadMs } from "./read-traces-into-interval";
import {
  toReadFailure,
  type TraceReadLimits,
  type TraceReadContext,
  type IntervalQueue,
  type TraceReadRequest,
} from "./read-context";
import { createIntervalQueue, chooseIntervalWidthMs, type WindowInterval } from "./window-intervals";

/** Traces per probe: enough to estimate the density at low cost. */
const probeLimit = 50;
/**
 * Factors for the next probe after a full probe, and the maximum number of probes. The next probe covers 1/16 of the
 * window or 1/4 of the traces' time span, until a probe is complete. Some sources return the newest traces, others an
 * arbitrary selection.
 */
const [narrowing, spacingFactor, maxProbes] = [16, 4, 6];

/**
 * Measures how many traces a window has per unit of time, to choose the width of intervals. A window with
 * few traces is read completely.
 */
export async function probeDensity(context: TraceReadContext): Promise<IntervalQueue> {
  const { reader, request, limits, state } = context;
  const intervalsOf = (widestMs: number): IntervalQueue =>
    createIntervalQueue(request.window, { widestMs, finestMs: reader.timeResolutionMs });
  if (limits.tracesPerInterval <= probeLimit) return intervalsOf(evenWidth(request, limits));
  const windowMs = request.window.endMs - request.window.startMs;
  for (let probe: DensityProbe = { widthMs: windowMs, maxWidthMs: Infinity, probeCount: 0 }; ;) {
    const intervals = intervalsOf(probe.widthMs);
    const interval = intervals.take();
    if (interval === null) return intervals;
    state.queryCount += 1;
    const result = await fetchFew(context, interval);
    if (result === null) return intervalsOf(evenWidth(request, limits));
    if (!result.hasReachedLimit && probe.widthMs === windowMs) {
      addIntervalTraces(interval, request, {
        traces: result.traces,
        fillRatio: result.traces.length / probeLimit,
      });
      return intervals;
    }
    const next = nextProbe(probe, result, limits.tracesPerInterval);
    if (typeof next === "number") return intervalsOf(next);
    if (interval.isNarrowest) return intervalsOf(next.maxWidthMs);
    probe = next;
  }
}

/**
 * Returns a few traces of an interval. Null if the source fails: the first interval repeats the query, and may be small
 * enough to succeed.
 */
async function fetchFew(
  { reader, request, signal }: TraceReadContext,
  interval: WindowInterval,
): Promise<TraceSearch | null> {
  try {
    return await reader.search(createIntervalQuery(request, interval, { maxTraces: probeLimit, signal }));
  } catch (error) {
    toReadFailure(error, request);
    return null;
  }
}

interface DensityProbe {
  /** Width of the newest part of the window. */
  readonly widthMs: number;
  /** Maximum width of intervals. According to earlier probes, wider intervals would be full. */
  readonly maxWidthMs: number;
  readonly probeCount: number;
}

/** Returns the width of intervals, or the next probe. */
function nextProbe(
  probe: DensityProbe,
  { traces, hasReachedLimit }: TraceSearch,
  maxTraces: number,
): number | DensityProbe {
  const { widthMs, maxWidthMs, probeCount } = probe;
  const n = traces.length;
  // A small sample may underestimate the density, and a full interval is wasted.
  if (!hasReachedLimit)
    return Math.min(maxWidthMs, chooseIntervalWidthMs(maxTraces, n + Math.sqrt(n) + 2, widthMs));
  // A source sorted by end time returns long traces among the newest; their starts are further apart than usual.
  const spreadMs = Math.max(1, findStartSpreadMs(traces) ?? widthMs);
  const next = {
    widthMs: Math.min(widthMs / narrowing, spreadMs / spacingFactor),
    maxWidthMs: Math.min(maxWidthMs, chooseIntervalWidthMs(maxTraces, probeLimit, spreadMs)),
    probeCount: probeCount + 1,
  };
  return next.probeCount < maxProbes ? next : next.maxWidthMs;
}

/** Returns the width of intervals that divides the window into the minimum number of intervals. */
function evenWidth(
  { window: { startMs, endMs }, maxTraces }: TraceReadRequest,
  { tracesPerInterval }: TraceReadLimits,
): number {
  return Math.ceil((endMs - startMs) / Math.ceil(maxTraces / tracesPerInterval));
}
