/** Decides when values are shown and analysed on a logarithmic scale. */

/** Ratio of the largest to the smallest value above which a scale is logarithmic. */
const logarithmicRatio = 10;

/**
 * Returns whether values need a logarithmic scale: all are above 0, and the largest is more than ten times the smallest.
 * False without values.
 */
export function needsLogarithmicScale(values: Iterable<number>): boolean {
  let [lowest, highest] = [Number.POSITIVE_INFINITY, 0];
  for (const value of values) {
    if (value <= 0) return false;
    lowest = Math.min(lowest, value);
    highest = Math.max(highest, value);
  }
  return highest > lowest * logarithmicRatio;
}
