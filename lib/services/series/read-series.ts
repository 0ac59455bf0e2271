/**
 * Entry point for all reads of series: ranges, instants and scrape intervals, through one cache per process. It ranks
 * the providers.
 */
import type { ReadableSource } from "@/lib/model/sources/source-scope";
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

/** One less than the source's concurrency limit, so that discovery, checks and events have a free slot. */
const schedulerLimits = { maxConcurrent: upstreamLimits.concurrent - 1, maxWaiting: 4_000 } as const;

function schedulerOf(source: ReadableSource): QueryScheduler {
  return processMemory(`query-scheduler:${source.slug}`, () =>
    createQueryScheduler({
      ...schedulerLimits,
      monotonicMs,
      upstream: () => connectionFor(source).upstream,
    }),
  );
}

const CACHE_BYTES = 128 * 1024 * 1024;

const monotonicMs = (): number => performance.now();

const prometheus: SeriesProvider = {
  id: "prometheus",
  canRead: () => true,
  readRange: ({ lane = "", ...read }) => schedulerOf(read.source).range({ ...read, lane }),
  readInstant: ({ lane = "", ...read }) => schedulerOf(read.source).instant({ ...read, lane }),
};

/** Ranked, best first. */
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
 * Reads values on a grid whose points are multiples of its step. If the source fails, returns the last good result on
 * the same grid with `stale` set and NaN for missing points. Throws AppError if there is none, and for refused
 * queries.
 */
export function readRange(read: RangeReadRequest): Promise<RangeReadResult> {
  return reader().readRange(read);
}

/**
 * Reads values at one time. Callers align the time so that reads are shared. Stale results are returned as by
 * `readRange`.
 */
export function readInstant(read: InstantReadRequest): Promise<InstantReadResult> {
  return reader().readInstant(read);
}

/**
 * Returns the longest and shortest scrape interval in a window. Null if the selector has fewer than two samples
 * there.
 */
export function sampleSpacing(read: SpacingRequest): Promise<Spacing | null> {
  const readSpacing = processMemory("spacing-reader", () =>
    createSpacingReader({
      monotonicMs,
      sourceFor: (source) => {
        const scheduler = schedulerOf(source);
        const lane = "spacing";
        return {
          queryRange: (query) => scheduler.range({ ...query, source, lane }),
          queryInstant: (query) => scheduler.instant({ ...query, source, lane }),
          querySamples: (query) => scheduler.samples({ ...query, source, lane }),
        };
      },
    }),
  );
  return readSpacing(read);
}
