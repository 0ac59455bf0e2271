/**
 * Verdict on a change that is far larger than the usual variation between windows. It applies if the interval of the
 * change allows no verdict: a window that contains the start of an incident has an interval without a useful end,
 * because its blocks are not alike, and a noisy signal has a margin above 20 %.
 *
 *     |ln(1 + c)| / (σ · √2)      t distributed with k − 1 degrees of freedom, at most 0.1 %
 *
 * c is the end of the change's possible values that is closest to no change: buckets as intervals, otherwise the change
 * itself. σ = √ln(1 + s²) is the standard deviation of the logarithm of a log-normal value whose standard deviation
 * divided by its mean is s, over k ≥ 6 earlier windows. Two windows of one deployment differ by √2 as much as one
 * window from the mean. The rate of 0.1 % is low, because the test is in addition to the interval.
 */
import { estimateChangeRange } from "@/lib/analysis/statistics/series/change-range";
import { studentTwoSided } from "@/lib/analysis/statistics/significance/student-t";
import type { WindowEstimate } from "@/lib/analysis/statistics/window-estimate";
import { withBucketAsInterval } from "./inconclusive-reason";
import { judgeChange, type BetterDirection, type Verdict } from "./judge-change";
import { minMarginWindows, type Margin, type WindowSpread } from "./margin";

/** Measured change, and the usual variation with which it is compared. */
export interface HistoryTest {
  readonly before: WindowEstimate;
  readonly after: WindowEstimate;
  readonly change: number;
  readonly margin: Margin;
  readonly spread: WindowSpread | undefined;
  readonly better: BetterDirection;
}

const maxPValue = 0.001;

/** Returns the verdict and its p-value; undefined if the change is within the usual variation, or the variation is unknown. */
export function judgeAgainstHistory({
  before,
  after,
  change,
  margin,
  spread,
  better,
}: HistoryTest): { readonly verdict: Verdict; readonly pValue: number } | undefined {
  const { windowCount = 0, standardDeviationRatio = Number.NaN } = spread ?? {};
  if (windowCount < minMarginWindows || !(standardDeviationRatio > 0) || !(after.value > 0)) return undefined;
  const { low, high } = estimateChangeRange(withBucketAsInterval(before), withBucketAsInterval(after));
  const closest = change > 0 ? low : high;
  if (Math.sign(closest) !== Math.sign(change) || !(closest > -1)) return undefined;
  const deviation = Math.sqrt(2 * Math.log1p(standardDeviationRatio ** 2));
  const pValue = studentTwoSided(Math.abs(Math.log1p(closest)) / deviation, windowCount - 1);
  if (pValue > maxPValue) return undefined;
  const verdict = judgeChange({ change, range: { low, high }, margin: margin.ratio, better });
  return verdict === "cannot-tell" || verdict === "same" ? undefined : { verdict, pValue };
}
