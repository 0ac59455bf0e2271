/** The first questions: how dense traces are, or that these are all. */
import type { TraceSearch } from "@/lib/model/trace-reader";
import { finishInterval, intervalQuery, startSpreadMs } from "./read-interval";
import {
  toFailure,
  type TraceReadBounds,
  type TraceReadContext,
  type WindowIntervals,
  type TraceReadRequest,
} from "./read-context";
import { createIntervals, widthFor, type WindowInterval } from "./window-intervals";

/** Enough to see how dense traces are, and little beside what is read anyway. */
const probeLimit = 50;
/**
 * Where more came, so much less of the window is looked at next, and so much less than they lie apart, until a look gives all that
 * there is of a part: some sources give the newest, others whichever they come upon.
 */
const [narrowing, spacingFactor, maxProbes] = [16, 4, 6];

/** Looks at a few to see how wide slices should be. Where few are in the window, they are read with that. */
export async function probeDensity(reading: TraceReadContext): Promise<WindowIntervals> {
  const { reader, request, bounds, state } = reading;
  const intervalsOf = (widestMs: number): WindowIntervals =>
    createIntervals(request.window, { widestMs, finestMs: reader.timeResolutionMs });
  if (bounds.tracesPerInterval <= probeLimit) return intervalsOf(evenWidth(request, bounds));
  const windowMs = request.window.endMs - request.window.startMs;
  for (let probe: DensityProbe = { widthMs: windowMs, maxWidthMs: Infinity, probeCount: 0 }; ;) {
    const intervals = intervalsOf(probe.widthMs);
    const interval = intervals.take();
    if (interval === null) return intervals;
    state.queries += 1;
    const result = await fetchFew(reading, interval);
    if (result === null) return intervalsOf(evenWidth(request, bounds));
    if (!result.isFull && probe.widthMs === windowMs) {
      finishInterval(interval, request, {
        traces: result.traces,
        fillRatio: result.traces.length / probeLimit,
      });
      return intervals;
    }
    const next = nextProbe(probe, result, bounds.tracesPerInterval);
    if (typeof next === "number") return intervalsOf(next);
    if (interval.isNarrowest) return intervalsOf(next.maxWidthMs);
    probe = next;
  }
}

/** Null where the source fails: what is wrong with it or with us is seen again by the first slice, which may be small enough to succeed. */
async function fetchFew(
  { reader, request, signal }: TraceReadContext,
  interval: WindowInterval,
): Promise<TraceSearch | null> {
  try {
    return await reader.search(intervalQuery(request, interval, { limit: probeLimit, signal }));
  } catch (error) {
    toFailure(error, request);
    return null;
  }
}

interface DensityProbe {
  /** Of the newest part of the window. */
  readonly widthMs: number;
  /** Wider than this a slice is full, as the looks before tell. */
  readonly maxWidthMs: number;
  readonly probeCount: number;
}

/** How wide slices should be, or where to look next. */
function nextProbe(
  probe: DensityProbe,
  { traces, isFull }: TraceSearch,
  maxTraces: number,
): number | DensityProbe {
  const { widthMs, maxWidthMs, probeCount } = probe;
  const n = traces.length;
  // A few may be fewer than usual by chance: a slice that comes full was read in vain.
  if (!isFull) return Math.min(maxWidthMs, widthFor(maxTraces, n + Math.sqrt(n) + 2, widthMs));
  // A source that keeps them in the order in which they ended gives long ones among the newest: they lie further apart than all.
  const spreadMs = Math.max(1, startSpreadMs(traces) ?? widthMs);
  const next = {
    widthMs: Math.min(widthMs / narrowing, spreadMs / spacingFactor),
    maxWidthMs: Math.min(maxWidthMs, widthFor(maxTraces, probeLimit, spreadMs)),
    probeCount: probeCount + 1,
  };
  return next.probeCount < maxProbes ? next : next.maxWidthMs;
}

/** Of slices that are as many as there have to be at least. */
function evenWidth(
  { window: { startMs, endMs }, maxTraces }: TraceReadRequest,
  { tracesPerInterval }: TraceReadBounds,
): number {
  return Math.ceil((endMs - startMs) / Math.ceil(maxTraces / tracesPerInterval));
}
