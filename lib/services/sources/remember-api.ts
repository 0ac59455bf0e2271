/** Cache of the API that each source supports. */

export interface ApiLookup {
  readonly slug: string;
  /** Version reported by the source; null when it reports none. */
  readonly version: string | null;
  readonly atMs: number;
}

export interface ApiMemory<Api> {
  /**
   * Returns the cached API or the result of `probe`. It probes again after a minute, and when the source's version
   * changes.
   */
  readonly read: (lookup: ApiLookup, probe: () => Promise<Api>) => Promise<Api>;
  readonly forget: (slug: string) => void;
}

/** A source may be replaced at the same address before its version is known to change. */
export const rememberedMs = 60_000;

interface Remembered<Api> {
  readonly api: Api;
  readonly version: string | null;
  readonly untilMs: number;
}

/** Creates the cache. Failed probes are not cached. */
export function rememberApi<Api>(): ApiMemory<Api> {
  const known = new Map<string, Remembered<Api>>();
  return {
    forget: (slug) => void known.delete(slug),
    read: async ({ slug, version, atMs }, probe) => {
      const found = known.get(slug);
      if (found !== undefined && atMs < found.untilMs && found.version === version) return found.api;
      const api = await probe();
      known.set(slug, { api, version, untilMs: atMs + rememberedMs });
      return api;
    },
  };
}
