/**
 * A window cut into slices that are read from the newest to the oldest. A slice that came full is put back in two parts. What is
 * next is then taken no wider than what the traces that came would fill, since it would come full as well; slices that come
 * nearly empty let the width grow again.
 */
import type { TimeWindow } from "@/lib/model/time-window";
import type { Trace } from "@/lib/model/trace";

/** A slice so little filled would not have come full at twice its width. */
const lowFill = 0.4;
/** What a slice is to be filled to. */
const targetFill = 0.8;
/** A slice may be so much wider than it should be. */
const slack = 1.1;
/** A few traces do not say how it goes on: no step makes the width more than so many times larger or smaller. */
const [maxGrowth, maxShrinking] = [8, 16];

export interface WindowInterval {
  readonly window: TimeWindow;
  /** It cannot be halved. */
  readonly isNarrowest: boolean;
  readonly done: (
    traces: readonly Trace[],
    result: {
      /** Traces that came by traces that may come at most; 1 is full. */
      readonly fillRatio: number;
      readonly dropped: number;
      /** Of a full one: the time in which the traces that came began, where it is known. */
      readonly spreadMs?: number | undefined;
    },
  ) => void;
}

/** What was read without a hole, from the window's end backwards. */
export interface ReadPrefix {
  readonly traces: ReadonlyMap<string, Trace>;
  readonly spans: number;
  readonly dropped: number;
  readonly startMs: number;
  readonly unread: number;
  /** True when nothing of the window is left to read. */
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

/** How wide a slice should be that `most` traces would fill, where `count` of them began within `spreadMs`. */
export function widthFor(maxTraces: number, count: number, spreadMs: number): number {
  return (targetFill * maxTraces * spreadMs) / Math.max(1, count);
}

/**
 * Slices of `widestMs` to begin with. All edges within the window are multiples of `finestMs`, the step in which the source is
 * told times.
 */
export function createIntervals(
  { startMs, endMs }: TimeWindow,
  { widestMs: firstWidestMs, finestMs }: { readonly widestMs: number; readonly finestMs: number },
) {
  const parts: WindowPart[] = [{ window: { startMs, endMs }, state: "waiting" }];
  let widestMs = Math.max(finestMs, firstWidestMs);

  /** The part becomes two, parted at about `atMs`; false where no edge lies within it. */
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
    /** The newest slice that nobody reads yet; null when there is none. */
    take: (): WindowInterval | null => {
      for (;;) {
        const next = parts.find(({ state }) => state === "waiting");
        if (next === undefined) return null;
        // Alike wide ones: a remainder of a moment would be a question of its own.
        const pieces = Math.ceil((widthOf(next) - 2 * finestMs) / (slack * widestMs));
        if (pieces > 1 && split(next, next.window.endMs - widthOf(next) / pieces)) continue;
        next.state = "running";
        return {
          window: next.window,
          isNarrowest:
            edgeWithin(next.window, (next.window.startMs + next.window.endMs) / 2, finestMs) === null,
          done: (traces, { fillRatio, dropped, spreadMs }) =>
            finish(next, { traces, dropped, isUnread: false }, fillRatio, spreadMs),
        };
      }
    },
    prefix: (): ReadPrefix => prefixOf(parts, endMs),
  };
}

function aligned(atMs: number, finestMs: number): number {
  return Math.floor(atMs / finestMs) * finestMs;
}

/** The edge at or next to `atMs` that lies strictly within the window; null where there is none. */
function edgeWithin({ startMs, endMs }: TimeWindow, atMs: number, finestMs: number): number | null {
  const below = aligned(atMs, finestMs);
  if (below > startMs && below < endMs) return below;
  const above = below + finestMs;
  return above > startMs && above < endMs ? above : null;
}

function widthOf({ window }: WindowPart): number {
  return window.endMs - window.startMs;
}

function prefixOf(parts: readonly WindowPart[], endMs: number): ReadPrefix {
  const traces = new Map<string, Trace>();
  let [spans, dropped, unread, startMs] = [0, 0, 0, endMs];
  for (const { window, state } of parts) {
    if (typeof state === "string") return { traces, spans, dropped, startMs, unread, isComplete: false };
    for (const trace of state.traces) {
      if (traces.has(trace.traceId)) continue;
      traces.set(trace.traceId, trace);
      spans += trace.spans.length;
    }
    dropped += state.dropped;
    unread += state.isUnread ? 1 : 0;
    startMs = window.startMs;
  }
  return { traces, spans, dropped, startMs, unread, isComplete: true };
}
