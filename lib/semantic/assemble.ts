/** From evaluated plans to an answer: rows of numbers with their absence, shared counts, coverage, and the queries as sent. */
import type { AnswerSeries, CountSeries, SentQuery, SplitGroup, WindowSummary } from "@/lib/model/answer";
import type { AbsenceReason, PresentReading, Reading } from "@/lib/model/reading";
import { signalDefinition, type SignalId } from "@/lib/model/signals";
import { roundColumn, roundToDigits } from "@/lib/base/significant";
import { absenceRanges, type AbsenceEvidence } from "./absence";
import { exceedsTotal, exceedsTotalText, sumsOf } from "./share-sum";
import { isOfEngine, queriesOf, type SignalPlan } from "./plan";
import type { PlanResult } from "./evaluate";

export interface EvaluatedPlan {
  readonly plan: SignalPlan;
  readonly group?: SplitGroup;
  readonly evaluated: PlanResult;
  readonly headline: Reading;
  /** When asked for; see `whole-window.ts`. */
  readonly windowSummary?: WindowSummary | null;
}

/** Seven significant digits: far below a bucket's width, and half the bytes. */
const digits = 7;

/** Rounded, with null for what is no number. */
export function toColumn(values: Float64Array): (number | null)[] {
  return roundColumn(values, digits);
}

/** Known whatever the points say. */
function fixedReasonOf(plan: SignalPlan): { readonly fixedReason?: AbsenceReason } {
  return plan.kind === "absent" ? { fixedReason: plan.reason } : {};
}

/** One row of the answer. */
export function toSeries(
  { plan, evaluated, headline, group, windowSummary }: EvaluatedPlan,
  evidence: AbsenceEvidence,
): AnswerSeries {
  const { values, bounds, basis } = evaluated;
  const fixedReason = fixedReasonOf(plan);
  return {
    signal: plan.signal,
    statistic: plan.statistic,
    ...(group === undefined ? {} : { group }),
    unit:
      plan.statistic === "ratio-to-requests" || plan.statistic === "share-of-e2e"
        ? "ratio"
        : signalDefinition(plan.signal).unit,
    values: toColumn(values),
    ...(bounds === null ? {} : { lower: toColumn(bounds.lower), upper: toColumn(bounds.upper) }),
    absence: absenceRanges({ values, basis, ...fixedReason, isOfEngine: isOfEngine(plan) }, evidence),
    headline: rounded(headline),
    ...(windowSummary === undefined ? {} : { windowSummary }),
  };
}

/** The part of end-to-end time that none of the shares explains. */
export function unexplainedShare(
  shares: readonly EvaluatedPlan[],
  evidence: AbsenceEvidence,
): AnswerSeries | undefined {
  const [first] = shares;
  if (first === undefined) return undefined;
  const rest = (columns: readonly Float64Array[]): Float64Array =>
    sumsOf(columns).map((sum) => (exceedsTotal(sum) ? Number.NaN : Math.max(0, 1 - sum)));
  const readings = shares.map((share) => share.headline);
  const known = readings.filter((reading) => reading.kind === "present");
  const missing = readings.find((reading) => reading.kind === "absent");
  const [one] = known;
  const headline = missing ?? (one === undefined ? first.headline : unexplainedReading(one, known));
  const evaluated: PlanResult = {
    ...first.evaluated,
    values: rest(shares.map((share) => share.evaluated.values)),
  };
  return {
    ...toSeries({ plan: first.plan, evaluated, headline }, evidence),
    signal: "e2e",
    role: "unexplained",
  };
}

/** Rounding may not push it below nothing; what comes to more than the whole leaves nothing that could be told. */
function unexplainedReading(one: PresentReading, known: readonly PresentReading[]): Reading {
  const sum = known.reduce((total, { value }) => total + value, 0);
  return exceedsTotal(sum)
    ? { kind: "absent", reason: "too-few-samples", detail: exceedsTotalText(sum) }
    : { ...one, value: Math.max(0, 1 - sum) };
}

/** Observations per point, once for each signal that counts them. */
export function toCounts(plans: readonly EvaluatedPlan[]): readonly CountSeries[] {
  const counts = new Map<SignalId, Float64Array>();
  for (const { plan, evaluated } of plans) {
    if (evaluated.n !== null && !counts.has(plan.signal)) counts.set(plan.signal, evaluated.n);
  }
  return [...counts].map(([signal, n]) => ({ signal, n: toColumn(n) }));
}

/** Share of points for which the source had something to say, whatever it was; 1 for an empty grid. */
export function coverage(evidence: AbsenceEvidence): number {
  const { up } = evidence;
  if (up.length === 0) return 1;
  return up.filter((value) => value > 0).length / up.length;
}

/** Queries of the plans, each once. */
export function sentQueries(
  plans: readonly SignalPlan[],
  purpose: SentQuery["purpose"],
): readonly SentQuery[] {
  const sent = new Set<string>();
  return plans.flatMap((plan) =>
    queriesOf(plan).flatMap((promql) => {
      if (sent.has(promql)) return [];
      sent.add(promql);
      return [{ signal: plan.signal, purpose, promql }];
    }),
  );
}

function rounded(reading: Reading): Reading {
  if (reading.kind === "absent") return reading;
  return { ...reading, value: roundToDigits(reading.value, digits) };
}
