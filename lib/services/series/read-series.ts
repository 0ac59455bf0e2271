/**
 * The one door to series for all use cases: ranges, instants and the spacing of samples, through one memory for the whole
 * process. Which provider answers is decided here, in one ranked list.
 */
import { nowMs } from "@/lib/server/clock";
import { processMemory } from "@/lib/server/memory";
import { upstreamLimits } from "@/lib/server/upstream/upstream-limits";
import { connectionFor } from "@/lib/services/sources/source-connections";
import type { InstantReadResult, InstantReadRequest } from "./instant-reader";
import type { RangeReadResult, RangeReadRequest } from "./range-reader";
import type { Spacing } from "./sample-gaps";
import { rankProviders, type SeriesProvider } from "./series-provider";
import { createSeriesReader, type SeriesReader } from "./series-reader";
import { createQueryScheduler, type QueryScheduler } from "./query-scheduler";
import { createSpacingReader, type SpacingRequest } from "./spacing-reader";

/** One place less than a source takes at once, so that discovery, checks and events find room beside the panels. */
const schedulerLimits = { maxConcurrent: upstreamLimits.concurrent - 1, maxWaiting: 4_000 } as const;

function schedulerOf(sourceSlug: string): QueryScheduler {
  return processMemory(`series-asker:${sourceSlug}`, () =>
    createQueryScheduler({
      ...schedulerLimits,
      monotonicMs,
      upstream: () => connectionFor(sourceSlug).upstream,
    }),
  );
}

const CACHE_BYTES = 128 * 1024 * 1024;

const monotonicMs = (): number => performance.now();

const prometheus: SeriesProvider = {
  id: "prometheus",
  canRead: () => true,
  readRange: ({ lane = "", ...read }) => schedulerOf(read.sourceSlug).range({ ...read, lane }),
  readInstant: ({ lane = "", ...read }) => schedulerOf(read.sourceSlug).instant({ ...read, lane }),
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
export function readRange(read: RangeReadRequest): Promise<RangeReadResult> {
  return reader().readRange(read);
}

/** Values at one time, which the caller aligns so that readers share it. Stale as for `readRange`. */
export function readInstant(read: InstantReadRequest): Promise<InstantReadResult> {
  return reader().readInstant(read);
}

/** Coarsest and finest distance of samples in a window; null when the selector has no two samples there. */
export function sampleSpacing(read: SpacingRequest): Promise<Spacing | null> {
  const readSpacing = processMemory("spacing-reader", () =>
    createSpacingReader({
      monotonicMs,
      sourceFor: (slug) => {
        const scheduler = schedulerOf(slug);
        const lane = "spacing";
        return {
          queryRange: (query) => scheduler.range({ ...query, lane }),
          queryInstant: (query) => scheduler.instant({ ...query, lane }),
          querySamples: (query) => scheduler.samples({ ...query, lane }),
        };
      },
    }),
  );
  return readSpacing(read);
}
