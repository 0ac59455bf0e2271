/**
 * One displayed value: present with its provenance, or absent with the reason. Zero is a value, and an absent value
 * is never replaced by zero.
 */

/** Reasons why a value is absent. */
export const absenceReasons = [
  "no-traffic",
  "no-series",
  "metric-absent",
  "not-exposed",
  "target-down",
  "not-scraped",
  "no-data",
  "query-failed",
  "frozen-gauge",
  "wrong-edges",
  "inconsistent-mean",
  "too-few-samples",
  "not-yet-known",
] as const;
/** Reason why a value is absent. */
export type AbsenceReason = (typeof absenceReasons)[number];

/** Measured value with its window and its number of observations. */
export interface PresentReading {
  readonly kind: "present";
  readonly value: number;
  /** Bucket interval that contains the true quantile; `upper` null means the open last bucket ("≥ lower"). */
  readonly lower?: number;
  readonly upper?: number | null;
  /** Number of observations. Absent for a value that does not summarise observations. */
  readonly n?: number;
  /** End of the window that the value covers. */
  readonly atMs: number;
  readonly windowMs: number;
}

/** Largest uncertainty of a time, in milliseconds, at which the time is displayed as exact. */
export const exactTimeToleranceMs = 120_000;

/**
 * Time since which no target has responded. It is at `atMs` or up to `withinMs` later. For "at-least", it is before the
 * oldest sample that was read.
 */
export type DownSince =
  | {
      readonly kind: "since";
      readonly atMs: number;
      readonly withinMs: number;
      /** From `atMs` to the time of the reading. */
      readonly elapsedMs: number;
    }
  | { readonly kind: "at-least"; readonly elapsedMs: number };

/** Time of the first sample after a period without samples. It is at `atMs` or up to `withinMs` later. */
export interface FirstSample {
  readonly atMs: number;
  readonly withinMs: number;
}

/** Missing value with its reason. */
export interface AbsentReading {
  readonly kind: "absent";
  readonly reason: AbsenceReason;
  /** One sentence for the user. */
  readonly detail: string;
  /** A sentence that states how to enable the metric; `lib/format/remedy.ts` extracts the flag to copy. */
  readonly howToEnable?: string;
  /** Time since which the target is down. Only for "target-down", and absent if the time was not queried. */
  readonly downSince?: DownSince;
  /** Time of the first sample. Only for "no-data", and absent if it was not queried or not found. */
  readonly firstSample?: FirstSample;
}

/** Value, or the reason why it is absent. */
export type Reading = PresentReading | AbsentReading;
