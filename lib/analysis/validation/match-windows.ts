/**
 * The windows of a validation: as much time after the fix as before it, with the same hours of the day if there are such
 * hours since the fix. Times are in ms since 1970.
 */
import { pickBlocks } from "@/lib/analysis/baselines/pick-blocks";
import { describeLoad } from "@/lib/analysis/baselines/describe-load";
import { minBlocks, minuteMs } from "@/lib/analysis/statistics/blocks/plan-blocks";
import type { MeasuredWindow } from "@/lib/model/comparison/measured-side";
import type { TimeWindow } from "@/lib/model/time-window";

/** One day, 24 hours. Days with a change of the clocks differ. */
export const dayMs = 86_400_000;
const shortestMs = minBlocks * minuteMs;
/** A window of a watch can then be a quarter longer, and ends before the window of the next day begins. */
const longestWindowMs = 19 * 60 * minuteMs;

/** Windows of equal length before and after a fix. */
export interface MatchedWindows {
  readonly before: TimeWindow;
  readonly after: TimeWindow;
  /** Both windows have the same hours of the day. */
  readonly hasSameHours: boolean;
}

/**
 * Returns the windows to compare. `available` is the time since the fix. The window after the fix has the
 * same hours of the day as the window before it, on the newest day with the longest overlap. If the overlap
 * is shorter than 20 min, or than half of the possible time, the newest parts of both windows are compared
 * instead. Windows are at most 19 h long.
 */
export function matchWindows(before: TimeWindow, available: TimeWindow): MatchedWindows {
  const longestMs = Math.min(lengthOf(before), lengthOf(available), longestWindowMs);
  const common = findCommonHours(before, available);
  if (common !== null && lengthOf(common.after) >= Math.max(shortestMs, longestMs / 2))
    return { ...common, hasSameHours: true };
  const newest = ({ endMs }: TimeWindow): TimeWindow => ({ startMs: endMs - longestMs, endMs });
  return { before: newest(before), after: newest(available), hasSameHours: false };
}

function findCommonHours(
  before: TimeWindow,
  available: TimeWindow,
): Pick<MatchedWindows, "before" | "after"> | null {
  const newestDay = Math.floor((available.endMs - before.startMs) / dayMs);
  const oldestDay = Math.max(1, Math.ceil((available.startMs - before.endMs) / dayMs));
  let found: Pick<MatchedWindows, "before" | "after"> | null = null;
  for (let day = newestDay; day >= oldestDay; day -= 1) {
    const endMs = Math.min(before.endMs + day * dayMs, available.endMs);
    const startMs = Math.max(before.startMs + day * dayMs, available.startMs, endMs - longestWindowMs);
    if (endMs - startMs <= (found === null ? 0 : lengthOf(found.after))) continue;
    const shiftMs = day * dayMs;
    found = {
      after: { startMs, endMs },
      before: { startMs: startMs - shiftMs, endMs: endMs - shiftMs },
    };
  }
  return found;
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
    load: describeLoad(cut, {
      instanceCount: load.meanInstanceCount,
      requestCounting: load.requestCounting,
      entered: load.entered,
    }),
  };
}
