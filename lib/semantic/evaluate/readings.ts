/**
 * Converts one evaluated number into a reading: present with window, n and bucket, or absent with its reason in a
 * sentence.
 */
import type { AbsenceReason, AbsentReading, Reading } from "@/lib/model/reading";
import type { QuantileName } from "@/lib/model/question";
import { quantiles } from "@/lib/model/question";
import {
  findAbsenceRanges,
  areTargetsDown,
  wasNeverReported,
  type AbsenceEvidence,
} from "@/lib/semantic/absence/absence";
import { createDownReading } from "@/lib/semantic/absence/down-readings";
import { classifySeries, type SignalPlan } from "@/lib/semantic/compile/plan";
import type { PlanResult } from "./evaluate";

/** Default sentence for each reason why a value is absent. */
export const absenceSentences: { readonly [Reason in AbsenceReason]: string } = {
  "no-traffic": "No request finished, ran or waited.",
  "no-series": "No series matches the query.",
  "metric-absent": "The source has no such metric for this deployment.",
  "not-exposed": "This engine does not expose this metric.",
  "target-down": "The deployment's targets do not respond to scrapes.",
  "not-scraped": "Prometheus scraped no target at this time, so the state of this deployment is unknown.",
  "no-data":
    "The source has no samples of the deployment from this time. Either it was not scraped yet, or the samples have expired.",
  "query-failed": "The query failed.",
  "frozen-gauge": "The gauge has not changed for ten minutes, and no request arrived, waited or finished.",
  "wrong-edges": "The instances use different bucket edges, so a percentile over all of them is not exact.",
  "inconsistent-mean":
    "The mean (sum ÷ count) is higher than the percentiles allow, so sum and count do not cover the same requests.",
  "too-few-samples": "Too few requests finished.",
  "not-yet-known": "Not enough samples have been scraped yet.",
};

const lateScrape = "The newest scrape is late or has failed, so a current rate would be too low.";
const noObservation = "Requests arrived or ran, but this metric observed none of them.";
const shareOfNothing = "No event occurred, so the share is undefined.";

/**
 * Returns the number of observations that a quantile needs. With fewer than 1 / (1 − q), the q-quantile is just the
 * largest observation.
 */
export function minObservationsForQuantile(name: QuantileName): number {
  return Math.round(1 / (1 - quantiles[name]));
}

/** Time window of one reading. */
export interface ReadingWindow {
  readonly atMs: number;
  readonly windowMs: number;
  /**
   * False when samples do not cover the window, so that a rate over it would be too low. Quantiles, means and ratios
   * are not affected.
   */
  readonly isCovered: boolean;
  /** True if samples covered a window shortly before. */
  readonly wasCovered?: true;
}

/**
 * Changes the reason to "not-exposed" for a missing counter of events that the engine may not count. Returns other
 * readings unchanged.
 */
function missingMetric({ whyNotCounted }: SignalPlan, reading: AbsentReading): AbsentReading {
  return reading.reason === "metric-absent" && whyNotCounted !== undefined
    ? { ...reading, reason: "not-exposed", detail: whyNotCounted }
    : reading;
}

function sentenceOf(reason: AbsenceReason, evidence: AbsenceEvidence): string {
  if (reason === "no-traffic") return noTrafficSentence(evidence);
  const { splitValue } = evidence;
  return reason === "no-series" && splitValue !== undefined
    ? `Prometheus no longer scrapes a target with ${splitValue.label} ${splitValue.value}.`
    : absenceSentences[reason];
}

/**
 * Returns that no request finished, and which requests are unknown because their gauge is missing. Before its first
 * request, an engine may lack both gauges.
 */
function noTrafficSentence({ gauges, presentBeforeRequests, activityPerSecond }: AbsenceEvidence): string {
  const isKnown = (column: Float64Array | undefined): boolean => !Number.isNaN(column?.[0] ?? Number.NaN);
  const isUnused = isKnown(presentBeforeRequests) && !isKnown(activityPerSecond);
  if (gauges === undefined || isUnused) return absenceSentences["no-traffic"];
  const [isRunningKnown, isWaitingKnown] = [isKnown(gauges.running), isKnown(gauges.waiting)];
  if (isRunningKnown && isWaitingKnown) return absenceSentences["no-traffic"];
  if (isRunningKnown) return "No request finished or ran. How many are waiting is unknown.";
  return isWaitingKnown
    ? "No request finished or waited. How many are running is unknown."
    : "No request finished. How many are running is unknown.";
}

/**
 * Converts the result at one instant to a reading: a value with its number of observations, or absent with a
 * reason.
 */
export function toReading(
  plan: SignalPlan,
  planResult: PlanResult,
  evidence: AbsenceEvidence,
  window: ReadingWindow,
): Reading {
  if (plan.kind === "absent") {
    return {
      kind: "absent",
      reason: plan.reason,
      detail: plan.detail,
      ...(plan.howToEnable === undefined ? {} : { howToEnable: plan.howToEnable }),
    };
  }
  const remedy = plan.howToEnable === undefined ? {} : { howToEnable: plan.howToEnable };
  const value = planResult.values[0] ?? Number.NaN;
  if (evidence.noSeriesSentence !== undefined && Number.isNaN(value))
    return { kind: "absent", reason: "no-series", detail: evidence.noSeriesSentence };
  const isUnreported = wasNeverReported(plan, planResult);
  // A headline describes the present, so values from before an outage are not reported as current.
  const hasDisappeared = Number.isNaN(value) && areTargetsDown(0, evidence, evidence.wasUpBefore ?? false);
  if (evidence.up[0] === 0 || evidence.splitValue?.up[0] === 0 || hasDisappeared)
    return createDownReading(plan, isUnreported, evidence);
  if (isUnreported)
    return missingMetric(plan, {
      kind: "absent",
      reason: "metric-absent",
      detail: absenceSentences["metric-absent"],
      ...remedy,
    });
  const n = planResult.observationCounts?.[0];
  if (plan.kind === "quantile" && n !== undefined && n > 0) {
    const required = minObservationsForQuantile(plan.statistic as QuantileName);
    if (n < required - 0.5) {
      const detail = `Only ${Math.round(n)} of the ${required} observations that ${plan.statistic} needs are available.`;
      return { kind: "absent", reason: "too-few-samples", detail };
    }
  }
  if (Number.isNaN(value)) {
    const { values, denominators, isInconsistent } = planResult;
    const [range] = findAbsenceRanges(
      {
        values,
        denominators,
        ...(isInconsistent === undefined ? {} : { isInconsistent }),
        ...classifySeries(plan),
      },
      evidence,
    );
    const reason = range?.[2] ?? "not-yet-known";
    const howToEnable = reason === "metric-absent" ? remedy : {};
    const isShareOfNothing = reason === "too-few-samples" && plan.kind === "ratio" && !plan.isRatioToRequests;
    const isDistribution = plan.kind === "quantile" || plan.kind === "mean";
    const known = reason === "metric-absent" ? plan.whyAbsent : undefined;
    const emptyText = reason === "too-few-samples" && isDistribution ? noObservation : undefined;
    const detail = isShareOfNothing ? shareOfNothing : (known ?? emptyText ?? sentenceOf(reason, evidence));
    return missingMetric(plan, { kind: "absent", reason, detail, ...howToEnable });
  }
  if (plan.statistic === "rate" && !window.isCovered) {
    const wasThere = evidence.wasUpBefore === true || window.wasCovered === true;
    const detail = wasThere ? lateScrape : absenceSentences["not-yet-known"];
    return { kind: "absent", reason: "not-yet-known", detail };
  }
  const upper = planResult.bucketBounds?.upper[0];
  return {
    kind: "present",
    value,
    ...(planResult.bucketBounds === null ? {} : { lower: planResult.bucketBounds.lower[0] ?? value }),
    ...(upper === undefined ? {} : { upper: Number.isFinite(upper) ? upper : null }),
    ...(n === undefined || Number.isNaN(n) ? {} : { n: Math.round(n) }),
    atMs: window.atMs,
    windowMs: window.windowMs,
  };
}
