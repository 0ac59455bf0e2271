/**
 * Finds a split of points into two groups that is not only a step between two buckets of a histogram.
 *
 *     buckets   5        7.5       10       15        20
 *     values    |   ··•·· | ··•··  |        |         |     adjacent buckets: within the resolution
 *               |   ··•·· |        |        |  ··•··  |     a complete bucket between: two groups
 *
 * The position of a percentile within its bucket is interpolated. A percentile that alternates between two adjacent buckets
 * can therefore be one value near their common edge.
 */
import { median } from "simple-statistics";
import type { CompletePairs } from "../pairs";
import { findAxisSplit, findGroupSplit, type GroupSplit } from "./best-split";

/** Edges of the bucket that contains each value of a column. NaN for a value that does not come from a bucket. */
export interface ValueBuckets {
  readonly lower: Float64Array;
  /** Infinite for the open last bucket. */
  readonly upper: Float64Array;
}

/** Buckets of both columns on the grid of their values. Absent for a column that does not come from buckets. */
export interface PairBuckets {
  readonly x?: ValueBuckets;
  readonly y?: ValueBuckets;
}

/**
 * Finds the clearest split into two groups. An axis counts only if at least one complete bucket is between the medians of
 * the groups. If one axis does not count, the points are split along the other axis alone. Null if there is no such split.
 */
export function findResolvedSplit(pairs: CompletePairs, buckets: PairBuckets): GroupSplit | null {
  const split = findGroupSplit(pairs.x, pairs.y);
  if (split === null) return null;
  const [isXResolved, isYResolved] = [
    isResolved(pairs, { axis: "x", split, buckets }),
    isResolved(pairs, { axis: "y", split, buckets }),
  ];
  if (isXResolved && isYResolved) return split;
  if (!isXResolved && !isYResolved) return null;
  const axis = isXResolved ? "x" : "y";
  const axisSplit = findAxisSplit(pairs[axis]);
  return axisSplit !== null && isResolved(pairs, { axis, split: axisSplit, buckets }) ? axisSplit : null;
}

interface AxisOfSplit {
  readonly axis: "x" | "y";
  readonly split: GroupSplit;
  readonly buckets: PairBuckets;
}

/** Returns whether a complete bucket is between the medians of both groups. True for values without buckets. */
function isResolved(pairs: CompletePairs, { axis, split, buckets }: AxisOfSplit): boolean {
  const { [axis]: bucketsOfAxis } = buckets;
  if (bucketsOfAxis === undefined) return true;
  const medianBucket = (isFar: boolean): readonly [lower: number, upper: number] => {
    const members = [...pairs[axis].keys()].filter((index) => split.isFar[index] === isFar);
    const centre = median(members.map((index) => pairs[axis][index] ?? Number.NaN));
    const distance = (index: number): number => Math.abs((pairs[axis][index] ?? Number.NaN) - centre);
    const nearest = members.reduce((best, index) => (distance(index) < distance(best) ? index : best));
    const at = pairs.gridIndexes[nearest] ?? 0;
    return [bucketsOfAxis.lower[at] ?? Number.NaN, bucketsOfAxis.upper[at] ?? Number.NaN];
  };
  const [[nearLower, nearUpper], [farLower, farUpper]] = [medianBucket(false), medianBucket(true)];
  if ([nearLower, nearUpper, farLower, farUpper].some(Number.isNaN)) return true;
  return nearUpper < farLower || farUpper < nearLower;
}
