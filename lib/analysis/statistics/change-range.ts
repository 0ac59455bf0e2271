/**
 * The interval of a relative change between two headlines.
 *
 * With a bucket on either side the two 97.5 % intervals are combined edge by edge, since a bucket's width is no random error
 * that averages out; so are they where the later number is 0, which has no logarithm. Otherwise the intervals are combined on
 * the logarithmic scale: ln r ± √(distance of one end² + distance of the other's opposite end²) (MOVER, Zou and Donner 2008).
 */
import type { HeadlineEstimate } from "./headline";

/** Relative change, after / before − 1: `low` −1 or above, `high` Infinity when unbounded. */
export interface RelativeChangeRange {
  readonly low: number;
  readonly high: number;
}

/** `before.value` must be above 0. */
export function changeRange(before: HeadlineEstimate, after: HeadlineEstimate): RelativeChangeRange {
  const [beforeHigh, afterHigh] = [before.upper ?? Infinity, after.upper ?? Infinity];
  const hasBucket = before.bucket !== null || after.bucket !== null;
  if (hasBucket || !(after.value > 0)) {
    return {
      low: Math.min(after.value / before.value, Math.max(0, after.lower) / beforeHigh) - 1,
      high: before.lower > 0 ? afterHigh / before.lower - 1 : Infinity,
    };
  }
  const ratio = Math.log(after.value / before.value);
  const down = Math.hypot(logOrInfinity(after.value / after.lower), logOrInfinity(beforeHigh / before.value));
  const up = Math.hypot(logOrInfinity(afterHigh / after.value), logOrInfinity(before.value / before.lower));
  return { low: Math.exp(ratio - down) - 1, high: Math.exp(ratio + up) - 1 };
}

/** A side that reaches 0 or below is unbounded on the logarithmic scale. */
function logOrInfinity(ratio: number): number {
  return ratio > 0 ? Math.log(ratio) : Infinity;
}
