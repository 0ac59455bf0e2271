/**
 * Reads series through a cache. Final points are not read again, concurrent callers share one read, and if the source
 * fails, the last good result is returned with its age and the reason.
 */
import { createInstantReader, type InstantReadResult, type InstantReadRequest } from "./instant-reader";
import { createRangeReader, type RangeReadResult, type RangeReadRequest } from "./range-reader";
import type { ReaderDependencies } from "./reader-dependencies";

/** Evaluates range and instant queries with a cache. */
export interface SeriesReader {
  readonly readRange: (read: RangeReadRequest) => Promise<RangeReadResult>;
  readonly readInstant: (read: InstantReadRequest) => Promise<InstantReadResult>;
}

/** Creates a reader whose range and instant queries share the source and the cache limits. */
export function createSeriesReader(dependencies: ReaderDependencies): SeriesReader {
  return { readRange: createRangeReader(dependencies), readInstant: createInstantReader(dependencies) };
}
