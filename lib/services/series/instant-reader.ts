/**
 * Reads instant vectors through a cache. Callers in the same time slot share one read, and final values are not read
 * again.
 */
import { createScopedKey, type ReadableSource, type ScopedKey } from "@/lib/model/sources/source-scope";
import type { InstantVector } from "@/lib/model/grid";
import { createWorkShare, findOrStart } from "@/lib/server/concurrency/share";
import { createSizedCache } from "@/lib/server/concurrency/sized-cache";
import { findFinalThroughMs, findTimeSlotIndex } from "./read-plan";
import type { ReaderDependencies, ReadOptions } from "./reader-dependencies";
import { createReadFailures, type StaleReason } from "./read-failures";

/** PromQL query to evaluate at one time, with the source that answers it. */
export interface InstantReadRequest {
  readonly source: ReadableSource;
  readonly promql: string;
  readonly atMs: number;
  /** True for a slow query, which would delay other queries of a batch. */
  readonly isSentSeparately?: boolean;
  readonly longestSpacingMs?: number;
  /** Page or job that sends the query. Lanes take turns at a source. */
  readonly lane?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Result of an instant query, with its age. */
export interface InstantReadResult {
  readonly vector: InstantVector;
  readonly asOfMs: number;
  readonly stale: StaleReason | null;
}

interface CachedVector {
  readonly vector: InstantVector;
  readonly atMs: number;
  readonly readAtMs: number;
  readonly slot: number;
}

/** Cache keys of a result and of the latest result of its query. */
interface CacheKeys {
  readonly key: ScopedKey;
  readonly last: ScopedKey;
}

const INSTANT_SLOT_OF_MS = 5_000;

/**
 * Creates a function that evaluates instant queries with a cache. Concurrent reads of one query share one
 * request.
 */
export function createInstantReader(
  dependencies: ReaderDependencies,
): (read: InstantReadRequest) => Promise<InstantReadResult> {
  const { cacheBytes } = dependencies;
  const cache = createSizedCache<ScopedKey, CachedVector>(
    "seriesInstants",
    cacheBytes === undefined ? {} : { maxBytes: cacheBytes },
  );
  const inFlight = createWorkShare<CachedVector>();
  const failures = createReadFailures(dependencies);

  /** Returns true for a vector that was read before the clock was set back. */
  const isFromFuture = ({ readAtMs }: CachedVector): boolean => readAtMs > dependencies.nowMs();

  const fetch = async (
    { key, last }: CacheKeys,
    read: InstantReadRequest,
    options: ReadOptions,
  ): Promise<CachedVector> => {
    const readAtMs = dependencies.nowMs();
    const vector = await dependencies.promqlSource.queryInstant({ ...read, ...options });
    const cached = {
      vector,
      atMs: read.atMs,
      readAtMs,
      slot: findTimeSlotIndex(INSTANT_SLOT_OF_MS, readAtMs),
    };
    cache.set(key, cached);
    // A read of an earlier time, for example of a previous window, must not replace the latest value.
    const latest = cache.get(last);
    if (latest === undefined || latest.atMs <= read.atMs || isFromFuture(latest)) cache.set(last, cached);
    return cached;
  };

  const readThroughCache = (keys: CacheKeys, read: InstantReadRequest): Promise<CachedVector> => {
    const { key, last } = keys;
    const known = cache.get(key);
    const cached = known === undefined || isFromFuture(known) ? undefined : known;
    const isSettled =
      cached !== undefined && read.atMs <= findFinalThroughMs(cached.readAtMs, read.longestSpacingMs);
    if (
      cached !== undefined &&
      (isSettled || cached.slot === findTimeSlotIndex(INSTANT_SLOT_OF_MS, dependencies.nowMs()))
    ) {
      return Promise.resolve(cached);
    }
    failures.throwRecentFailure(last);
    return findOrStart(inFlight, key, (signal, onSent) =>
      failures.runRead(last, signal, () => fetch(keys, read, { signal, onSent })),
    ).joinResult(read.signal);
  };

  return async (read) => {
    const last = lastKey(read);
    try {
      const { vector, readAtMs } = await readThroughCache({ key: timeKey(read), last }, read);
      const isFinal = read.atMs <= findFinalThroughMs(readAtMs, read.longestSpacingMs);
      return { vector, asOfMs: isFinal ? dependencies.nowMs() : readAtMs, stale: null };
    } catch (error) {
      const cached = cache.get(last);
      const stale = failures.findStaleReason(last, error);
      // A later value must not replace an earlier one.
      if (cached === undefined || stale === undefined) throw error;
      if (cached.atMs > read.atMs && !isFromFuture(cached)) throw error;
      return { vector: cached.vector, asOfMs: Math.min(cached.readAtMs, dependencies.nowMs()), stale };
    }
  };
}

function lastKey({ source, promql }: InstantReadRequest): ScopedKey {
  return createScopedKey(source.scope, source.slug, promql);
}

function timeKey({ source, promql, atMs }: InstantReadRequest): ScopedKey {
  return createScopedKey(source.scope, source.slug, promql, atMs);
}
