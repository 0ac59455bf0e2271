/**
 * Splits a window into intervals, read from newest to oldest. A full interval is split in two. The following
 * intervals are no wider than the returned traces suggest, because they would be full too. Intervals with few traces
 * increase the width again.
 */
import type { TimeWindow } from "@/lib/model/time-window";
import type { Trace } from "@/lib/model/traces/trace";

/** Ratio of returned traces to the limit below which an interval of twice the width would not be full. */
const lowFill = 0.4;
/** Target ratio of returned traces to the limit. */
const targetFill = 0.8;
/** Factor by which an interval may exceed the target width, to avoid a small remainder. */
const widthTolerance = 1.1;
/** A few traces are weak evidence, so one step changes the width by at most these factors. */
const [maxGrowth, maxShrinking] = [8, 16];

/** Part of a window that is read with one query. */
export interface WindowInterval {
  readonly window: TimeWindow;
  /** True if the interval cannot be split further. */
  readonly isNarrowest: boolean;
  readonly finish: (
    traces: readonly Trace[],
    result: {
      /** Number of returned traces divided by the limit. 1 means that the interval is full. */
      readonly fillRatio: number;
      readonly droppedTraceCount: number;
      /** Time between the starts of the returned traces, for a full interval. */
      readonly spreadMs?: number | undefined;
    },
  ) => void;
}

/** Traces of the contiguous range that was read, from the end of the window backwards. */
export interface NewestTraces {
  readonly traces: ReadonlyMap<string, Trace>;
  readonly spanCount: number;
  readonly droppedTraceCount: number;
  readonly startMs: number;
  readonly unreadIntervalCount: number;
  /** True when the window was read completely. */
  readonly isComplete: boolean;
}

interface IntervalResult {
  readonly traces: readonly Trace[];
  readonly dropped: number;
  readonly isUnread: boolean;
}

interface WindowPart {
  readonly window: TimeWindow;
  state: "waiting" | "running" | IntervalResult;
}

/**
 * Returns the width of an interval that contains about `maxTraces` traces, if `traceCount` traces started
 * within `spreadMs`.
 */
export function chooseIntervalWidthMs(maxTraces: number, traceCount: number, spreadMs: number): number {
  return (targetFill * maxTraces * spreadMs) / Math.max(1, traceCount);
}

/**
 * Divides the window into intervals to read, newest first. Their width starts at `widestMs` and adapts to
 * how full each result is. Inner edges are multiples of `finestMs`, the time resolution of the source.
 */
export function createIntervalQueue(
  { startMs, endMs }: TimeWindow,
  { widestMs: firstWidestMs, finestMs }: { readonly widestMs: number; readonly finestMs: number },
) {
  const parts: WindowPart[] = [{ window: { startMs, endMs }, state: "waiting" }];
  let widestMs = Math.max(finestMs, firstWidestMs);

  /** Splits the part at about `atMs`; returns false when no edge is available. */
  const split = (part: WindowPart, atMs: number): boolean => {
    const edge = edgeWithin(part.window, atMs, finestMs);
    if (edge === null) return false;
    const newer: WindowPart = { window: { startMs: edge, endMs: part.window.endMs }, state: "waiting" };
    const older: WindowPart = { window: { startMs: part.window.startMs, endMs: edge }, state: "waiting" };
    parts.splice(parts.indexOf(part), 1, newer, older);
    return true;
  };

  const finish = (
    part: WindowPart,
    read: IntervalResult,
    fillRatio: number,
    spreadMs: number | undefined,
  ): void => {
    const width = widthOf(part);
    if (fillRatio < 1) {
      const growth = Math.min(maxGrowth, targetFill / Math.max(fillRatio, targetFill / maxGrowth));
      if (fillRatio < lowFill) widestMs = Math.max(widestMs, growth * width);
      part.state = read;
      return;
    }
    const estimatedMs =
      spreadMs === undefined ? width : Math.max(targetFill * spreadMs, width / maxShrinking);
    const next = Math.min(Math.floor(width / 2), estimatedMs);
    widestMs = Math.min(widestMs, Math.max(finestMs, next));
    if (!split(part, part.window.endMs - next)) part.state = { ...read, isUnread: true };
  };

  return {
    /** Returns the newest interval that was not read yet. Null if all intervals were read. */
    take: (): WindowInterval | null => {
      for (;;) {
        const next = parts.find(({ state }) => state === "waiting");
        if (next === undefined) return null;
        // Equal widths avoid a query for a tiny remainder.
        const pieces = Math.ceil((widthOf(next) - 2 * finestMs) / (widthTolerance * widestMs));
        if (pieces > 1 && split(next, next.window.endMs - widthOf(next) / pieces)) continue;
        next.state = "running";
        return {
          window: next.window,
          isNarrowest:
            edgeWithin(next.window, (next.window.startMs + next.window.endMs) / 2, finestMs) === null,
          finish: (traces, { fillRatio, droppedTraceCount, spreadMs }) =>
            finish(next, { traces, dropped: droppedTraceCount, isUnread: false }, fillRatio, spreadMs),
        };
      }
    },
    prefix: (): NewestTraces => prefixOf(parts, endMs),
  };
}

function alignDown(atMs: number, finestMs: number): number {
  return Math.floor(atMs / finestMs) * finestMs;
}

/** Returns the edge at or next to `atMs`, strictly within the window; null when there is none. */
function edgeWithin({ startMs, endMs }: TimeWindow, atMs: number, finestMs: number): number | null {
  const below = alignDown(atMs, finestMs);
  if (below > startMs && below < endMs) return below;
  const above = below + finestMs;
  return above > startMs && above < endMs ? above : null;
}

function widthOf({ window }: WindowPart): number {
  return window.endMs - window.startMs;
}

function prefixOf(parts: readonly WindowPart[], endMs: number): NewestTraces {
  const traces = new Map<string, Trace>();
  let [spans, dropped, unread, startMs] = [0, 0, 0, endMs];
  for (const { window, state } of parts) {
    if (typeof state === "string")
      return {
        traces,
        spanCount: spans,
        droppedTraceCount: dropped,
        startMs,
        unreadIntervalCount: unread,
        isComplete: false,
      };
    for (const trace of state.traces) {
      if (traces.has(trace.traceId)) continue;
      traces.set(trace.traceId, trace);
      spans += trace.spans.length;
    }
    dropped += state.dropped;
    unread += state.isUnread ? 1 : 0;
    startMs = window.startMs;
  }
  return {
    traces,
    spanCount: spans,
    droppedTraceCount: dropped,
    startMs,
    unreadIntervalCount: unread,
    isComplete: true,
  };
}
