/** Cache of the API that each source supports. */

/** Key and time of a lookup in the cache of detected APIs. */
export interface ApiLookup {
  readonly sourceSlug: string;
  /** Version reported by the source; null when it reports none. */
  readonly sourceVersion: string | null;
  readonly nowMs: number;
}

/** Cache of the API version that each source supports. */
export interface ApiCache<Api> {
  /**
   * Returns the cached API or the result of `probe`. It probes again after a minute, and when the source's version
   * changes.
   */
  readonly read: (lookup: ApiLookup, probe: () => Promise<Api>) => Promise<Api>;
  readonly forget: (slug: string) => void;
}

/** Lifetime of a cached API. It is short because another server can take over the address before its version is read. */
export const apiCacheMs = 60_000;

interface Remembered<Api> {
  readonly api: Api;
  readonly version: string | null;
  readonly untilMs: number;
}

/** Creates the cache. Failed probes are not cached. */
export function createApiCache<Api>(): ApiCache<Api> {
  const known = new Map<string, Remembered<Api>>();
  return {
    forget: (slug) => void known.delete(slug),
    read: async ({ sourceSlug, sourceVersion, nowMs }, probe) => {
      const found = known.get(sourceSlug);
      if (found !== undefined && nowMs < found.untilMs && found.version === sourceVersion) return found.api;
      const api = await probe();
      known.set(sourceSlug, { api, version: sourceVersion, untilMs: nowMs + apiCacheMs });
      return api;
    },
  };
}
