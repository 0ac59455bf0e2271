/** Decides when values are shown and analysed on a logarithmic scale. */

/** Ratio of the largest to the smallest value above which a scale is logarithmic. */
const logarithmicRatio = 10;

/**
 * Returns whether values need a logarithmic scale: all are above 0, and the largest is more than ten times the smallest.
 * Null is a missing value. False without values.
 */
export function needsLogarithmicScale(values: Iterable<number | null>): boolean {
  let lowest = Number.POSITIVE_INFINITY;
  let highest = 0;
  for (const value of values) {
    if (value === null) continue;
    if (value <= 0) return false;
    lowest = Math.min(lowest, value);
    highest = Math.max(highest, value);
  }
  return highest > lowest * logarithmicRatio;
}
