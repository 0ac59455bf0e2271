/** Conditions that several statuses share. */
import { findFrozenInstances } from "@/lib/model/status/instance-load";
import type { Reading } from "@/lib/model/reading";
import type { StatusEvidence, StatusReadings } from "./status-rule";

/** Returns the value of a reading; null if it is absent. */
export const readingValueOrNull = (reading: Reading): number | null =>
  reading.kind === "present" ? reading.value : null;

/** Returns whether a reading is absent for one of these reasons. */
export const isAbsentBecause = (reading: Reading, ...reasons: readonly string[]): boolean =>
  reading.kind === "absent" && reasons.includes(reading.reason);

/** Returns whether a value is above a limit, or null if the value is unknown. */
export const exceedsLimit = (value: number | null, limit: number): boolean | null =>
  value === null ? null : value > limit;

/** Returns the number of running and waiting requests; null when neither gauge is known. */
export function requestsInFlight({
  running,
  waiting,
  runningIncludesWaiting,
}: StatusEvidence): number | null {
  const parts = [readingValueOrNull(running), readingValueOrNull(waiting)].filter((value) => value !== null);
  if (parts.length === 0) return null;
  return runningIncludesWaiting ? Math.max(...parts) : parts.reduce((sum, value) => sum + value, 0);
}

/** Returns whether the engine finished no request in the last five minutes, and none is running or waiting. */
export function isWithoutFinishedRequests(evidence: StatusEvidence): boolean {
  return isAbsentBecause(evidence.ttftP95, "no-traffic") && (requestsInFlight(evidence) ?? 0) === 0;
}

/**
 * Returns whether requests are in flight although none had a first token or finished in the last five minutes, and no
 * counter shows that tokens are generated. Some engines count tokens only when a request finishes.
 */
export function isWithoutVisibleProgress(evidence: StatusEvidence): boolean {
  const { ttftP95, ttftMean, requestRate, recentMinRunning, recentMinWaiting, recentTokens } = evidence;
  const isNothingObserved =
    isAbsentBecause(ttftP95, "too-few-samples") &&
    readingValueOrNull(ttftMean) === null &&
    (readingValueOrNull(requestRate) ?? 0) === 0;
  const isBusy = (recentMinRunning ?? 0) > 0 || (recentMinWaiting ?? 0) > 0;
  return isNothingObserved && isBusy && recentTokens === null;
}

/**
 * Returns whether any request was answered or failed in the last five minutes. The request need not have reached the
 * engine.
 */
export function areRequestsAnswered({ httpRequests, errorRatio }: StatusEvidence): boolean {
  return (httpRequests ?? 0) > 0 || (readingValueOrNull(errorRatio) ?? 0) > 0;
}

/**
 * Returns whether requests finished in the last five minutes although no first token was observed, so that
 * TTFT is not measured.
 */
export function hasFinishedWithoutFirstToken({
  ttftP95,
  ttftMean,
  requestRate,
  errorRatio,
  abortRatio,
}: StatusReadings): boolean {
  // A percentile proves observations, also for a histogram without a sum, which has no mean.
  if (ttftP95.kind === "present") return false;
  const finished = readingValueOrNull(requestRate) ?? 0;
  // Requests with an unknown outcome count as successes, because they finished too.
  const succeeded =
    finished * (1 - (readingValueOrNull(errorRatio) ?? 0) - (readingValueOrNull(abortRatio) ?? 0));
  return isAbsentBecause(ttftMean, "too-few-samples") && succeeded > 0;
}

/**
 * Returns whether the running gauge of the deployment or of one instance is frozen: it does not change
 * although it should, and neither does any other metric.
 */
export function isFrozen(evidence: StatusEvidence): boolean {
  const { requestActivity, recentTokens } = evidence;
  if (findFrozenInstances(evidence).length > 0) return true;
  // One long generation changes no gauge and finishes nothing, but produces tokens.
  if ((recentTokens ?? 0) > 0) return false;
  if (requestActivity === null || (requestsInFlight(evidence) ?? 0) <= 0) return false;
  return (
    requestActivity.runningChangeCount === 0 &&
    requestActivity.maxWaiting === 0 &&
    requestActivity.arrivals === 0 &&
    requestActivity.finished === 0
  );
}
