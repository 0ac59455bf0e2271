/**
 * Confidence interval of a quantile from bucket counts. It covers sampling error and bucket width together and
 * assumes no distribution.
 *
 * Ranks j < k with P(X < j) ≤ α/2 and P(X ≥ k) ≤ α/2, X binomial(n, q), bound the quantile by the j-th and k-th
 * smallest observation. The interval extends from the lower edge of the bucket of rank j to the upper edge of the
 * bucket of rank k. It is exact up to 10,000 observations; above, it uses the normal approximation rounded outward.
 * Requests that share a batch are not independent: the interval is then too narrow, the more so the longer they run
 * together.
 */
import { binomialCdf } from "@/lib/analysis/statistics/significance/binomial";
import { twoSidedNormalCriticalValue } from "@/lib/analysis/statistics/significance/normal-tail";
import { bucketQuantile, type Histogram } from "./quantile";

const exactUpTo = 10_000;

/** 95 % confidence interval of a quantile. */
export interface QuantileInterval {
  readonly lower: number;
  /** Null is unbounded, because of too few observations or the +Inf bucket. */
  readonly upper: number | null;
}

/** Ranks of the observations that enclose the true quantile. */
export interface RankRange {
  /** 0 if the lower rank does not exist: n is too small for this q. */
  readonly low: number;
  /** n + 1 if the upper rank does not exist. */
  readonly high: number;
}

/** Returns the ranks (1 to n) whose observations enclose the q-quantile with probability `level`. */
export function quantileRanks(n: number, q: number, level: number): RankRange {
  const alpha = (1 - level) / 2;
  if (n > exactUpTo) {
    const halfWidth = twoSidedNormalCriticalValue(2 * alpha) * Math.sqrt(n * q * (1 - q));
    return {
      low: Math.max(0, Math.floor(n * q - halfWidth)),
      high: Math.min(n + 1, Math.ceil(n * q + halfWidth) + 1),
    };
  }
  const low = firstWhere(n, (rank) => binomialCdf(rank, n, q) > alpha);
  const high = firstWhere(n, (rank) => binomialCdf(rank, n, q) >= 1 - alpha) + 1;
  return { low, high };
}

/**
 * Computes a confidence interval for the q-quantile of a histogram, in the unit of its bounds. `n` is the
 * number of observations, because the counts may be rates. Undefined without observations.
 */
export function quantileInterval(
  histogram: Histogram,
  q: number,
  { n, level }: { readonly n: number; readonly level: number },
): QuantileInterval | undefined {
  const observations = Math.round(n);
  if (!(observations >= 1)) return undefined;
  const { low, high } = quantileRanks(observations, q, level);
  // Subtract half a rank, so that the bucket of a rank does not depend on the last bit of a rate.
  const below = bucketQuantile(histogram, Math.max(0, low - 0.5) / observations);
  const above = high > observations ? undefined : bucketQuantile(histogram, (high - 0.5) / observations);
  const quantile = bucketQuantile(histogram, q);
  if (quantile === undefined) return undefined;
  const lowestBound = (histogram.upperBounds[0] ?? Number.NaN) > 0 ? 0 : Number.NEGATIVE_INFINITY;
  return { lower: low === 0 ? lowestBound : (below?.lower ?? lowestBound), upper: above?.upper ?? null };
}

/**
 * Returns the smallest integer 0 to n for which `predicate` is true. The predicate must stay true once it is true.
 */
function firstWhere(n: number, predicate: (value: number) => boolean): number {
  let low = 0;
  let high = n;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (predicate(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
