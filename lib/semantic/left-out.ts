/** Which points of a grid lie in windows that say nothing about normal service, and what they take out. Pure. */
import type { LeftOut } from "@/lib/model/answer";
import type { ExclusionReason } from "@/lib/model/event";
import type { Grid } from "@/lib/model/grid";
import type { TimeWindow } from "@/lib/model/time-window";

export interface MarkedWindow extends TimeWindow {
  readonly reason: ExclusionReason;
}

export interface Marked {
  readonly isLeftOut: (index: number) => boolean;
  readonly leftOut: LeftOut;
}

/** A point speaks for (t − rateWindow, t]: one that a marked window touches is left out. */
export function leaveOut(windows: readonly MarkedWindow[], grid: Grid, rateWindowMs: number): Marked {
  const touched = Array.from({ length: grid.pointCount }, (_, index) => {
    const endMs = grid.startMs + index * grid.stepMs;
    return windows.filter((one) => one.startMs <= endMs && one.endMs > endMs - rateWindowMs);
  });
  const reasons = new Set(touched.flatMap((all) => all.map(({ reason }) => reason)));
  return {
    isLeftOut: (index) => (touched[index]?.length ?? 0) > 0,
    leftOut: {
      kind: "known",
      ms: touched.filter((all) => all.length > 0).length * grid.stepMs,
      markedMs: markedWithin(windows, grid),
      reasons: [...reasons].toSorted(),
    },
  };
}

/** How much of the grid's time was marked; windows that overlap count once. */
function markedWithin(windows: readonly TimeWindow[], { startMs, stepMs, pointCount }: Grid): number {
  const endMs = startMs + Math.max(0, pointCount - 1) * stepMs;
  let [markedMs, countedToMs] = [0, startMs];
  for (const one of windows.toSorted((left, right) => left.startMs - right.startMs)) {
    const fromMs = Math.max(one.startMs, countedToMs);
    const toMs = Math.min(one.endMs, endMs);
    if (toMs <= fromMs) continue;
    markedMs += toMs - fromMs;
    countedToMs = toMs;
  }
  return markedMs;
}

/** Where what was marked could not be read. */
export const nothingMarked: Marked = { isLeftOut: () => false, leftOut: { kind: "unknown" } };
