/**
 * Assembles an answer from evaluated plans: rows of numbers with their absence, shared counts, coverage, and the
 * queries as sent.
 */
import type { AnswerSeries, CountSeries, SentQuery, SplitGroup, WindowSummary } from "@/lib/model/answer";
import type { PresentReading, Reading } from "@/lib/model/reading";
import { signalDefinition, type SignalId } from "@/lib/model/signals/signals";
import { roundColumn, roundToDigits } from "@/lib/base/significant";
import {
  findAbsenceRanges,
  type AbsenceEvidence,
  type PointsToExplain,
} from "@/lib/semantic/absence/absence";
import { isShareSumAboveTotal, formatShareSumWarning, sumColumns } from "./share-sum";
import { classifySeries, listPlanQueries, type SignalPlan } from "@/lib/semantic/compile/plan";
import type { PlanResult } from "./evaluate";

/** Results of one plan, for the complete deployment or for one value of a split. */
export interface EvaluatedPlan {
  readonly plan: SignalPlan;
  readonly group?: SplitGroup;
  readonly planResult: PlanResult;
  readonly headline: Reading;
  /** Present when requested; see `window-summary.ts`. */
  readonly windowSummary?: WindowSummary | null;
}

/** Seven significant digits: far below the width of a bucket, with half the bytes. */
const digits = 7;

/** Rounds the values of a column to seven significant digits. NaN and infinite values become null. */
export function roundToNullable(values: Float64Array): (number | null)[] {
  return roundColumn(values, digits);
}

/** Returns the reason that applies to all points, or the reason for points without the metric. */
function reasonsOf(plan: SignalPlan): Pick<PointsToExplain, "fixedReason" | "reasonWithoutMetric"> {
  if (plan.kind === "absent") return { fixedReason: plan.reason };
  return plan.whyNotCounted === undefined ? {} : { reasonWithoutMetric: "not-exposed" };
}

/** Converts the results of a plan to a series of the response, with the reasons of missing points. */
export function toAnswerSeries(
  { plan, planResult, headline, group, windowSummary }: EvaluatedPlan,
  evidence: AbsenceEvidence,
): AnswerSeries {
  const { values, bucketBounds, denominators, isInconsistent } = planResult;
  return {
    signal: plan.signal,
    statistic: plan.statistic,
    ...(group === undefined ? {} : { group }),
    unit:
      plan.statistic === "ratio-to-requests" || plan.statistic === "share-of-e2e"
        ? "ratio"
        : signalDefinition(plan.signal).unit,
    values: roundToNullable(values),
    ...(bucketBounds === null
      ? {}
      : { lower: roundToNullable(bucketBounds.lower), upper: roundToNullable(bucketBounds.upper) }),
    absence: findAbsenceRanges(
      {
        values,
        denominators,
        ...(isInconsistent === undefined ? {} : { isInconsistent }),
        ...reasonsOf(plan),
        ...classifySeries(plan),
      },
      evidence,
    ),
    headline: roundReading(headline),
    ...(windowSummary === undefined ? {} : { windowSummary }),
  };
}

/**
 * Creates a series for the fraction of E2E time that none of the phases explains; undefined if no phase has
 * values.
 */
export function createUnexplainedShare(
  shares: readonly EvaluatedPlan[],
  evidence: AbsenceEvidence,
): AnswerSeries | undefined {
  const [first] = shares;
  if (first === undefined) return undefined;
  const rest = (columns: readonly Float64Array[]): Float64Array =>
    sumColumns(columns).map((sum) => (isShareSumAboveTotal(sum) ? Number.NaN : Math.max(0, 1 - sum)));
  const readings = shares.map((share) => share.headline);
  const known = readings.filter((reading) => reading.kind === "present");
  const missing = readings.find((reading) => reading.kind === "absent");
  const [one] = known;
  const headline = missing ?? (one === undefined ? first.headline : unexplainedReading(one, known));
  const planResult: PlanResult = {
    ...first.planResult,
    values: rest(shares.map((share) => share.planResult.values)),
  };
  return {
    ...toAnswerSeries({ plan: first.plan, planResult, headline }, evidence),
    signal: "e2e",
    role: "unexplained",
  };
}

/**
 * Returns the share of E2E time that no phase explains. Rounding does not make it negative. If the phases exceed the
 * E2E time, it is absent.
 */
function unexplainedReading(one: PresentReading, known: readonly PresentReading[]): Reading {
  const sum = known.reduce((total, { value }) => total + value, 0);
  return isShareSumAboveTotal(sum)
    ? { kind: "absent", reason: "too-few-samples", detail: formatShareSumWarning(sum) }
    : { ...one, value: Math.max(0, 1 - sum) };
}

/** Returns the number of observations per point, once for each signal that has a count. */
export function toCountSeries(plans: readonly EvaluatedPlan[]): readonly CountSeries[] {
  const counts = new Map<SignalId, Float64Array>();
  for (const { plan, planResult } of plans) {
    if (planResult.observationCounts !== null && !counts.has(plan.signal))
      counts.set(plan.signal, planResult.observationCounts);
  }
  return [...counts].map(([signal, n]) => ({ signal, n: roundToNullable(n) }));
}

/** Returns the fraction of points at which a target responded; 1 for an empty grid. */
export function computeScrapedPointRatio(evidence: AbsenceEvidence): number {
  const { up } = evidence;
  if (up.length === 0) return 1;
  return up.filter((value) => value > 0).length / up.length;
}

/** Returns the queries of the plans without duplicates. */
export function listSentQueries(
  plans: readonly SignalPlan[],
  purpose: SentQuery["purpose"],
): readonly SentQuery[] {
  const sent = new Set<string>();
  return plans.flatMap((plan) =>
    listPlanQueries(plan).flatMap((promql) => {
      if (sent.has(promql)) return [];
      sent.add(promql);
      return [{ signal: plan.signal, purpose, promql }];
    }),
  );
}

function roundReading(reading: Reading): Reading {
  if (reading.kind === "absent") return reading;
  return { ...reading, value: roundToDigits(reading.value, digits) };
}
