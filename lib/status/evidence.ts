/** Conditions that several statuses share. */
import type { Reading } from "@/lib/model/reading";
import type { StatusEvidence, StatusReadings } from "./status-rule";

export const valueOf = (reading: Reading): number | null =>
  reading.kind === "present" ? reading.value : null;

export const isAbsent = (reading: Reading, ...reasons: readonly string[]): boolean =>
  reading.kind === "absent" && reasons.includes(reading.reason);

/** Returns whether a value is above a limit, or null if the value is unknown. */
export const isOver = (value: number | null, limit: number): boolean | null =>
  value === null ? null : value > limit;

/** Returns the requests in flight; null when neither gauge is known. */
export function inFlight({ running, waiting, runningIncludesWaiting }: StatusEvidence): number | null {
  const parts = [valueOf(running), valueOf(waiting)].filter((value) => value !== null);
  if (parts.length === 0) return null;
  return runningIncludesWaiting ? Math.max(...parts) : parts.reduce((sum, value) => sum + value, 0);
}

/** Returns whether requests finished in the last five minutes although no first token was observed. */
export function finishWithoutFirstToken({
  ttftP95,
  ttftMean,
  requestRate,
  errorRatio,
}: StatusReadings): boolean {
  // A percentile proves observations, also for a histogram without a sum, which has no mean.
  if (ttftP95.kind === "present") return false;
  const finished = valueOf(requestRate) ?? 0;
  const succeeded = finished * (1 - (valueOf(errorRatio) ?? 0));
  return isAbsent(ttftMean, "too-few-samples") && succeeded > 0;
}

/** Returns whether the running gauge is stuck: it does not change, and neither does any other metric. */
export function isFrozen(evidence: StatusEvidence): boolean {
  const { frozen } = evidence;
  if (frozen === null || (inFlight(evidence) ?? 0) <= 0) return false;
  return (
    frozen.runningChanges === 0 && frozen.maxWaiting === 0 && frozen.arrivals === 0 && frozen.finished === 0
  );
}
