/**
 * Caches that are limited by the memory of their keys and values. Keys contain queries of kilobytes. All caches of one
 * purpose share its memory, so that their number does not change the total.
 */
import { LRUCache } from "lru-cache";
import { estimateHeapBytes } from "@/lib/base/estimate-heap-bytes";
import { getMemoryLimitBytes, type MemoryPurpose } from "@/lib/server/memory-limits";
import { getProcessState } from "@/lib/server/process-state";

/** Entries of the cache itself, with their place in its order. */
const entryBytes = 200;

/** Cache that may forget any entry. */
export interface SizedCache<K extends string, V> {
  readonly get: (key: K) => V | undefined;
  /** Stores a value. Its time starts now. */
  readonly set: (key: K, value: V, options?: { readonly ttlMs?: number }) => void;
  readonly delete: (key: K) => void;
}

interface SizedCacheOptions<V> {
  /** Entries older than this are not returned. No limit when absent. */
  readonly ttlMs?: number;
  /** Gives the cache memory of this size, which it does not share. */
  readonly maxBytes?: number;
  /** Returns the bytes of a value. Estimated when absent. */
  readonly measureBytes?: (value: V) => number;
}

type Entries = LRUCache<string, object | string>;

/** Returns the entries of all caches of a purpose. */
export function getSharedEntries(purpose: MemoryPurpose): Entries {
  return getProcessState(`cache-entries:${purpose}`, () => createEntries(getMemoryLimitBytes(purpose)));
}

function createEntries(maxSize: number): Entries {
  return new LRUCache({ maxSize });
}

/** Returns a number that no earlier cache of the process has. */
function nextCacheNumber(): number {
  const counter = getProcessState("cache-numbers", () => ({ last: 0 }));
  counter.last += 1;
  return counter.last;
}

/** Creates a cache that removes the entries that were not used for the longest time when `purpose` has no memory left. */
export function createSizedCache<K extends string, V extends object | string>(
  purpose: MemoryPurpose,
  { ttlMs, maxBytes, measureBytes = estimateHeapBytes }: SizedCacheOptions<V> = {},
): SizedCache<K, V> {
  const entries = maxBytes === undefined ? getSharedEntries(purpose) : createEntries(maxBytes);
  const prefix = `${nextCacheNumber()} `;
  return {
    get: (key) => entries.get(prefix + key) as V | undefined,
    set: (key, value, { ttlMs: entryTtlMs = ttlMs } = {}) => {
      const size = entryBytes + prefix.length + key.length + measureBytes(value);
      entries.set(prefix + key, value, { size, ...(entryTtlMs === undefined ? {} : { ttl: entryTtlMs }) });
    },
    delete: (key) => void entries.delete(prefix + key),
  };
}
