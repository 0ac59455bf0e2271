/**
 * Tail of the standard normal distribution, accurate far beyond the range of tables, and its inverse.
 *
 * P(|Z| > z) = Q(1/2, z²/2), with Q the regularised upper incomplete gamma function.
 */
import { regularisedUpperGamma } from "./incomplete-gamma";
import { findTailCriticalValue } from "./solve-tail";

/** Standard normal value that |Z| exceeds with a probability of 5 %. */
export const twoSidedNormalLimit = 1.959963984540054;

/** Returns the probability that |Z| of a standard normal Z exceeds z, for z ≥ 0. */
export function twoSidedPValue(z: number): number {
  return regularisedUpperGamma(0.5, (z * z) / 2);
}

/** Returns the z that |Z| of a standard normal Z exceeds with probability `alpha`, 0 < alpha < 1. */
export function twoSidedNormalCriticalValue(alpha: number): number {
  return findTailCriticalValue(twoSidedPValue, alpha);
}
