/**
 * The one door to series for all use cases: ranges, instants and the spacing of samples, through one memory for the whole
 * process. Which provider answers is decided here, in one ranked list.
 */
import { nowMs } from "@/lib/server/clock";
import { processMemory } from "@/lib/server/memory";
import { queryInstant, queryRange, querySamples } from "@/lib/sources/prometheus/client";
import { connectionFor } from "@/lib/services/sources/source-connections";
import { createGate, type Gate } from "./gate";
import type { Spacing } from "./sample-gaps";
import { rankProviders, type SeriesProvider } from "./series-provider";
import {
  createSeriesReader,
  type InstantAnswer,
  type InstantRead,
  type RangeAnswer,
  type RangeRead,
  type SeriesReader,
} from "./series-reader";
import { createSpacingReader, type SpacingRead } from "./spacing-reader";

/** Below what a source's own queue takes, so that discovery, checks and traces find room beside the panels. */
const gateLimits = { atOnce: 40, waiting: 4_000 } as const;

function gateOf(sourceSlug: string): Gate {
  return processMemory(`series-gate:${sourceSlug}`, () => createGate(gateLimits));
}

const CACHE_BYTES = 128 * 1024 * 1024;

const prometheus: SeriesProvider = {
  id: "prometheus",
  canRead: () => true,
  readRange: ({ sourceSlug, promql, grid, signal }) =>
    gateOf(sourceSlug).run(
      () => queryRange(connectionFor(sourceSlug).upstream, { promql, grid, signal }),
      signal,
    ),
  readInstant: ({ sourceSlug, promql, atMs, signal }) =>
    gateOf(sourceSlug).run(
      () => queryInstant(connectionFor(sourceSlug).upstream, { promql, atMs, signal }),
      signal,
    ),
};

/** Best first. */
const providers: readonly SeriesProvider[] = [prometheus];

const monotonicMs = (): number => performance.now();

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
        const { upstream } = connectionFor(slug);
        return {
          queryRange: (query) => queryRange(upstream, query),
          queryInstant: (query) => queryInstant(upstream, query),
          querySamples: (query) => querySamples(upstream, query),
        };
      },
    }),
  );
  return readSpacing(read);
}
