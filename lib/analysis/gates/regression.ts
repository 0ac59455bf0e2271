/**
 * The regression of a number with its 95 % interval, and the verdict of a gate on it.
 *
 *     r = after / before − 1, with its sign turned so that positive is worse
 *     fail if the lower end > limit; pass if the upper end ≤ limit; otherwise undecided
 *
 * A share of requests may be 0 in the baseline, or so small that any change is a large ratio. It has a smallest base b:
 * below it, r = (after − before) / b. A share above a bucket edge is compared on the scale of the quantile's tail, 1 − q.
 * Other numbers have such a base only if they are 0 in the baseline (`zero-base.ts`).
 */
import type { WindowEstimate } from "@/lib/analysis/statistics/window-estimate";
import { estimateChangeRange } from "@/lib/analysis/statistics/series/change-range";
import { differenceRange } from "@/lib/analysis/statistics/verdict/judge-difference";
import type { RuleVerdict } from "@/lib/model/gate/gate-result";

/** Relative worsening of a statistic, with its confidence interval. */
export interface Regression {
  readonly value: number;
  /** 95 % interval; ±Infinity when unbounded. */
  readonly low: number;
  readonly high: number;
}

/** How the regression of a statistic is computed. */
export interface RegressionOptions {
  readonly better: "lower" | "higher";
  /** Smallest base of a share, in the unit of the values. */
  readonly smallestBase?: number | undefined;
  /** Base if the value before is 0, in the unit of the values. */
  readonly zeroBase?: number | undefined;
}

/**
 * Returns the regression from `before` to `after`; undefined if the value before is 0 or negative and the
 * options have no base for it.
 */
export function measureRegression(
  before: WindowEstimate,
  after: WindowEstimate,
  options: RegressionOptions,
): Regression | undefined {
  const change = measureChange(before, after, chooseFixedBase(before, options));
  if (change === undefined || options.better === "lower") return change;
  return { value: -change.value, low: -change.high, high: -change.low };
}

/** Returns the base that replaces the value before; undefined if the change is relative to the value before. */
export function chooseFixedBase(
  { value }: WindowEstimate,
  { smallestBase, zeroBase }: Pick<RegressionOptions, "smallestBase" | "zeroBase">,
): number | undefined {
  if (smallestBase !== undefined && value < smallestBase) return smallestBase;
  return value === 0 ? zeroBase : undefined;
}

function measureChange(
  before: WindowEstimate,
  after: WindowEstimate,
  fixedBase: number | undefined,
): Regression | undefined {
  if (fixedBase !== undefined) {
    const { low, high } = differenceRange(before, after);
    return { value: (after.value - before.value) / fixedBase, low: low / fixedBase, high: high / fixedBase };
  }
  if (!(before.value > 0)) return undefined;
  return { value: after.value / before.value - 1, ...estimateChangeRange(before, after) };
}

/**
 * Returns "fail" if the complete interval is above `limit`, "pass" if none of it is above `limit`, and "undecided" if
 * it is on both sides. `limit` is a ratio: 0.1 for 10 %.
 */
export function judgeRegression({ low, high }: Regression, limit: number): RuleVerdict {
  if (low > limit) return "fail";
  return high <= limit ? "pass" : "undecided";
}
