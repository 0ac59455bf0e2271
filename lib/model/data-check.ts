/**
 * The data check: the result of every query that a deployment's pages can send, and the reason for each empty result.
 */
import type { DownSince } from "./reading";
import type { SignalId } from "./signals/signals";

/** Outcomes of the query of a data check. */
export const dataCheckOutcomes = ["with-data", "without-data", "error"] as const;
export type DataCheckOutcome = (typeof dataCheckOutcomes)[number];

/** Why a query returns no data, or incomplete data. */
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
export type CheckReason = (typeof checkReasons)[number];

/** Result of a data check for one signal. */
export interface CheckRow {
  readonly signal: SignalId;
  readonly outcome: DataCheckOutcome;
  /** Null when the query returns data without a problem. */
  readonly reason: CheckReason | null;
  readonly detail: string;
  /** For "target-down", when it is known. */
  readonly downSince?: DownSince;
  /** A sentence that states how to enable the metric. */
  readonly howToEnable: string | null;
  /** Value of the last five minutes, in the signal's canonical unit; null when there is none. */
  readonly value: number | null;
  /** How the engine's definition differs from the signal's definition. */
  readonly caveat: string | null;
  readonly queries: readonly string[];
}
