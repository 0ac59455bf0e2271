/**
 * Estimates of the headline of a window, with confidence intervals. The headline is the one number of a panel that is
 * compared with another window.
 *
 * It is one of three statistics: a quantile (interval from ranks and buckets), a share of requests above a bucket edge
 * (exact counts; Wilson 1927), or the mean of a column of points (moving blocks).
 */
import { mean } from "simple-statistics";
import { meanHalfWidth } from "./series/mean-error";
import { minPairs } from "./series/pairs";
import { bucketQuantile, observationCount, type Histogram } from "./quantiles/quantile";
import { quantileInterval } from "./quantiles/quantile-interval";
import { twoSidedNormalLimit } from "./significance/normal-tail";

/** Value of a statistic over a window, with its confidence interval. */
export interface WindowEstimate {
  readonly value: number;
  /**
   * Lower end of the 95 % interval. For a quantile it is a 97.5 % interval: a comparison combines two such intervals
   * edge by edge, and the result has 95 %.
   */
  readonly lower: number;
  /** Upper end; null is unbounded. */
  readonly upper: number | null;
  /** Observations of a quantile or share; points of a mean. */
  readonly n: number;
  /** Bucket that contains the quantile; null for numbers without bucket resolution. */
  readonly bucket: { readonly lower: number; readonly upper: number | null } | null;
  /** Degrees of freedom of the t distribution that gave the interval; absent for other intervals. */
  readonly degreesOfFreedom?: number;
}

const quantileLevel = 0.975;

/**
 * Estimates the q-quantile of a histogram with its confidence interval. `n` is the number of observations,
 * which the histogram does not contain if its counts are rates. Undefined without observations.
 */
export function estimateWindowQuantile(
  histogram: Histogram,
  q: number,
  n: number,
): WindowEstimate | undefined {
  const quantile = bucketQuantile(histogram, q);
  const interval = quantileInterval(histogram, q, { n, level: quantileLevel });
  if (quantile === undefined || interval === undefined) return undefined;
  return { value: quantile.value, ...interval, n, bucket: { lower: quantile.lower, upper: quantile.upper } };
}

/**
 * Estimates the share of observations above `edge`, 0 to 1, with its confidence interval. `n` is the number
 * of observations, which the histogram does not contain if its counts are rates. Undefined without
 * observations or if `edge` is not a bucket edge.
 */
export function estimateShareAbove(
  histogram: Histogram,
  edge: number,
  n: number,
): WindowEstimate | undefined {
  const index = histogram.upperBounds.indexOf(edge);
  const total = observationCount(histogram);
  if (index < 0 || !(total > 0) || !(n > 0)) return undefined;
  const value = 1 - (histogram.cumulativeCounts[index] ?? Number.NaN) / total;
  const square = twoSidedNormalLimit ** 2;
  const middle = (value + square / (2 * n)) / (1 + square / n);
  const halfWidth =
    (twoSidedNormalLimit / (1 + square / n)) * Math.sqrt((value * (1 - value)) / n + square / (4 * n * n));
  return {
    value,
    lower: Math.min(value, Math.max(0, middle - halfWidth)),
    upper: Math.max(value, Math.min(1, middle + halfWidth)),
    n,
    bucket: null,
  };
}

/**
 * Estimates the mean of the points of a series, such as a gauge or a rate, with its confidence interval. NaN
 * points are skipped; undefined with fewer than 20 points.
 */
export function estimateWindowMean(values: Float64Array): WindowEstimate | undefined {
  const present = values.filter(Number.isFinite);
  const n = present.length;
  if (n < minPairs) return undefined;
  const value = mean([...present]);
  const { halfWidth, degreesOfFreedom } = meanHalfWidth(present);
  return { value, lower: value - halfWidth, upper: value + halfWidth, n, bucket: null, degreesOfFreedom };
}
