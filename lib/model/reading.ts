/**
 * One value as it is told to a person: present with its provenance, or absent with the reason.
 * Zero is a value; absence never turns into zero.
 */

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
  "too-few-samples",
  "not-yet-known",
] as const;
export type AbsenceReason = (typeof absenceReasons)[number];

export interface PresentReading {
  readonly kind: "present";
  readonly value: number;
  /** Bucket interval that surely holds the true quantile; `upper` null means the open last bucket ("≥ lower"). */
  readonly lower?: number;
  readonly upper?: number | null;
  /** Observations behind the value, where it summarises observations. */
  readonly n?: number;
  /** End of the window the value speaks for. */
  readonly atMs: number;
  readonly windowMs: number;
}

/** A moment known to this is told as one. */
export const exactTimeToleranceMs = 120_000;

/**
 * Since when no target answers, at the time the reading speaks for. It stopped within `withinMs` after `atMs`, or before all that was
 * looked at.
 */
export type DownSince =
  | {
      readonly kind: "since";
      readonly atMs: number;
      readonly withinMs: number;
      /** From `atMs` to the reading's time. */
      readonly forMs: number;
    }
  | { readonly kind: "at-least"; readonly forMs: number };

/** The first sample after a time that has none: it lies within `withinMs` after `atMs`. */
export interface FirstSample {
  readonly atMs: number;
  readonly withinMs: number;
}

export interface AbsentReading {
  readonly kind: "absent";
  readonly reason: AbsenceReason;
  /** One sentence for the person. */
  readonly detail: string;
  /** What would add the metric, in a sentence; `lib/format/remedy.ts` finds the flag in it that can be copied. */
  readonly flag?: string;
  /** Of "target-down", where it was looked for. */
  readonly downSince?: DownSince;
  /** Of "no-data", where it was looked for and found. */
  readonly firstSample?: FirstSample;
}

export type Reading = PresentReading | AbsentReading;
