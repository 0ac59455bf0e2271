/** Time windows from which headlines and the status of every deployment are computed. */
export const evaluationWindows = {
  headlineWindowMs: 300_000,
  stalledForMs: 30_000,
  stalledScrapes: 3,
  frozenForMs: 600_000,
  /** A target is down after at least this number of failed scrapes in a row, over at least this time. */
  silentScrapes: 2,
  silentForMs: 10_000,
  /**
   * Period without samples after which a series counts as absent. It is longer than the ingestion delay of a store with
   * remote write.
   */
  absentForMs: 60_000,
} as const;
