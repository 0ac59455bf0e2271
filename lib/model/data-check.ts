/** The data check: what every query the product can ask of a deployment answers, and why one answers nothing. */
import type { DownSince } from "./reading";
import type { SignalId } from "./signals";

export const checkOutcomes = ["answers", "nothing", "error"] as const;
export type CheckOutcome = (typeof checkOutcomes)[number];

/** Why a query answers nothing, or answers with less than it seems to. */
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
  "too-few-samples",
  "not-yet-known",
  "query-failed",
] as const;
export type CheckReason = (typeof checkReasons)[number];

export interface CheckRow {
  readonly signal: SignalId;
  readonly outcome: CheckOutcome;
  /** Null where it answers and nothing is wrong with the answer. */
  readonly reason: CheckReason | null;
  readonly detail: string;
  /** Of "target-down", where it is known. */
  readonly downSince?: DownSince;
  /** What would turn the metric on, in a sentence. */
  readonly flag: string | null;
  /** The number of the last five minutes, in the signal's canonical unit; null where there is none. */
  readonly value: number | null;
  /** Where the engine means something else by it. */
  readonly caveat: string | null;
  readonly queries: readonly string[];
}
