/** Caches that are limited by the memory of their keys and values. Keys contain queries of kilobytes. */
import { LRUCache } from "lru-cache";
import { estimateHeapBytes } from "@/lib/base/estimate-heap-bytes";
import { getMemoryLimitBytes, type MemoryPurpose } from "@/lib/server/memory-limits";

/** Entries of the cache itself, with their place in its order. */
const entryBytes = 200;

interface SizedCacheOptions<V> {
  /** Entries older than this are not returned. No limit when absent. */
  readonly ttlMs?: number;
  /** Replaces the limit of the purpose. */
  readonly maxBytes?: number;
  /** Returns the bytes of a value. Estimated when absent. */
  readonly measureBytes?: (value: V) => number;
}

/** Creates a cache that removes the entries that were not used for the longest time when `purpose` has no memory left. */
export function createSizedCache<K extends string, V extends object | string>(
  purpose: MemoryPurpose,
  { ttlMs, maxBytes, measureBytes = estimateHeapBytes }: SizedCacheOptions<V> = {},
): LRUCache<K, V> {
  return new LRUCache<K, V>({
    maxSize: maxBytes ?? getMemoryLimitBytes(purpose),
    sizeCalculation: (value, key) => entryBytes + key.length + measureBytes(value),
    ...(ttlMs === undefined ? {} : { ttl: ttlMs }),
  });
}
