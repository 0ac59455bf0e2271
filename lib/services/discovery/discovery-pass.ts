/** One look at what a metrics source has: several questions that belong together, and whether their answers are whole. */
import type { InstantSample } from "@/lib/model/grid";
import { nowMs } from "@/lib/server/clock";
import { connectionFor } from "@/lib/services/sources/source-connections";
import { queryInstant, querySamples } from "@/lib/sources/prometheus/client";
import type { SampleRow } from "@/lib/sources/prometheus/mapper";

export interface DiscoveryPass {
  readonly slug: string;
  /** Samples of `promql`. Throws what the source's client throws. */
  readonly query: (promql: string) => Promise<readonly InstantSample[]>;
  /** Stored samples of a range such as `up[5m]`. Throws what the source's client throws. */
  readonly querySamples: (promql: string) => Promise<readonly SampleRow[]>;
  /** An answer so far came from some of the source's stores only: what it lacks may be there all the same. */
  readonly isPartial: () => boolean;
}

/** About the question itself, not about what the source could reach. */
const aboutQuery = /^PromQL warning:/;

/** A look at the source `slug` at `atMs`; each question at its own now where that is not given. */
export function startDiscoveryPass(slug: string, atMs?: number): DiscoveryPass {
  let isPartial = false;
  return {
    slug,
    isPartial: () => isPartial,
    querySamples: (promql) => querySamples(connectionFor(slug).upstream, { promql, atMs: atMs ?? nowMs() }),
    query: async (promql) => {
      const { samples, warnings } = await queryInstant(connectionFor(slug).upstream, {
        promql,
        atMs: atMs ?? nowMs(),
      });
      isPartial ||= warnings.some((warning) => !aboutQuery.test(warning));
      return samples;
    },
  };
}
