/** The values that a percentile may have within its bucket, which more requests do not narrow. */
import type { WindowEstimate } from "@/lib/analysis/statistics/window-estimate";

/** Bounds of the histogram bucket that contains a percentile, in the unit of the signal. */
export type PercentileBucket = NonNullable<WindowEstimate["bucket"]>;

/** An interval whose ends may be infinite. */
export interface PossibleRange {
  readonly low: number;
  readonly high: number;
}

/**
 * Returns the values that a percentile may have: the bounds of its histogram bucket, or the value itself
 * without a bucket.
 */
export function possibleValues({ value, bucket }: WindowEstimate): PossibleRange {
  return bucket === null
    ? { low: value, high: value }
    : { low: bucket.lower, high: bucket.upper ?? Infinity };
}

/**
 * Returns the smallest and the largest relative change that the buckets of both percentiles allow; 0.1 is
 * +10 %.
 */
export function possibleChanges(before: WindowEstimate, after: WindowEstimate): PossibleRange {
  const [was, is] = [possibleValues(before), possibleValues(after)];
  return { low: is.low / was.high - 1, high: was.low > 0 ? is.high / was.low - 1 : Infinity };
}

/** Returns the range of the negated values. */
export function negateRange({ low, high }: PossibleRange): PossibleRange {
  return { low: -high, high: -low };
}

/**
 * Returns whether the limit is inside the range. More requests then cannot decide the verdict, because the
 * histogram bucket is too wide.
 */
export function isUndecidable({ low, high }: PossibleRange, limit: number): boolean {
  return low <= limit && limit < high;
}
