/**
 * Regularised incomplete beta function I(x; a, b), the basis of Student's t and the binomial distribution. It uses
 * Lentz's continued fraction (DLMF 8.17.22). The error is about 1e-10 while a and b stay below some ten thousands.
 */
import { gammaln } from "simple-statistics";

const fractionSteps = 500;
const fractionTolerance = 1e-15;

/** Returns the regularised incomplete beta function I(x; a, b) for 0 ≤ x ≤ 1 and a, b above 0. */
export function regularisedBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(gammaln(a + b) - gammaln(a) - gammaln(b) + a * Math.log(x) + b * Math.log1p(-x));
  // The fraction converges fast only on this side of the mean. The other side follows by symmetry.
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
