/**
 * Decides which parts of a range must be read, given the cached range. Pure.
 *
 * A point is final if it was older than max(2 × scrape interval, 60 s) when it was read, because samples arrive late.
 * Points after the last final point are read again each time. The full range is read every ten minutes, because
 * backfilled samples may change the past.
 */
import { gridEndMs, type Grid } from "@/lib/model/grid";
import { clipGrid, type KeyedMatrix } from "./matrix-join";

/** Rules for how much of a cached range is read again. */
export const rangeReadRules = {
  finalAfterMs: 60_000,
  fullReadIntervalMs: 600_000,
  /** If the parts to read exceed this fraction of the range, a full read costs about the same. */
  minFullReadRatio: 0.6,
  /** Callers within one time slot share one read. */
  shortestSlotMs: 1_000,
  longestSlotMs: 5_000,
} as const;

/** Cached result of a range query, with the times that decide which of its points are read again. */
export interface CachedRange {
  readonly keyedMatrix: KeyedMatrix;
  /** Server time of the newest read. */
  readonly readAtMs: number;
  /** Points up to this time are final. */
  readonly finalThroughMs: number;
  /** Time slot of the newest read; see `findTimeSlotIndex`. Requests within one slot share the read. */
  readonly timeSlotIndex: number;
  /** Monotonic time of the last full read. */
  readonly fullReadAtMonotonicMs: number;
  /**
   * The longest range requested since the last full read, so that a narrow request does not shrink the cache of a
   * wide one.
   */
  readonly longestRequestedMs: number;
}

/** Current time: server time, and a clock that never runs backwards. */
export interface ReadClock {
  readonly nowMs: number;
  readonly monotonicMs: number;
}

/** How much of a range is read: nothing, everything, or only missing and recent parts. */
export type ReadPlan =
  | { readonly kind: "cached" }
  | { readonly kind: "full" }
  /** Read `missingGrids` and join them with the cached points on `cachedGrid`. */
  | { readonly kind: "missing-parts"; readonly cachedGrid: Grid; readonly missingGrids: readonly Grid[] };

/** Decides how much of `grid` is read again, given its cached points. */
export function planRead(cached: CachedRange | undefined, grid: Grid, clock: ReadClock): ReadPlan {
  if (cached === undefined) return { kind: "full" };
  const cachedGrid = cached.keyedMatrix.matrix.grid;
  const [cachedEndMs, endMs] = [gridEndMs(cachedGrid), gridEndMs(grid)];
  const coversAll = cachedGrid.startMs <= grid.startMs && cachedEndMs >= endMs;
  if (coversAll && cached.timeSlotIndex === findTimeSlotIndex(grid.stepMs, clock.nowMs))
    return { kind: "cached" };
  const isOld = clock.monotonicMs - cached.fullReadAtMonotonicMs >= rangeReadRules.fullReadIntervalMs;
  // A result with warnings may lack series, so none of its points are final.
  if (isOld || cached.keyedMatrix.matrix.warnings.length > 0) return { kind: "full" };
  const base = clipGrid(cachedGrid, cachedGrid.startMs, Math.min(endMs, cached.finalThroughMs));
  if (base === undefined || cachedGrid.startMs > endMs || gridEndMs(base) < grid.startMs)
    return { kind: "full" };
  const missingGrids = [
    clipGrid(grid, grid.startMs, cachedGrid.startMs - grid.stepMs),
    clipGrid(grid, gridEndMs(base) + grid.stepMs, endMs),
  ].filter((part) => part !== undefined);
  if (missingGrids.length === 0) return { kind: "cached" };
  const toRead = missingGrids.reduce((sum, part) => sum + part.pointCount, 0);
  if (toRead >= rangeReadRules.minFullReadRatio * grid.pointCount && toRead > 2) return { kind: "full" };
  return { kind: "missing-parts", cachedGrid: base, missingGrids };
}

/**
 * Returns the number of the time slot that contains `nowMs`. Requests with equal steps in one slot share a
 * read.
 */
export function findTimeSlotIndex(stepMs: number, nowMs: number): number {
  const slotMs = Math.min(rangeReadRules.longestSlotMs, Math.max(rangeReadRules.shortestSlotMs, stepMs));
  return Math.floor(nowMs / slotMs);
}

/**
 * Returns the time up to which points do not change any more if they were read at `readAtMs`.
 * `longestSpacingMs` is the longest scrape interval.
 */
export function findFinalThroughMs(readAtMs: number, longestSpacingMs: number | null | undefined): number {
  return readAtMs - Math.max(rangeReadRules.finalAfterMs, 2 * (longestSpacingMs ?? 0));
}

/**
 * Returns the range to cache after a read of `grid`: as far into the past as the longest recent request
 * needs.
 */
export function chooseGridToCache(
  grid: Grid,
  cachedGrid: Grid | undefined,
  longestRequestedMs: number,
): Grid {
  if (cachedGrid === undefined || cachedGrid.startMs >= grid.startMs) return grid;
  const endMs = gridEndMs(grid);
  const wantedMs = endMs - Math.floor(longestRequestedMs / grid.stepMs) * grid.stepMs;
  const startMs = Math.min(grid.startMs, Math.max(cachedGrid.startMs, wantedMs));
  return { startMs, stepMs: grid.stepMs, pointCount: Math.round((endMs - startMs) / grid.stepMs) + 1 };
}
