/**
 * Reads series through memory: what is kept and final is not read again, readers at the same time share one read, and
 * when the source fails the last good answer is given with its age and the reason.
 */
import { createInstantReader, type InstantReadResult, type InstantReadRequest } from "./instant-reader";
import { createRangeReader, type RangeReadResult, type RangeReadRequest } from "./range-reader";
import type { ReaderParts } from "./reader-parts";

export interface SeriesReader {
  readonly readRange: (read: RangeReadRequest) => Promise<RangeReadResult>;
  readonly readInstant: (read: InstantReadRequest) => Promise<InstantReadResult>;
}

export function createSeriesReader(parts: ReaderParts): SeriesReader {
  return { readRange: createRangeReader(parts), readInstant: createInstantReader(parts) };
}
