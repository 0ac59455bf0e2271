/** How many traces one question over many may read, and how much of each list of its answer is told. */
export const studyBounds = {
  min: 100,
  max: 5_000,
  defaultCount: 1_000,
  operations: 200,
  gaps: 50,
  repeatedCalls: 50,
  separations: 100,
  lengthBins: 64,
  durationBins: 400,
} as const;

/** By which time requests are slow. */
export const slowTimes = ["duration", "ttft"] as const;
export type SlowTime = (typeof slowTimes)[number];

/** Slow is what lies above this quantile where nobody says otherwise. */
export const slowQuantile = 0.95;
/** Those that a person is offered. */
export const slowQuantiles = [0.5, 0.75, 0.9, 0.95, 0.99] as const;
