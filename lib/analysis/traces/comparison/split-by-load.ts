/**
 * Selects the intervals of a window with the most and the fewest running requests: one minute each, or longer if the
 * samples are further apart.
 */
import type { TimeWindow } from "@/lib/model/time-window";

/** Number of running requests on a time grid. */
export interface RunningRequestSeries {
  readonly startMs: number;
  readonly stepMs: number;
  readonly values: readonly (number | null)[];
}

/** Intervals with high or low load, and their mean number of running requests. */
export interface LoadGroup {
  /** Oldest first; adjacent intervals are merged. */
  readonly windows: readonly TimeWindow[];
  readonly intervalCount: number;
  readonly meanRunningRequests: number;
}

/** Intervals with the highest and the lowest load, or the reason why they cannot be separated. */
export type LoadSplit =
  | { readonly kind: "sides"; readonly intervalMs: number; readonly high: LoadGroup; readonly low: LoadGroup }
  | { readonly kind: "inconclusive"; readonly reason: string };

const minuteMs = 60_000;
const maxParts = 20;
/**
 * Minimum number of intervals. The quarter with the most running requests is high load, and the quarter with the fewest
 * is low load.
 */
const minParts = 4;

interface LoadInterval {
  readonly startMs: number;
  readonly mean: number;
}

/**
 * Selects the quarter of the window's intervals with the most running requests and the quarter with the
 * fewest. Intervals that extend beyond the window are shortened.
 */
export function splitByLoad(running: RunningRequestSeries, window: TimeWindow): LoadSplit {
  const partMs = Math.max(minuteMs, running.stepMs);
  const parts = loadIntervals(running, partMs).toSorted((x, y) => x.mean - y.mean || x.startMs - y.startMs);
  if (parts.length < minParts)
    return {
      kind: "inconclusive",
      reason: `the metrics report running requests for only ${parts.length} of the minutes in the window, and at least ${minParts} are needed`,
    };
  const count = Math.min(maxParts, Math.floor(parts.length / minParts));
  const [low, high] = [parts.slice(0, count), parts.slice(-count)];
  if ((low.at(-1)?.mean ?? 0) >= (high[0]?.mean ?? 0))
    return {
      kind: "inconclusive",
      reason: "the number of running requests was constant, so no minute has a higher load",
    };
  const side = (chosen: readonly LoadInterval[]): LoadGroup => ({
    windows: mergeAdjacent(chosen, partMs, window),
    intervalCount: chosen.length,
    meanRunningRequests: chosen.reduce((sum, { mean }) => sum + mean, 0) / chosen.length,
  });
  return { kind: "sides", intervalMs: partMs, high: side(high), low: side(low) };
}

function loadIntervals(
  { startMs, stepMs, values }: RunningRequestSeries,
  partMs: number,
): readonly LoadInterval[] {
  const sums = new Map<number, { sum: number; n: number }>();
  for (const [index, value] of values.entries()) {
    if (value === null) continue;
    const start = Math.floor((startMs + index * stepMs) / partMs) * partMs;
    const known = sums.get(start) ?? { sum: 0, n: 0 };
    sums.set(start, { sum: known.sum + value, n: known.n + 1 });
  }
  return [...sums].map(([start, { sum, n }]) => ({ startMs: start, mean: sum / n }));
}

function mergeAdjacent(
  parts: readonly LoadInterval[],
  partMs: number,
  window: TimeWindow,
): readonly TimeWindow[] {
  const windows: { startMs: number; endMs: number }[] = [];
  for (const { startMs } of parts.toSorted((x, y) => x.startMs - y.startMs)) {
    const [from, to] = [Math.max(startMs, window.startMs), Math.min(startMs + partMs, window.endMs)];
    if (to <= from) continue;
    const last = windows.at(-1);
    if (last?.endMs === from) last.endMs = to;
    else windows.push({ startMs: from, endMs: to });
  }
  return windows;
}
