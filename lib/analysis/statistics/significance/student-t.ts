/**
 * Student's t distribution, for limits and intervals from few values. Degrees of freedom may be fractional.
 *
 * P(|T| > t) = I(ν / (ν + t²); ν/2, 1/2), with I the regularised incomplete beta function. The quantile is found by
 * bisection: about 1e-12 relative.
 */
import { assert } from "@/lib/base/assert";
import { regularisedBeta } from "./incomplete-beta";
import { findTailCriticalValue } from "./solve-tail";

/**
 * Returns the probability that |T| of Student's t distribution exceeds t, for t ≥ 0 and ν > 0 degrees of
 * freedom.
 */
export function studentTwoSided(t: number, degreesOfFreedom: number): number {
  return regularisedBeta(degreesOfFreedom / (degreesOfFreedom + t * t), degreesOfFreedom / 2, 0.5);
}

/** Returns the t that |T| of Student's t distribution exceeds with probability `alpha`, 0 < alpha < 1. */
export function studentCriticalValue(alpha: number, degreesOfFreedom: number): number {
  assert(degreesOfFreedom > 0, "degrees of freedom must be above 0");
  return findTailCriticalValue((t) => studentTwoSided(t, degreesOfFreedom), alpha);
}
