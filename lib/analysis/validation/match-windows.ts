/**
 * The windows of a validation: as much time after the fix as before it, with the same hours of the day if there are
 * such hours since the fix, on a day with equal load. Times are in ms since 1970.
 */
import { pickBlocks } from "@/lib/analysis/baselines/pick-blocks";
import { computeLoad } from "@/lib/analysis/baselines/describe-load";
import { minBlocks, minuteMs } from "@/lib/analysis/statistics/blocks/plan-blocks";
import type { MeasuredWindow } from "@/lib/model/comparison/measured-side";
import type { TimeWindow } from "@/lib/model/time-window";

/** One day: 24 hours, except on days with a daylight saving time change. */
export const dayMs = 86_400_000;
const shortestMs = minBlocks * minuteMs;
/**
 * Maximum length of a window: 19 h. A window of a watch can then be extended by a quarter and still ends before the
 * window of the next day begins.
 */
const longestWindowMs = 19 * 60 * minuteMs;

/** Windows of equal length before and after a fix. */
export interface MatchedWindows {
  readonly before: TimeWindow;
  readonly after: TimeWindow;
  /** True if both windows have the same hours of the day. */
  readonly hasSameHours: boolean;
}

/**
 * Returns the pairs of windows that can be compared, the newest first. `available` is the time since the fix. Each
 * window after the fix has the same hours of the day as the window before the fix. There is a pair for each day with
 * the longest overlap of these hours. If this overlap is shorter than 20 min, or shorter than half of the possible
 * time, the only pair consists of the newest parts of both windows. Windows are at most 19 h long.
 */
export function listMatchedWindows(
  before: TimeWindow,
  available: TimeWindow,
): readonly [MatchedWindows, ...MatchedWindows[]] {
  const longestMs = Math.min(lengthOf(before), lengthOf(available), longestWindowMs);
  const [newestPair, ...older] = findCommonHours(before, available);
  if (newestPair !== undefined && lengthOf(newestPair.after) >= Math.max(shortestMs, longestMs / 2))
    return [newestPair, ...older];
  const newest = ({ endMs }: TimeWindow): TimeWindow => ({ startMs: endMs - longestMs, endMs });
  return [{ before: newest(before), after: newest(available), hasSameHours: false }];
}

/** Returns the newest of the pairs that `listMatchedWindows` returns. */
export function matchWindows(before: TimeWindow, available: TimeWindow): MatchedWindows {
  return listMatchedWindows(before, available)[0];
}

/** Returns the pairs with the longest overlap. */
function findCommonHours(before: TimeWindow, available: TimeWindow): readonly MatchedWindows[] {
  const newestDay = Math.floor((available.endMs - before.startMs) / dayMs);
  const oldestDay = Math.max(1, Math.ceil((available.startMs - before.endMs) / dayMs));
  const days = Array.from(
    { length: Math.max(0, newestDay - oldestDay + 1) },
    (_, index) => newestDay - index,
  );
  const pairs = days.map((day): MatchedWindows => {
    const shiftMs = day * dayMs;
    const endMs = Math.min(before.endMs + shiftMs, available.endMs);
    const startMs = Math.max(before.startMs + shiftMs, available.startMs, endMs - longestWindowMs);
    return {
      after: { startMs, endMs },
      before: { startMs: startMs - shiftMs, endMs: endMs - shiftMs },
      hasSameHours: true,
    };
  });
  const longestMs = Math.max(0, ...pairs.map(({ after }) => lengthOf(after)));
  return longestMs === 0 ? [] : pairs.filter(({ after }) => lengthOf(after) === longestMs);
}

function lengthOf({ startMs, endMs }: TimeWindow): number {
  return endMs - startMs;
}

/**
 * Returns the measurements of a part of the window, with its complete blocks. Returns all measurements if
 * the part has fewer than 20 blocks.
 */
export function cutMeasuredWindow<Side extends MeasuredWindow>(side: Side, part: TimeWindow): Side {
  const { measured, load } = side;
  const { startMs, blockMs, blockCount } = measured;
  const indexes = Array.from({ length: blockCount }, (_, index) => index).filter((index) => {
    const blockStartMs = startMs + index * blockMs;
    return blockStartMs >= part.startMs && blockStartMs + blockMs <= part.endMs;
  });
  const first = indexes[0];
  if (first === undefined || indexes.length < minBlocks || indexes.length === blockCount) return side;
  const cut = { ...pickBlocks(measured, indexes), startMs: startMs + first * blockMs };
  return {
    ...side,
    window: { startMs: cut.startMs, endMs: cut.startMs + indexes.length * blockMs },
    measured: cut,
    load: computeLoad(cut, {
      instanceCount: load.meanInstanceCount,
      requestCounting: load.requestCounting,
      entered: load.entered,
    }),
  };
}
