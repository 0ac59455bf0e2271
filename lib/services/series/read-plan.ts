/**
 * Decides what of a wanted range has to be read, given what is kept from earlier reads. Pure.
 *
 * A point is final once it was older, when read, than the time in which samples still arrive: max(2 × spacing, 60 s).
 * Everything after the last final point is read again each time. Every ten minutes the whole range is, because samples
 * can be added to the past behind our back.
 */
import { gridEndMs, type Grid } from "@/lib/model/grid";
import { partOf, type KeyedMatrix } from "./matrix-join";

export const readRules = {
  youngestFinalMs: 60_000,
  fullReadEveryMs: 600_000,
  /** Reading two parts costs about as much as all of it when they are this much of it. */
  fullFromRatio: 0.6,
  /** Readers within one slot of time share one read. */
  shortestSlotMs: 1_000,
  longestSlotMs: 5_000,
} as const;

export interface CachedRange {
  readonly data: KeyedMatrix;
  /** Server time of the newest read in it. */
  readonly readAtMs: number;
  /** Points up to here never change. */
  readonly finalThroughMs: number;
  readonly slot: number;
  /** Monotonic time of the last full read. */
  readonly fullReadAtMs: number;
  /** The longest range asked for since then: what a wide viewer needs is not dropped for a narrow one. */
  readonly spanMs: number;
}

export interface PlanClock {
  readonly nowMs: number;
  readonly monotonicMs: number;
}

export type ReadPlan =
  | { readonly kind: "cached" }
  | { readonly kind: "full" }
  /** Read `parts` and join them with what is kept on `base`. */
  | { readonly kind: "parts"; readonly base: Grid; readonly parts: readonly Grid[] };

export function planRead(cached: CachedRange | undefined, grid: Grid, clock: PlanClock): ReadPlan {
  if (cached === undefined) return { kind: "full" };
  const cachedGrid = cached.data.matrix.grid;
  const [cachedEndMs, endMs] = [gridEndMs(cachedGrid), gridEndMs(grid)];
  const coversAll = cachedGrid.startMs <= grid.startMs && cachedEndMs >= endMs;
  if (coversAll && cached.slot === slotOf(grid.stepMs, clock.nowMs)) return { kind: "cached" };
  const isOld = clock.monotonicMs - cached.fullReadAtMs >= readRules.fullReadEveryMs;
  // An answer with warnings may lack series: nothing of it is final.
  if (isOld || cached.data.matrix.warnings.length > 0) return { kind: "full" };
  const base = partOf(cachedGrid, cachedGrid.startMs, Math.min(endMs, cached.finalThroughMs));
  if (base === undefined || cachedGrid.startMs > endMs || gridEndMs(base) < grid.startMs)
    return { kind: "full" };
  const parts = [
    partOf(grid, grid.startMs, cachedGrid.startMs - grid.stepMs),
    partOf(grid, gridEndMs(base) + grid.stepMs, endMs),
  ].filter((part) => part !== undefined);
  if (parts.length === 0) return { kind: "cached" };
  const toRead = parts.reduce((sum, part) => sum + part.pointCount, 0);
  if (toRead >= readRules.fullFromRatio * grid.pointCount && toRead > 2) return { kind: "full" };
  return { kind: "parts", base, parts };
}

/** The number of the slot of time that `nowMs` lies in. Viewers with the same step share it, whenever they came. */
export function slotOf(stepMs: number, nowMs: number): number {
  const slotMs = Math.min(readRules.longestSlotMs, Math.max(readRules.shortestSlotMs, stepMs));
  return Math.floor(nowMs / slotMs);
}

/** The last time whose point is final when read at `readAtMs`. */
export function finalThrough(readAtMs: number, spacingMs: number | undefined): number {
  return readAtMs - Math.max(readRules.youngestFinalMs, 2 * (spacingMs ?? 0));
}

/** What to keep after reading for `grid`: as much of the past as the longest recent question needs. */
export function gridToCache(grid: Grid, base: Grid | undefined, spanMs: number): Grid {
  if (base === undefined || base.startMs >= grid.startMs) return grid;
  const endMs = gridEndMs(grid);
  const wantedMs = endMs - Math.floor(spanMs / grid.stepMs) * grid.stepMs;
  const startMs = Math.min(grid.startMs, Math.max(base.startMs, wantedMs));
  return { startMs, stepMs: grid.stepMs, pointCount: Math.round((endMs - startMs) / grid.stepMs) + 1 };
}
