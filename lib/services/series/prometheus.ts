/**
 * The provider of series that queries the metrics source, through one cache per process. It also answers PromQL that
 * belongs to no statistic: target status, labels, facts about hardware, and scrape intervals.
 */
import type { ReadableSource } from "@/lib/model/sources/source-scope";
import { printSeriesQuery } from "@/lib/semantic/compile/series-query";
import { nowMs } from "@/lib/server/clock";
import { deleteProcessState, getProcessState } from "@/lib/server/process-state";
import { upstreamLimits } from "@/lib/server/upstream/upstream-limits";
import type { SeriesSamples } from "@/lib/sources/prometheus/mapper";
import { getSourceConnection } from "@/lib/services/sources/source-connections";
import type { InstantReadResult, InstantReadRequest } from "./instant-reader";
import type { RangeReadResult, RangeReadRequest } from "./range-reader";
import type { SampleSpacing } from "./sample-spacing";
import type { SeriesProvider } from "./series-provider";
import type { PromqlSource } from "./reader-dependencies";
import { createSeriesReader, type SeriesReader } from "./series-reader";
import { createQueryScheduler, type QueryScheduler } from "./query-scheduler";
import { createSpacingReader, type SpacingRequest } from "./spacing-reader";

/** Limits of queries. `maxConcurrent` leaves a free slot at the source for discovery, checks and events. */
const schedulerLimits = {
  maxConcurrent: upstreamLimits.maxConcurrentRequests - 1,
  maxWaiting: 4_000,
} as const;

function schedulerOf(source: ReadableSource): QueryScheduler {
  return getProcessState(`query-scheduler:${source.slug}`, () =>
    createQueryScheduler({
      ...schedulerLimits,
      monotonicMs,
      upstream: () => getSourceConnection(source).upstream,
    }),
  );
}

/** Deletes the query scheduler of a source that no longer exists. */
export function deleteQueryScheduler(sourceSlug: string): void {
  deleteProcessState(`query-scheduler:${sourceSlug}`);
}

const monotonicMs = (): number => performance.now();

const scheduledQueries: PromqlSource = {
  queryRange: (query) => schedulerOf(query.source).queryRange(query),
  queryInstant: (query) => schedulerOf(query.source).queryInstant(query),
};

function reader(): SeriesReader {
  return getProcessState("series-reader", () =>
    createSeriesReader({
      promqlSource: scheduledQueries,
      nowMs,
      monotonicMs,
      random: Math.random,
    }),
  );
}

/**
 * Evaluates PromQL on a grid, with a cache. If the source fails, returns the last good result with `stale`
 * set and NaN for missing points. Throws AppError if there is no such result, and for rejected queries.
 */
export function readPromqlRange(request: RangeReadRequest): Promise<RangeReadResult> {
  return reader().readRange(request);
}

/**
 * Evaluates PromQL at one time, with a cache. Callers align the time so that reads are shared. If the source
 * fails, returns the last good result with `stale` set.
 */
export function readPromqlInstant(request: InstantReadRequest): Promise<InstantReadResult> {
  return reader().readInstant(request);
}

/** Reads the raw samples of a range selector such as `x[5m]`, without a cache. Throws AppError. */
export function readPromqlSamples(request: {
  readonly source: ReadableSource;
  readonly promql: string;
  readonly atMs: number;
  readonly lane: string;
  readonly signal?: AbortSignal | undefined;
}): Promise<readonly SeriesSamples[]> {
  return schedulerOf(request.source).querySamples(request);
}

/** Provider that answers series queries by PromQL. It covers all times, because its retention is unknown. */
export const prometheusProvider: SeriesProvider = {
  name: "Prometheus",
  // Its retention is unknown, so it is queried for all times.
  findCoverage: async () =>
    Promise.resolve({ windows: [{ startMs: -Infinity, endMs: Infinity }], uncoveredReason: "" }),
  readRange: ({ query, ...read }) => readPromqlRange({ ...read, promql: printSeriesQuery(query) }),
};

/**
 * Returns the longest and shortest scrape interval in a window. Null if the selector has fewer than two
 * samples there.
 */
export function readSampleSpacing(request: SpacingRequest): Promise<SampleSpacing | null> {
  const readSpacing = getProcessState("spacing-reader", () =>
    createSpacingReader({
      nowMs,
      monotonicMs,
      random: Math.random,
      findSpacingSource: (source) => {
        const scheduler = schedulerOf(source);
        const lane = "spacing";
        return {
          queryRange: (query) => scheduler.queryRange({ ...query, source, lane }),
          queryInstant: (query) => scheduler.queryInstant({ ...query, source, lane }),
          querySamples: (query) => scheduler.querySamples({ ...query, source, lane }),
        };
      },
    }),
  );
  return readSpacing(request);
}
