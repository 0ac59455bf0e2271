/** Exact chances of a count of hits, by the incomplete beta function. */
import { regularisedBeta } from "./incomplete-beta";

/** P(X ≤ k), X binomial(n, p). */
export function binomialCdf(k: number, n: number, p: number): number {
  if (k < 0) return 0;
  return k >= n ? 1 : regularisedBeta(1 - p, n - k, k + 1);
}

/** Chance of a count at least as far out as k to its side, both sides together: twice the smaller tail, at most 1. */
export function binomialTwoSided(k: number, n: number, p: number): number {
  return Math.min(1, 2 * Math.min(binomialCdf(k, n, p), 1 - binomialCdf(k - 1, n, p)));
}
