/**
 * p-value of a change, derived from its 95 % interval, for the correction of several comparisons (`holm.ts`).
 *
 *     z = 1.96 · d / w        d the distance from the estimate to no change, w the distance to the interval's end on that side
 *
 * The distances are on the logarithmic scale for a ratio, otherwise on the linear scale. This assumes a normal
 * estimate; for few blocks, whose interval uses t, the p-value is too small below about 0.01 and exact at 0.05. It is
 * at most 0.05 exactly if the interval excludes no change, so that it never contradicts the interval.
 */
import { twoSidedPValue, twoSidedNormalLimit } from "@/lib/analysis/statistics/significance/normal-tail";
import type { RelativeChangeRange } from "@/lib/analysis/statistics/series/change-range";

/** Returns the two-sided p-value of a relative change, after / before − 1. */
export function changePValue(change: number, { low, high }: RelativeChangeRange): number {
  const hasLogarithm = change > -1 && low > -1 && high > -1;
  const scale = hasLogarithm ? Math.log1p : (value: number): number => value;
  return differencePValue(scale(change), { low: scale(low), high: scale(high) });
}

/** Returns the two-sided p-value of a difference, after − before. */
export function differencePValue(
  difference: number,
  { low, high }: { readonly low: number; readonly high: number },
): number {
  if (difference === 0) return 1;
  const halfWidth = difference > 0 ? difference - low : high - difference;
  if (halfWidth === 0) return 0;
  return twoSidedPValue((twoSidedNormalLimit * Math.abs(difference)) / halfWidth);
}
