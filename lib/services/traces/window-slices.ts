/**
 * A window cut into slices that are read from the newest to the oldest. A slice that came full is put back as two halves. What
 * is next is then taken no wider than such a half, since it would come full as well; slices that come nearly empty let the
 * width grow again.
 */
import type { TimeWindow } from "@/lib/model/time-window";
import type { Trace } from "@/lib/model/trace";

/** A slice so little filled would not have come full at twice its width. */
const roomy = 0.4;

export interface Slice {
  readonly window: TimeWindow;
  /** It cannot be halved. */
  readonly isNarrowest: boolean;
  readonly done: (
    traces: readonly Trace[],
    told: {
      /** Traces that came by traces that may come at most; 1 is full. */
      readonly filling: number;
      readonly dropped: number;
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
  readonly isWhole: boolean;
}

interface Read {
  readonly traces: readonly Trace[];
  readonly dropped: number;
  readonly isUnread: boolean;
}

interface Part {
  readonly window: TimeWindow;
  state: "waiting" | "running" | Read;
}

/**
 * At least one slice; `count` about equal ones where the window is long enough. All edges within the window are multiples of
 * `finestMs`, the step in which the source is told times.
 */
export function createSlices({ startMs, endMs }: TimeWindow, count: number, finestMs: number) {
  const inner = Array.from({ length: count - 1 }, (_, index) =>
    aligned(endMs - ((endMs - startMs) * (index + 1)) / count, finestMs),
  );
  const edges = [endMs, ...new Set(inner.filter((edge) => edge > startMs && edge < endMs)), startMs];
  const parts: Part[] = edges.slice(1).map((from, index) => ({
    window: { startMs: from, endMs: edges[index] ?? endMs },
    state: "waiting",
  }));
  let widestMs = Infinity;

  /** The part becomes two, parted at about `atMs`; false where no edge lies within it. */
  const split = (part: Part, atMs: number): boolean => {
    const edge = edgeWithin(part.window, atMs, finestMs);
    if (edge === null) return false;
    const newer: Part = { window: { startMs: edge, endMs: part.window.endMs }, state: "waiting" };
    const older: Part = { window: { startMs: part.window.startMs, endMs: edge }, state: "waiting" };
    parts.splice(parts.indexOf(part), 1, newer, older);
    return true;
  };

  const finish = (part: Part, read: Read, filling: number): void => {
    const width = widthOf(part);
    if (filling < 1) {
      if (filling < roomy && width >= widestMs) widestMs *= 2;
      part.state = read;
      return;
    }
    widestMs = Math.min(widestMs, Math.max(finestMs, Math.floor(width / 2)));
    if (!split(part, (part.window.startMs + part.window.endMs) / 2)) part.state = { ...read, isUnread: true };
  };

  return {
    /** The newest slice that nobody reads yet; null when there is none. */
    take: (): Slice | null => {
      for (;;) {
        const next = parts.find(({ state }) => state === "waiting");
        if (next === undefined) return null;
        if (widthOf(next) > widestMs && split(next, next.window.endMs - widestMs)) continue;
        next.state = "running";
        return {
          window: next.window,
          isNarrowest:
            edgeWithin(next.window, (next.window.startMs + next.window.endMs) / 2, finestMs) === null,
          done: (traces, { filling, dropped }) => finish(next, { traces, dropped, isUnread: false }, filling),
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

function widthOf({ window }: Part): number {
  return window.endMs - window.startMs;
}

function prefixOf(parts: readonly Part[], endMs: number): ReadPrefix {
  const traces = new Map<string, Trace>();
  let [spans, dropped, unread, startMs] = [0, 0, 0, endMs];
  for (const { window, state } of parts) {
    if (typeof state === "string") return { traces, spans, dropped, startMs, unread, isWhole: false };
    for (const trace of state.traces) {
      if (traces.has(trace.traceId)) continue;
      traces.set(trace.traceId, trace);
      spans += trace.spans.length;
    }
    dropped += state.dropped;
    unread += state.isUnread ? 1 : 0;
    startMs = window.startMs;
  }
  return { traces, spans, dropped, startMs, unread, isWhole: true };
}
