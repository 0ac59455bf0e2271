/**
 * Determines which points of a grid overlap windows marked as maintenance, incident or load test, and how much time
 * they exclude. Pure.
 */
import type { ExcludedTime } from "@/lib/model/answer";
import type { ExclusionReason } from "@/lib/model/event";
import type { Grid } from "@/lib/model/grid";
import type { TimeWindow } from "@/lib/model/time-window";

/** Time range that an operator marked as not representative, such as maintenance. */
export interface ExclusionWindow extends TimeWindow {
  readonly reason: ExclusionReason;
}

/** Grid points that are excluded from comparisons, and the excluded time. */
export interface Exclusion {
  readonly isExcluded: (pointIndex: number) => boolean;
  readonly excludedTime: ExcludedTime;
}

/**
 * Finds the excluded grid points. A point covers (t − rateWindow, t] and is excluded if a marked range
 * overlaps it.
 */
export function findExcludedTime(
  windows: readonly ExclusionWindow[],
  grid: Grid,
  rateWindowMs: number,
): Exclusion {
  const touched = Array.from({ length: grid.pointCount }, (_, index) => {
    const endMs = grid.startMs + index * grid.stepMs;
    return windows.filter((one) => one.startMs <= endMs && one.endMs > endMs - rateWindowMs);
  });
  const reasons = new Set(touched.flatMap((touching) => touching.map(({ reason }) => reason)));
  return {
    isExcluded: (index) => (touched[index]?.length ?? 0) > 0,
    excludedTime: {
      kind: "known",
      durationMs: touched.filter((touching) => touching.length > 0).length * grid.stepMs,
      markedMs: markedWithin(windows, grid),
      reasons: [...reasons].toSorted(),
    },
  };
}

/** Returns the marked time within the grid; overlapping windows count once. */
function markedWithin(windows: readonly TimeWindow[], { startMs, stepMs, pointCount }: Grid): number {
  const endMs = startMs + Math.max(0, pointCount - 1) * stepMs;
  let [markedMs, countedToMs] = [0, startMs];
  for (const one of windows.toSorted((a, b) => a.startMs - b.startMs)) {
    const fromMs = Math.max(one.startMs, countedToMs);
    const toMs = Math.min(one.endMs, endMs);
    if (toMs <= fromMs) continue;
    markedMs += toMs - fromMs;
    countedToMs = toMs;
  }
  return markedMs;
}

/** Result if the marked time ranges could not be loaded: no point is excluded. */
export const unknownExclusion: Exclusion = { isExcluded: () => false, excludedTime: { kind: "unknown" } };
