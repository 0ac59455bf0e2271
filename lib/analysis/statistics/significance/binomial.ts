/**
 * Exact binomial probabilities: P(X ≤ k) = I(1 − p; n − k, k + 1), with I the regularised incomplete beta function (NIST
 * DLMF 8.17.24). They hold for any n, also for a few observations. The observations must be independent.
 */
import { regularisedBeta } from "./incomplete-beta";

/** Returns P(X ≤ k) for X binomial(n, p). */
export function binomialCdf(k: number, n: number, p: number): number {
  if (k < 0) return 0;
  return k >= n ? 1 : regularisedBeta(1 - p, n - k, k + 1);
}

/** Returns the two-sided p-value of a count k: twice the smaller tail, at most 1. */
export function binomialTwoSided(k: number, n: number, p: number): number {
  return Math.min(1, 2 * Math.min(binomialCdf(k, n, p), 1 - binomialCdf(k - 1, n, p)));
}
