/** Reads ranges through a cache. Final points are not read again, and missing points are read and joined. */
import { assert } from "@/lib/base/assert";
import { createScopedKey, type ReadableSource, type ScopedKey } from "@/lib/model/sources/source-scope";
import { AppError } from "@/lib/model/app-error";
import { gridEndMs, type Grid, type Matrix } from "@/lib/model/grid";
import { resultLimits } from "@/lib/sources/prometheus/client";
import { createWorkShare } from "@/lib/server/concurrency/share";
import { createSizedCache } from "@/lib/server/concurrency/sized-cache";
import { addRowKeys, compactMatrix, estimateMatrixBytes, joinMatrices } from "./matrix-join";
import {
  findFinalThroughMs,
  chooseGridToCache,
  planRead,
  findTimeSlotIndex,
  type CachedRange,
  type ReadPlan,
} from "./read-plan";
import type { PromqlSource, ReaderDependencies, ReadOptions } from "./reader-dependencies";
import { createReadFailures, type StaleReason } from "./read-failures";

/** PromQL query to evaluate on a grid, with the source that answers it. */
export interface RangeReadRequest {
  readonly source: ReadableSource;
  readonly promql: string;
  readonly grid: Grid;
  /** True if the window moves with the clock, so that reads of later windows extend the cached range. */
  readonly isLive: boolean;
  /** Longest scrape interval in the window, if known. */
  readonly longestSpacingMs?: number | null | undefined;
  /** Page or job that sends the query. Lanes take turns at a source. */
  readonly lane?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Result of a range query, with its age. Callers share the arrays and must never modify them. */
export interface RangeReadResult {
  readonly matrix: Matrix;
  /** Time up to which the result is current. This is the time of the oldest read, or now for a final result. */
  readonly asOfMs: number;
  readonly stale: StaleReason | null;
}

/** After waiting for this many reads in flight, a caller reads the range itself. */
const MAX_WAITS = 3;

/**
 * Creates a function that evaluates range queries with a cache: old points are reused, and only missing and
 * recent ones are read.
 */
export function createRangeReader(
  dependencies: ReaderDependencies,
): (read: RangeReadRequest) => Promise<RangeReadResult> {
  const cache = createSizedCache<ScopedKey, CachedRange>("seriesRanges", {
    ...(dependencies.cacheBytes === undefined ? {} : { maxBytes: dependencies.cacheBytes }),
    measureBytes: ({ keyedMatrix }) => estimateMatrixBytes(keyedMatrix),
  });
  const inFlight = createWorkShare<CachedRange, Grid>();
  const failures = createReadFailures(dependencies);

  const findCached = (key: ScopedKey): CachedRange | undefined =>
    omitFutureRead(cache.get(key), dependencies.nowMs());

  const fetch = async (
    key: ScopedKey,
    read: RangeReadRequest,
    options: ReadOptions,
  ): Promise<CachedRange> => {
    const before = findCached(key);
    const clock = { nowMs: dependencies.nowMs(), monotonicMs: dependencies.monotonicMs() };
    const fetched = await readParts(dependencies.promqlSource, read, {
      plan: planRead(before, read.grid, clock),
      before,
      options,
    });
    const isFull = fetched.base === undefined;
    const requestedMs = gridEndMs(read.grid) - read.grid.startMs;
    const spanMs = isFull ? requestedMs : Math.max(requestedMs, before?.longestRequestedMs ?? 0);
    const joined = joinMatrices(chooseGridToCache(read.grid, fetched.base, spanMs), fetched.pieces);
    assertFits(joined.matrix.rows.length, read.grid);
    const cached: CachedRange = {
      keyedMatrix: compactMatrix(joined),
      readAtMs: clock.nowMs,
      finalThroughMs: findFinalThroughMs(clock.nowMs, read.longestSpacingMs),
      timeSlotIndex: findTimeSlotIndex(read.grid.stepMs, clock.nowMs),
      fullReadAtMonotonicMs: isFull
        ? clock.monotonicMs
        : (before?.fullReadAtMonotonicMs ?? clock.monotonicMs),
      longestRequestedMs: spanMs,
    };
    if (!isSuperseded(findCached(key), cached)) cache.set(key, cached);
    return cached;
  };

  const readThroughCache = async (key: ScopedKey, read: RangeReadRequest): Promise<CachedRange> => {
    for (let waits = 0; ; waits += 1) {
      const cached = findCached(key);
      const plan = planRead(cached, read.grid, {
        nowMs: dependencies.nowMs(),
        monotonicMs: dependencies.monotonicMs(),
      });
      if (plan.kind === "cached" && cached !== undefined) return cached;
      failures.throwRecentFailure(key);
      const covering = inFlight.find(key, (grid) => covers(grid, read.grid));
      if (covering !== undefined) return covering.joinResult(read.signal);
      // A full read of nearly the same range is in flight: afterwards only the tail remains to be read.
      const useful = plan.kind === "full" && waits < MAX_WAITS;
      const near = useful ? inFlight.find(key, (grid) => overlapsMostly(grid, read.grid)) : undefined;
      if (near === undefined)
        return inFlight
          .start(key, read.grid, (signal, onSent) =>
            failures.runRead(key, signal, () => fetch(key, read, { signal, onSent })),
          )
          .joinResult(read.signal);
      await near.joinResult(read.signal);
    }
  };

  return async (read) => {
    assertValidGrid(read.grid);
    const key = rangeKey(read);
    try {
      const { keyedMatrix, readAtMs, finalThroughMs } = await readThroughCache(key, read);
      // Final points cannot change, so they count as read now.
      const asOfMs = gridEndMs(read.grid) <= finalThroughMs ? dependencies.nowMs() : readAtMs;
      return { matrix: joinMatrices(read.grid, [keyedMatrix]).matrix, asOfMs, stale: null };
    } catch (error) {
      const last = toLastGood(cache.get(key), read.grid, dependencies.nowMs());
      const stale = failures.findStaleReason(key, error);
      if (last === undefined || stale === undefined) throw error;
      return { ...last, stale };
    }
  };
}

/** Returns undefined for a range that was read before the clock was set back, because it contains future points. */
function omitFutureRead(cached: CachedRange | undefined, nowMs: number): CachedRange | undefined {
  return cached !== undefined && cached.readAtMs <= nowMs ? cached : undefined;
}

/** Returns the cached points of the grid; undefined if there are none. Their age is not negative. */
function toLastGood(cached: CachedRange | undefined, grid: Grid, nowMs: number) {
  if (cached === undefined || !overlaps(cached.keyedMatrix.matrix.grid, grid)) return undefined;
  const asOfMs = Math.min(cached.readAtMs, nowMs);
  return { matrix: joinMatrices(grid, [cached.keyedMatrix]).matrix, asOfMs };
}

interface PartReadOptions {
  readonly plan: ReadPlan;
  readonly before: CachedRange | undefined;
  readonly options: ReadOptions;
}

async function readParts(
  promqlSource: PromqlSource,
  read: RangeReadRequest,
  { plan, before, options }: PartReadOptions,
): Promise<{ readonly base: Grid | undefined; readonly pieces: readonly ReturnType<typeof addRowKeys>[] }> {
  const { source, promql, lane } = read;
  const readPart = async (grid: Grid): Promise<ReturnType<typeof addRowKeys>> =>
    addRowKeys(await promqlSource.queryRange({ source, promql, grid, lane, ...options }));
  if (plan.kind !== "missing-parts" || before === undefined)
    return { base: undefined, pieces: [await readPart(read.grid)] };
  const fresh = await Promise.all(plan.missingGrids.map(readPart));
  return { base: plan.cachedGrid, pieces: [joinMatrices(plan.cachedGrid, [before.keyedMatrix]), ...fresh] };
}

function assertValidGrid(grid: Grid): void {
  // Results on other points could not be joined.
  assert(grid.startMs % grid.stepMs === 0, "the start of a grid must be a multiple of its step");
  if (grid.pointCount <= resultLimits.maxPoints) return;
  throw new AppError(
    "query-too-large",
    `the query requests ${grid.pointCount} points per series, but the maximum is ${resultLimits.maxPoints}`,
  );
}

/** Throws an error if the joined result exceeds the limits. Each part may be within them. */
function assertFits(seriesCount: number, grid: Grid): void {
  const isTooLarge =
    seriesCount > resultLimits.maxSeries || seriesCount * grid.pointCount > resultLimits.maxCells;
  if (!isTooLarge) return;
  throw new AppError(
    "query-too-large",
    `the query returns ${seriesCount} series, more than Ridgepoint reads at once`,
  );
}

function rangeKey({ source, promql, grid, isLive }: RangeReadRequest): ScopedKey {
  const fixed = isLive ? [] : [grid.startMs, grid.pointCount];
  return createScopedKey(source.scope, source.slug, promql, grid.stepMs, ...fixed);
}

function covers(outer: Grid, inner: Grid): boolean {
  return outer.startMs <= inner.startMs && gridEndMs(outer) >= gridEndMs(inner);
}

function overlaps(a: Grid, b: Grid): boolean {
  return a.startMs <= gridEndMs(b) && b.startMs <= gridEndMs(a);
}

function overlapsMostly(a: Grid, b: Grid): boolean {
  const fromMs = Math.max(a.startMs, b.startMs);
  const sharedMs = Math.min(gridEndMs(a), gridEndMs(b)) - fromMs;
  return sharedMs > 0.5 * (gridEndMs(b) - b.startMs);
}

/**
 * Returns true if `current` covers the range of `other` and is at least as recent. A slower read must then not replace
 * it.
 */
function isSuperseded(current: CachedRange | undefined, other: CachedRange): boolean {
  if (current === undefined || current.timeSlotIndex < other.timeSlotIndex) return false;
  return covers(current.keyedMatrix.matrix.grid, other.keyedMatrix.matrix.grid);
}
