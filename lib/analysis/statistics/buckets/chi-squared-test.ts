/**
 * Chi-squared test of two histograms: whether their buckets contain different shares (Pearson 1900).
 *
 *     χ² = Σ (observed − expected)² / expected, over both rows        expected = row total · column total / n
 *
 * Neighbouring buckets are merged until every expected count is at least 5 (Cochran 1954), because the approximation
 * fails below. It uses no order of the buckets, so it also finds a changed shape with an equal median, and is weaker
 * than the rank test for a shift. Observations must be independent, which requests of one batch are not.
 */
import { chiSquaredTail } from "@/lib/analysis/statistics/significance/chi-squared";
import { totalCount } from "./bucket-counts";

/** Result of the chi-squared test of two histograms. */
export interface ShapeComparison {
  readonly statistic: number;
  /** Number of merged buckets minus 1. */
  readonly degreesOfFreedom: number;
  readonly pValue: number;
  /** Index of the last bucket in each merged bucket, ascending. */
  readonly lastIndexes: readonly number[];
}

const minExpected = 5;

interface MergedBucket {
  readonly a: number;
  readonly b: number;
  readonly lastIndex: number;
}

/**
 * Tests whether two histograms have the same shape (chi-squared). Takes counts per bucket (not cumulative)
 * at the same edges. Null if fewer than two merged buckets remain, for example because a histogram has fewer
 * than 10 observations.
 */
export function compareShapes(a: ArrayLike<number>, b: ArrayLike<number>): ShapeComparison | null {
  const [nA, nB] = [totalCount(a), totalCount(b)];
  const n = nA + nB;
  if (!(nA > 0 && nB > 0)) return null;
  const buckets = mergeBuckets(a, b, (minExpected * n) / Math.min(nA, nB));
  if (buckets.length < 2) return null;
  let statistic = 0;
  for (const { a: inA, b: inB } of buckets) {
    const column = inA + inB;
    statistic += (inA - (column * nA) / n) ** 2 / ((column * nA) / n);
    statistic += (inB - (column * nB) / n) ** 2 / ((column * nB) / n);
  }
  const degreesOfFreedom = buckets.length - 1;
  return {
    statistic,
    degreesOfFreedom,
    pValue: chiSquaredTail(statistic, degreesOfFreedom),
    lastIndexes: buckets.map(({ lastIndex }) => lastIndex),
  };
}

/**
 * Merges buckets from the lowest upwards until each contains `minCount` observations of both sides together. The rest
 * joins the last merged bucket.
 */
function mergeBuckets(a: ArrayLike<number>, b: ArrayLike<number>, minCount: number): MergedBucket[] {
  const merged: MergedBucket[] = [];
  let [inA, inB] = [0, 0];
  for (let index = 0; index < a.length; index += 1) {
    inA += a[index] ?? 0;
    inB += b[index] ?? 0;
    if (inA + inB < minCount) continue;
    merged.push({ a: inA, b: inB, lastIndex: index });
    [inA, inB] = [0, 0];
  }
  const last = merged.pop();
  if (last !== undefined) merged.push({ a: last.a + inA, b: last.b + inB, lastIndex: a.length - 1 });
  return merged;
}
