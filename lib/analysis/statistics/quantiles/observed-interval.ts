/**
 * Confidence interval of a quantile from individually observed values: order statistics with exact binomial ranks, for
 * any distribution (`quantile-interval.ts` has the rule for the ranks). The values must be independent; requests of one
 * batch are not, so their interval is too narrow.
 */
import { binomialCdf } from "@/lib/analysis/statistics/significance/binomial";
import { quantileRanks, type RankRange } from "./quantile-interval";

/** 95 % confidence interval of a quantile of observed values. */
export interface ObservedInterval {
  /** Null if the values do not bound the quantile from below. */
  readonly lower: number | null;
  /** Null if there are too few values to bound the quantile from above; see `minObservationsForUpperBound`. */
  readonly upper: number | null;
  /** Probability that the interval contains the quantile; at least `level`. */
  readonly coverage: number;
}

/**
 * Computes a confidence interval for the q-quantile of sorted values, which contains it with at least
 * probability `level`; null without values.
 */
export function observedQuantileInterval(
  sorted: ArrayLike<number>,
  q: number,
  level = 0.95,
): ObservedInterval | null {
  const n = sorted.length;
  if (n === 0) return null;
  const ranks = quantileRanks(n, q, level);
  return {
    lower: sorted[ranks.low - 1] ?? null,
    upper: sorted[ranks.high - 1] ?? null,
    coverage: rankCoverage(n, q, ranks),
  };
}

/**
 * Returns the probability that the q-quantile is between the values with these ranks: P(low ≤ X ≤ high − 1)
 * for X binomial(n, q).
 */
export function rankCoverage(n: number, q: number, { low, high }: RankRange): number {
  return binomialCdf(high - 1, n, q) - binomialCdf(low - 1, n, q);
}

/**
 * Returns the number of observations whose maximum is above the q-quantile with probability 1 − `alpha`: n ≥
 * ln α / ln q, for 0 < q < 1.
 */
export function minObservationsForUpperBound(q: number, alpha: number): number {
  // A result that is a whole number except for rounding is not rounded up.
  return Math.ceil(Math.log(alpha) / Math.log(q) - 1e-9);
}
