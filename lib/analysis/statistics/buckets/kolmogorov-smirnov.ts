/**
 * Kolmogorov–Smirnov test of two histograms: the largest difference of their cumulative shares.
 *
 *     D = max |F_A − F_B| over the edges        critical value √(−½ ln(α/2)) · √((nA + nB) / (nA·nB)), 1.358 · √… at 5 %
 *
 * D is known at the edges only, so it is a lower bound of the true distance, and the test is conservative: it misses
 * differences within buckets and has fewer false alarms than α. The p-value is the asymptotic one,
 * 2 Σ (−1)ᵏ⁻¹ exp(−2 k² λ²) with λ = D / √((nA + nB) / (nA·nB)) (Kolmogorov 1933, Smirnov 1948), good from about 25
 * observations on each side. Observations must be independent; requests of one batch are not, so use the distance as
 * the size of an effect and judge windows by blocks.
 */
import { totalCount } from "./bucket-counts";

/** Largest distance of two cumulative histograms. */
export interface DistanceComparison {
  /** Largest difference of the cumulative shares, 0 to 1. */
  readonly distance: number;
  /** Distance that independent observations of one distribution exceed with probability α. */
  readonly criticalDistance: number;
  readonly pValue: number;
}

/** λ below which the p-value is 1 to 15 digits, and the series would need many terms. */
const negligibleLambda = 0.2;

/**
 * Tests whether two histograms are from one distribution (Kolmogorov–Smirnov). Takes counts per bucket (not
 * cumulative) at the same edges; null if one is empty.
 */
export function compareDistributions(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  alpha = 0.05,
): DistanceComparison | null {
  const [nA, nB] = [totalCount(a), totalCount(b)];
  if (!(nA > 0 && nB > 0)) return null;
  let [cumulativeA, cumulativeB, distance] = [0, 0, 0];
  for (let index = 0; index < a.length; index += 1) {
    cumulativeA += a[index] ?? 0;
    cumulativeB += b[index] ?? 0;
    distance = Math.max(distance, Math.abs(cumulativeA / nA - cumulativeB / nB));
  }
  const scale = Math.sqrt((nA + nB) / (nA * nB));
  const criticalDistance = Math.sqrt(-Math.log(alpha / 2) / 2) * scale;
  return { distance, criticalDistance, pValue: kolmogorovTail(distance / scale) };
}

/** Returns P(K > λ) of Kolmogorov's distribution. */
function kolmogorovTail(lambda: number): number {
  if (lambda < negligibleLambda) return 1;
  let [sum, term] = [0, 1];
  for (let k = 1; term > 1e-17; k += 1) {
    term = Math.exp(-2 * (k * lambda) ** 2);
    sum += k % 2 === 1 ? term : -term;
  }
  return Math.max(0, Math.min(1, 2 * sum));
}
