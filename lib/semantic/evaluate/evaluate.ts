/**
 * Computes the numbers of a plan from the columns of its queries: quantiles with the bucket that bounds them, means,
 * rates, ratios and shares. NaN is a missing number; `absence.ts` determines the reason.
 */
import { observationCount } from "@/lib/analysis/statistics/quantiles/quantile";
import { readSingleColumn, type QueryColumns } from "./columns";
import { readHistograms, estimateQuantile, type PointHistograms } from "./histograms";
import { refuseInconsistentMeans } from "./inconsistent-means";
import type { MeanPlan, SignalPlan } from "@/lib/semantic/compile/plan";

/** Values of one statistic, one per point; NaN where missing. */
export interface PlanResult {
  readonly values: Float64Array;
  /** For quantiles: the edges of the bucket; upper is Infinity in the open last bucket. */
  readonly bucketBounds: { readonly lower: Float64Array; readonly upper: Float64Array } | null;
  /** Number of observations per point, NaN where the source had no sample; null for statistics without a count. */
  readonly observationCounts: Float64Array | null;
  /** Denominator of the values; 0 means that there was nothing to summarise. Null for plain levels and rates. */
  readonly denominators: Float64Array | null;
  /** For each point, true if its mean was refused because it contradicts the histogram. */
  readonly isInconsistent?: readonly boolean[];
}

const secondsPerMs = 0.001;

/** Computes the values of a statistic from the query results. Observation counts are rate × `windowMs`. */
export function evaluatePlan(plan: SignalPlan, columns: QueryColumns, windowMs: number): PlanResult {
  const column = (promql: string): Float64Array => readSingleColumn(columns, promql);
  switch (plan.kind) {
    case "absent":
      return {
        values: new Float64Array(columns.pointCount).fill(Number.NaN),
        bucketBounds: null,
        observationCounts: null,
        denominators: null,
      };
    case "quantile":
      return evaluateQuantile(readHistograms(columns, plan.bucketsQuery), {
        q: plan.quantile,
        scale: plan.scale,
        windowMs,
      });
    case "mean": {
      const counts = column(plan.countQuery);
      const result = withCounts(evaluateMean(plan.mean, column), counts, windowMs);
      return refuseInconsistentMeans(
        { ...result, denominators: findMeanBasis(plan.mean, counts, column) },
        plan.buckets,
        columns,
      );
    }
    case "plain":
      return withoutCounts(
        column(plan.valueQuery).map((value) => value * plan.scale),
        plan.countQuery === undefined ? null : onlyZeros(column(plan.countQuery)),
      );
    case "ratio": {
      const part = column(plan.numeratorQuery);
      // If the numerator is missing, the share is unknown for any total.
      const total = column(plan.denominatorQuery).map((value, index) =>
        Number.isNaN(part[index]) ? Number.NaN : value,
      );
      const share = divideColumns(part, total).map((value) => value * plan.scale);
      const values = plan.isComplement ? share.map((value) => 1 - value) : share;
      return plan.isRatioToRequests ? withCounts(values, total, windowMs) : withoutCounts(values, total);
    }
  }
}

function withoutCounts(values: Float64Array, basis: Float64Array | null): PlanResult {
  return { values, bucketBounds: null, observationCounts: null, denominators: basis };
}

function withCounts(values: Float64Array, rate: Float64Array, windowMs: number): PlanResult {
  return {
    values,
    bucketBounds: null,
    observationCounts: rate.map((perSecond) => perSecond * windowMs * secondsPerMs),
    denominators: rate,
  };
}

/** Divides point by point. A division by zero gives a missing number, because without requests there is no ratio. */
function divideColumns(numerators: Float64Array, denominators: Float64Array): Float64Array {
  return numerators.map((value, index) => {
    const by = denominators[index] ?? Number.NaN;
    return by > 0 ? value / by : Number.NaN;
  });
}

function evaluateMean(mean: MeanPlan, column: (promql: string) => Float64Array): Float64Array {
  if (mean.kind === "sum-over-count")
    return divideColumns(column(mean.sumQuery), column(mean.countQuery)).map((value) => value * mean.scale);
  const subtrahend = column(mean.subtrahendQuery);
  const denominator = column(mean.minuendQuery).map(
    (value, index) => value - (subtrahend[index] ?? Number.NaN),
  );
  return divideColumns(column(mean.numeratorQuery), denominator);
}

/**
 * Returns the number of observations behind each mean, as far as it explains a missing mean. A missing counter is not a
 * lack of requests, so the number is then unknown. A count of zero remains, because it shows that nothing was observed. The
 * counters of a mean of several counters replace a count that is missing.
 */
function findMeanBasis(
  mean: MeanPlan,
  counts: Float64Array,
  column: (promql: string) => Float64Array,
): Float64Array {
  const at = (values: Float64Array | undefined, index: number): number => values?.[index] ?? Number.NaN;
  if (mean.kind === "sum-over-count") {
    const sums = column(mean.sumQuery);
    return counts.map((count, index) => (count > 0 && Number.isNaN(at(sums, index)) ? Number.NaN : count));
  }
  const parts = [mean.numeratorQuery, mean.minuendQuery, mean.subtrahendQuery].map(column);
  return counts.map((count, index) => {
    if (count === 0) return 0;
    const isPartMissing = parts.some((part) => Number.isNaN(at(part, index)));
    if (isPartMissing) return Number.NaN;
    return Number.isNaN(count) ? at(parts[1], index) - at(parts[2], index) : count;
  });
}

/**
 * Returns the points without any observation as 0. A summary has no quantiles at these points. At other points, a
 * missing quantile shows that the summary does not expose it.
 */
const onlyZeros = (counts: Float64Array): Float64Array =>
  counts.map((count) => (count === 0 ? 0 : Number.NaN));

interface QuantileOptions {
  readonly q: number;
  /** Factor from the unit of the edges to the canonical unit. */
  readonly scale: number;
  readonly windowMs: number;
}

function evaluateQuantile(histograms: PointHistograms, { q, scale, windowMs }: QuantileOptions): PlanResult {
  const empty = (): Float64Array => new Float64Array(histograms.length).fill(Number.NaN);
  const [values, lower, upper, n] = [empty(), empty(), empty(), empty()];
  for (const [index, histogram] of histograms.entries()) {
    if (histogram === undefined) continue;
    n[index] = observationCount(histogram) * windowMs * secondsPerMs;
    const quantile = estimateQuantile(histogram, q);
    if (quantile === undefined) continue;
    values[index] = quantile.value * scale;
    lower[index] = quantile.lower * scale;
    upper[index] = (quantile.upper ?? Number.POSITIVE_INFINITY) * scale;
  }
  return { values, bucketBounds: { lower, upper }, observationCounts: n, denominators: n };
}
