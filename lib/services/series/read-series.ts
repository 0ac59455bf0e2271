/**
 * The one door to series for all use cases: ranges, instants and the spacing of samples, through one memory for the whole
 * process. Which provider answers is decided here, in one ranked list.
 */
import { nowMs } from "@/lib/server/clock";
import { processMemory } from "@/lib/server/memory";
import { upstreamLimits } from "@/lib/server/upstream/upstream-limits";
import { connectionFor } from "@/lib/services/sources/source-connections";
import type { InstantAnswer, InstantRead } from "./instant-reader";
import type { RangeAnswer, RangeRead } from "./range-reader";
import type { Spacing } from "./sample-gaps";
import { rankProviders, type SeriesProvider } from "./series-provider";
import { createSeriesReader, type SeriesReader } from "./series-reader";
import { createSourceAsker, type SourceAsker } from "./source-asker";
import { createSpacingReader, type SpacingRead } from "./spacing-reader";

/** One place less than a source takes at once, so that discovery, checks and events find room beside the panels. */
const turnRules = { atOnce: upstreamLimits.concurrent - 1, waiting: 4_000 } as const;

function askerOf(sourceSlug: string): SourceAsker {
  return processMemory(`series-asker:${sourceSlug}`, () =>
    createSourceAsker({ ...turnRules, monotonicMs, upstream: () => connectionFor(sourceSlug).upstream }),
  );
}

const CACHE_BYTES = 128 * 1024 * 1024;

const monotonicMs = (): number => performance.now();

const prometheus: SeriesProvider = {
  id: "prometheus",
  canRead: () => true,
  readRange: ({ lane = "", ...read }) => askerOf(read.sourceSlug).range({ ...read, lane }),
  readInstant: ({ lane = "", ...read }) => askerOf(read.sourceSlug).instant({ ...read, lane }),
};

/** Best first. */
const providers: readonly SeriesProvider[] = [prometheus];

function reader(): SeriesReader {
  return processMemory("series-reader", () =>
    createSeriesReader({
      provider: rankProviders(providers),
      nowMs,
      monotonicMs,
      random: Math.random,
      cacheBytes: CACHE_BYTES,
    }),
  );
}

/**
 * Values on a grid whose points are multiples of its step. When the source fails, the last good answer on the same grid
 * with `stale` set: points not read are NaN. Throws AppError when there is none, and for questions that are refused.
 */
export function readRange(read: RangeRead): Promise<RangeAnswer> {
  return reader().readRange(read);
}

/** Values at one time, which the caller aligns so that readers share it. Stale as for `readRange`. */
export function readInstant(read: InstantRead): Promise<InstantAnswer> {
  return reader().readInstant(read);
}

/** Coarsest and finest distance of samples in a window; null when the selector has no two samples there. */
export function sampleSpacing(read: SpacingRead): Promise<Spacing | null> {
  const readSpacing = processMemory("spacing-reader", () =>
    createSpacingReader({
      monotonicMs,
      sourceFor: (slug) => {
        const asker = askerOf(slug);
        const lane = "spacing";
        return {
          queryRange: (query) => asker.range({ ...query, lane }),
          queryInstant: (query) => asker.instant({ ...query, lane }),
          querySamples: (query) => asker.samples({ ...query, lane }),
        };
      },
    }),
  );
  return readSpacing(read);
}
