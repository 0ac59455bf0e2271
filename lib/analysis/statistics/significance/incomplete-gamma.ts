/**
 * Regularised upper incomplete gamma function Q(a, x), the tail of the normal and the chi-squared distribution. It
 * uses the power series of P = 1 − Q below x = a + 1 (DLMF 8.11.4) and Lentz's continued fraction above (DLMF 8.9.2).
 * The relative error is about 1e-13 while a stays below some thousands.
 */
import { gammaln } from "simple-statistics";

const maxTerms = 10_000;
const tolerance = 1e-16;

/**
 * Returns the regularised upper incomplete gamma function Q(a, x) for a above 0 and x at or above 0; 0 for
 * infinite x.
 */
export function regularisedUpperGamma(a: number, x: number): number {
  if (x <= 0) return 1;
  const front = Math.exp(a * Math.log(x) - x - gammaln(a));
  if (front === 0) return x > a ? 0 : 1;
  return x < a + 1 ? 1 - front * lowerSeries(a, x) : front * upperFraction(a, x);
}

/** Returns Σ xᵏ / (a (a + 1) … (a + k)). */
function lowerSeries(a: number, x: number): number {
  let term = 1 / a;
  let sum = term;
  for (let k = 1; k < maxTerms && term > sum * tolerance; k += 1) {
    term *= x / (a + k);
    sum += term;
  }
  return sum;
}

/** Returns 1 / (x + 1 − a − 1·(1 − a) / (x + 3 − a − 2·(2 − a) / (x + 5 − a − …))). */
function upperFraction(a: number, x: number): number {
  const smallest = 1e-300;
  let b = x + 1 - a;
  let c = 1 / smallest;
  let d = 1 / b;
  let fraction = d;
  for (let k = 1; k < maxTerms; k += 1) {
    const numerator = -k * (k - a);
    b += 2;
    d = 1 / (numerator * d + b || smallest);
    c = b + numerator / c || smallest;
    fraction *= d * c;
    if (Math.abs(d * c - 1) <= tolerance) break;
  }
  return fraction;
}
