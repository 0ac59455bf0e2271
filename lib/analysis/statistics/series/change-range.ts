/**
 * Confidence interval of a relative change between two headline numbers.
 *
 * If either number is a bucket quantile, the two 97.5 % intervals are combined edge by edge, because bucket width is
 * not a random error that averages out. The same applies when the later number is 0, which has no logarithm. In all
 * other cases the intervals are combined on the logarithmic scale: the distance of one end and the distance of the
 * other's opposite end (MOVER, Zou and Donner 2008), as half-widths of a difference (`significance/welch.ts`).
 */
import type { WindowEstimate } from "@/lib/analysis/statistics/window-estimate";
import { combineHalfWidths, type HalfWidth } from "@/lib/analysis/statistics/significance/welch";

/**
 * Confidence interval of a relative change, after / before − 1. `low` is −1 or above; `high` is Infinity
 * when unbounded.
 */
export interface RelativeChangeRange {
  readonly low: number;
  readonly high: number;
}

/** Returns the interval of the change from `before` to `after`. `before.value` must be above 0. */
export function estimateChangeRange(before: WindowEstimate, after: WindowEstimate): RelativeChangeRange {
  const [beforeHigh, afterHigh] = [before.upper ?? Infinity, after.upper ?? Infinity];
  const hasBucket = before.bucket !== null || after.bucket !== null;
  if (hasBucket || !(after.value > 0)) {
    return {
      low: Math.min(after.value / before.value, Math.max(0, after.lower) / beforeHigh) - 1,
      high: before.lower > 0 ? afterHigh / before.lower - 1 : Infinity,
    };
  }
  const ratio = Math.log(after.value / before.value);
  const down = combineHalfWidths(
    toHalfWidth(after, logOrInfinity(after.value / after.lower)),
    toHalfWidth(before, logOrInfinity(beforeHigh / before.value)),
  );
  const up = combineHalfWidths(
    toHalfWidth(after, logOrInfinity(afterHigh / after.value)),
    toHalfWidth(before, logOrInfinity(before.value / before.lower)),
  );
  return { low: Math.exp(ratio - down) - 1, high: Math.exp(ratio + up) - 1 };
}

/**
 * Returns the logarithm of a ratio; Infinity for a side that reaches 0 or below, which is unbounded on this scale.
 */
function logOrInfinity(ratio: number): number {
  return ratio > 0 ? Math.log(ratio) : Infinity;
}

/**
 * Returns one side of an estimate's confidence interval with its degrees of freedom, so that it can be combined with
 * the side of a second estimate.
 */
export function toHalfWidth({ degreesOfFreedom = Infinity }: WindowEstimate, halfWidth: number): HalfWidth {
  return { halfWidth, degreesOfFreedom };
}
