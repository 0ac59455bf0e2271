/**
 * Headline number of a window with its confidence interval, for comparison with another window.
 *
 * Counters allow three kinds of number: a quantile (interval from ranks and buckets), a share of requests above a
 * bucket edge (exact counts; Wilson 1927), and the mean of a column of points (moving blocks).
 */
import { mean, standardDeviation } from "simple-statistics";
import { effectiveSampleSize } from "./series/autocorrelation";
import { blockLength } from "./series/block-length";
import { minPairs } from "./series/pairs";
import { bucketQuantile, observationCount, type Histogram } from "./quantiles/quantile";
import { quantileInterval } from "./quantiles/quantile-interval";
import { studentCriticalValue } from "./significance/student-t";

export interface HeadlineEstimate {
  readonly value: number;
  /**
   * Lower end of the 95 % interval. For a quantile it is a 97.5 % interval: two of them are combined edge by edge,
   * which leaves 95 %.
   */
  readonly lower: number;
  /** Upper end; null is unbounded. */
  readonly upper: number | null;
  /** Observations of a quantile or share; points of a mean. */
  readonly n: number;
  /** Bucket that contains the quantile; null for numbers without bucket resolution. */
  readonly bucket: { readonly lower: number; readonly upper: number | null } | null;
}

const quantileLevel = 0.975;
const normalLimit = 1.959964;

/**
 * Returns the q-quantile with its interval; undefined without observations. `n` is described at `quantileInterval`.
 */
export function quantileHeadline(histogram: Histogram, q: number, n: number): HeadlineEstimate | undefined {
  const quantile = bucketQuantile(histogram, q);
  const interval = quantileInterval(histogram, q, { n, level: quantileLevel });
  if (quantile === undefined || interval === undefined) return undefined;
  return { value: quantile.value, ...interval, n, bucket: { lower: quantile.lower, upper: quantile.upper } };
}

/**
 * Returns the share of observations above `edge`, 0 to 1. Undefined without observations or if `edge` is not a bucket
 * edge.
 */
export function shareAboveHeadline(
  histogram: Histogram,
  edge: number,
  n: number,
): HeadlineEstimate | undefined {
  const index = histogram.upperBounds.indexOf(edge);
  const total = observationCount(histogram);
  if (index < 0 || !(total > 0) || !(n > 0)) return undefined;
  const value = 1 - (histogram.cumulativeCounts[index] ?? Number.NaN) / total;
  const square = normalLimit ** 2;
  const middle = (value + square / (2 * n)) / (1 + square / n);
  const halfWidth =
    (normalLimit / (1 + square / n)) * Math.sqrt((value * (1 - value)) / n + square / (4 * n * n));
  return {
    value,
    lower: Math.min(value, Math.max(0, middle - halfWidth)),
    upper: Math.max(value, Math.min(1, middle + halfWidth)),
    n,
    bucket: null,
  };
}

/**
 * Returns the mean of a column's points (a gauge, a rate, a mean per minute) without the missing ones; undefined
 * below 20 points. The half-width of the interval is the larger of t(n/b − 1) · s(block means) · √(b / (n − b)) and
 * t(n* − 1) · s / √(n* − 1). It contains the true mean in 92 to 97 of 100 cases from 60 points upwards, at
 * autocorrelation 0 to 0.95, and in 89 to 97 at 30 points (simulated).
 */
export function meanHeadline(values: Float64Array): HeadlineEstimate | undefined {
  const present = values.filter(Number.isFinite);
  const n = present.length;
  if (n < minPairs) return undefined;
  const value = mean([...present]);
  const length = Math.max(Math.ceil(Math.cbrt(n)), blockLength(present));
  const blockError = standardDeviation(blockMeans(present, length)) * Math.sqrt(length / (n - length));
  const effectiveN = effectiveSampleSize(present);
  const halfWidth = Math.max(
    studentCriticalValue(0.05, n / length - 1) * blockError,
    (studentCriticalValue(0.05, effectiveN - 1) * standardDeviation([...present])) /
      Math.sqrt(effectiveN - 1),
  );
  return { value, lower: value - halfWidth, upper: value + halfWidth, n, bucket: null };
}

function blockMeans(values: Float64Array, length: number): number[] {
  const starts = values.length - length + 1;
  return Array.from({ length: starts }, (_, start) => mean([...values.subarray(start, start + length)]));
}
