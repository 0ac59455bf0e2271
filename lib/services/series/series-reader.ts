/**
 * Reads series through memory: what is kept and final is not read again, readers at the same time share one read, and
 * when the source fails the last good answer is given with its age and the reason.
 */
import { createInstantReader, type InstantAnswer, type InstantRead } from "./instant-reader";
import { createRangeReader, type RangeAnswer, type RangeRead } from "./range-reader";
import type { ReaderParts } from "./reader-parts";

export interface SeriesReader {
  readonly readRange: (read: RangeRead) => Promise<RangeAnswer>;
  readonly readInstant: (read: InstantRead) => Promise<InstantAnswer>;
}

export function createSeriesReader(parts: ReaderParts): SeriesReader {
  return { readRange: createRangeReader(parts), readInstant: createInstantReader(parts) };
}
