/**
 * The data check: the result of every query that a deployment's pages can send, and the reason for each empty result.
 */
import type { DownSince } from "./reading";
import type { SignalId } from "./signals/signals";

/** Results of the query of one data check row. */
export const dataCheckOutcomes = ["with-data", "without-data", "error"] as const;
/** Result of the query of one data check row. */
export type DataCheckOutcome = (typeof dataCheckOutcomes)[number];

/** Reasons why the query of a data check returns no data or incomplete data. */
export const checkReasons = [
  "no-traffic",
  "no-series",
  "metric-absent",
  "not-exposed",
  "target-down",
  "not-scraped",
  "no-data",
  "name-changed",
  "frozen-gauge",
  "wrong-edges",
  "inconsistent-mean",
  "too-few-samples",
  "not-yet-known",
  "query-failed",
] as const;
/** Reason why the query of a data check returns no data or incomplete data. */
export type CheckReason = (typeof checkReasons)[number];

/** Row of the data check: whether the values of one signal can be trusted. */
export interface CheckRow {
  readonly signal: SignalId;
  readonly outcome: DataCheckOutcome;
  /** Null when the query returns data without a problem. */
  readonly reason: CheckReason | null;
  readonly detail: string;
  /** Time since which the target is down. Only for "target-down", and absent if it is unknown. */
  readonly downSince?: DownSince;
  /** A sentence that states how to enable the metric. */
  readonly howToEnable: string | null;
  /** Value of the last five minutes, in the signal's canonical unit; null when there is none. */
  readonly value: number | null;
  /** How the engine's definition differs from the signal's definition. */
  readonly caveat: string | null;
  readonly queries: readonly string[];
}
