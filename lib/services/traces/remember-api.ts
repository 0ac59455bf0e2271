/** Which API a source was found to speak, for as long as it may be relied on. */

export interface ApiLookup {
  readonly slug: string;
  /** What the source says it is now; null where it does not tell. */
  readonly version: string | null;
  readonly atMs: number;
}

export interface ApiMemory<Api> {
  /** What is remembered, or what `probe` finds: after a minute, and at once when the source tells another version. */
  readonly read: (lookup: ApiLookup, probe: () => Promise<Api>) => Promise<Api>;
  readonly forget: (slug: string) => void;
}

/** A source may be replaced under the same address before its version is seen to change. */
export const rememberedMs = 60_000;

interface Remembered<Api> {
  readonly api: Api;
  readonly version: string | null;
  readonly untilMs: number;
}

/** A probe that fails is not remembered. */
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
