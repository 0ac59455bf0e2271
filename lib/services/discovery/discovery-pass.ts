/** A set of related queries to one metrics source that records whether any response was partial. */
import type { ReadableSource } from "@/lib/model/sources/source-scope";
import type { InstantSample } from "@/lib/model/grid";
import { nowMs } from "@/lib/server/clock";
import { getSourceConnection } from "@/lib/services/sources/source-connections";
import { queryInstant, querySamples } from "@/lib/sources/prometheus/client";
import type { SeriesSamples } from "@/lib/sources/prometheus/mapper";

/** Access to one source during one discovery. */
export interface DiscoveryPass {
  readonly sourceSlug: string;
  /** Runs an instant query. Throws errors of the source client. */
  readonly queryInstant: (promql: string) => Promise<readonly InstantSample[]>;
  /** Reads the raw samples of a range selector such as `up[5m]`. Throws errors of the source client. */
  readonly querySamples: (promql: string) => Promise<readonly SeriesSamples[]>;
  /** Returns true if some stores behind the source did not respond, so data may be missing. */
  readonly isPartial: () => boolean;
}

/** Matches warnings about the query itself, which do not mean that data are missing. */
const aboutQuery = /^PromQL warning:/;

/** Starts a discovery of `source` as of `atMs`. Without `atMs`, each query uses the current time. */
export function startDiscoveryPass(source: ReadableSource, atMs?: number): DiscoveryPass {
  let isPartial = false;
  return {
    sourceSlug: source.slug,
    isPartial: () => isPartial,
    querySamples: (promql) =>
      querySamples(getSourceConnection(source).upstream, { promql, atMs: atMs ?? nowMs() }),
    queryInstant: async (promql) => {
      const { samples, warnings } = await queryInstant(getSourceConnection(source).upstream, {
        promql,
        atMs: atMs ?? nowMs(),
      });
      isPartial ||= warnings.some((warning) => !aboutQuery.test(warning));
      return samples;
    },
  };
}
