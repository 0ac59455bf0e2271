/**
 * Tail of the standard normal distribution, accurate far beyond the range of tables, and its inverse.
 *
 * P(|Z| > z) = Q(1/2, z²/2), with Q the regularised upper incomplete gamma function.
 */
import { regularisedUpperGamma } from "./incomplete-gamma";
import { solveTail } from "./solve-tail";

/** The z with P(|Z| > z) = 5 %. */
export const twoSidedNormalLimit = 1.959963984540054;

/** Returns P(|Z| > z) for z ≥ 0. */
export function twoSidedPValue(z: number): number {
  return regularisedUpperGamma(0.5, (z * z) / 2);
}

/** Returns the z with P(|Z| > z) = alpha, 0 < alpha < 1. */
export function normalCriticalValue(alpha: number): number {
  return solveTail(twoSidedPValue, alpha);
}
