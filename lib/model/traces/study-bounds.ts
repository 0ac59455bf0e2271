/** Limits of a trace study: how many traces it reads, and how long the lists in its response are. */
export const traceStudyLimits = {
  minTraces: 100,
  maxTraces: 5_000,
  defaultTraces: 1_000,
  maxOperations: 200,
  maxGaps: 50,
  maxRepeatedCalls: 50,
  /** Attribute values that distinguish slow requests from the others. */
  maxAttributeDifferences: 100,
  maxLengthBins: 64,
  maxDurationBins: 400,
} as const;

/** Times of a request by which it can count as slow. */
export const slownessMeasures = ["duration", "ttft"] as const;
/** Time of a request by which it counts as slow: its duration or its time to first token. */
export type SlownessMeasure = (typeof slownessMeasures)[number];

/** Quantile of the request time above which a request is slow, unless the caller chooses another quantile. */
export const defaultSlowQuantile = 0.95;
/** Quantiles above which requests count as slow, as the UI offers them. */
export const slowQuantiles = [0.5, 0.75, 0.9, 0.95, 0.99] as const;

/** Parts of a trace study that pages draw separately. */
export const studyParts = ["requests", "breakdown", "operations", "slow"] as const;
/** Part of a trace study that a page draws. */
export type StudyPart = (typeof studyParts)[number];
