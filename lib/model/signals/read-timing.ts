/**
 * Grid step and rate windows with which the data of a window were read. A later read with these values returns the same
 * points.
 */
export interface ReadTiming {
  readonly stepMs: number;
  /** Rate window of each point. */
  readonly rateWindowMs: number;
  /** Longest scrape interval. Null if it was unknown. */
  readonly sampleSpacingMs: number | null;
  /** Rate window of the values at the end of the window. Absent if these values were not read, or had none. */
  readonly headlineWindowMs?: number;
}
