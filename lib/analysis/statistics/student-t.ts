/**
 * Student's t distribution, for limits and intervals from few numbers. Degrees of freedom may be fractional.
 *
 * P(|T| > t) = I(ν / (ν + t²); ν/2, 1/2), with I the regularised incomplete beta function, computed by Lentz's continued
 * fraction (DLMF 8.17.22). The quantile is found by bisection: about 1e-12 relative.
 */
import { gammaln } from "simple-statistics";
import { assert } from "@/lib/base/assert";

const fractionSteps = 500;
const fractionTolerance = 1e-15;
const bisectionSteps = 200;

/** P(|T| > t) for t ≥ 0 and ν > 0 degrees of freedom. */
export function studentTwoSided(t: number, degreesOfFreedom: number): number {
  return regularisedBeta(degreesOfFreedom / (degreesOfFreedom + t * t), degreesOfFreedom / 2, 0.5);
}

/** The t with P(|T| > t) = alpha, 0 < alpha < 1. */
export function studentLimit(alpha: number, degreesOfFreedom: number): number {
  assert(alpha > 0 && alpha < 1, "alpha must lie between 0 and 1");
  assert(degreesOfFreedom > 0, "degrees of freedom must be above 0");
  let low = 0;
  let high = 1;
  while (studentTwoSided(high, degreesOfFreedom) > alpha) high *= 2;
  for (let step = 0; step < bisectionSteps && high - low > 1e-13 * high; step += 1) {
    const middle = (low + high) / 2;
    if (studentTwoSided(middle, degreesOfFreedom) > alpha) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

function regularisedBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(gammaln(a + b) - gammaln(a) - gammaln(b) + a * Math.log(x) + b * Math.log1p(-x));
  // The fraction converges fast on this side of the mean only; the other side follows by symmetry.
  if (x < (a + 1) / (a + b + 2)) return (front * betaFraction(x, a, b)) / a;
  return 1 - (front * betaFraction(1 - x, b, a)) / b;
}

function betaFraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 / (1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m <= fractionSteps; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / (1 + even * d);
    c = 1 + even / c;
    fraction *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / (1 + odd * d);
    c = 1 + odd / c;
    fraction *= d * c;
    if (Math.abs(d * c - 1) < fractionTolerance) break;
  }
  return fraction;
}
