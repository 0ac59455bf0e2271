/**
 * One value as it is told to a person: present with its provenance, or absent with the reason.
 * Zero is a value; absence never turns into zero.
 */

export const absenceReasons = [
  "no-traffic",
  "metric-absent",
  "not-exposed",
  "target-down",
  "query-failed",
  "frozen-gauge",
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

export interface AbsentReading {
  readonly kind: "absent";
  readonly reason: AbsenceReason;
  /** One sentence for the person; names the flag that would add the metric where one exists. */
  readonly detail: string;
  readonly flag?: string;
}

export type Reading = PresentReading | AbsentReading;
