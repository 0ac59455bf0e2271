/**
 * Wasserstein-1 distance of two histograms: the mean distance by which observations have to move to turn one into the
 * other (Vallender 1974), in the unit of the edges.
 *
 *     W = Σ |F_A − F_B| at an edge · distance to the next edge
 *
 * It is exact if all observations are at the upper edge of their bucket; the true distance differs from it by at most
 * the mean bucket width of each side. The last bucket has no end, so the caller gives the largest value to assume.
 */
import { totalCount } from "./bucket-counts";

/**
 * Returns the Wasserstein distance in the unit of the bounds; null if a side is empty. Counts are per bucket, not
 * cumulative. `largestValue` replaces an infinite last bound and must be at least as large as the bound before it.
 */
export function wassersteinDistance(
  upperBounds: ArrayLike<number>,
  { a, b }: { readonly a: ArrayLike<number>; readonly b: ArrayLike<number> },
  largestValue: number,
): number | null {
  const [nA, nB] = [totalCount(a), totalCount(b)];
  if (!(nA > 0 && nB > 0)) return null;
  const end = (index: number): number => Math.min(upperBounds[index] ?? largestValue, largestValue);
  let [cumulativeA, cumulativeB, distance] = [0, 0, 0];
  for (let index = 0; index < a.length - 1; index += 1) {
    cumulativeA += (a[index] ?? 0) / nA;
    cumulativeB += (b[index] ?? 0) / nB;
    distance += Math.abs(cumulativeA - cumulativeB) * (end(index + 1) - end(index));
  }
  return distance;
}
