/** Why a comparison gives no verdict, and how many more samples would lead to one. */
import type { WindowEstimate } from "@/lib/analysis/statistics/window-estimate";
import { estimateChangeRange, type RelativeChangeRange } from "@/lib/analysis/statistics/series/change-range";
import { judgeChange } from "./judge-change";
import type { LoadDifference } from "./load";

/** Reason why a comparison has no verdict. */
export type InconclusiveReason =
  | { readonly kind: "no-number"; readonly window: "before" | "after" | "both" }
  /** A relative change requires a number above 0 in the first window. */
  | { readonly kind: "no-base" }
  /** The measures of load that differ by more than 20 %, the largest difference first. */
  | { readonly kind: "load-differs"; readonly differences: readonly LoadDifference[] }
  /**
   * The statistic varies too much. `variationRatio` is twice the standard deviation between windows of this length,
   * divided by their mean. The ratio is above 0.2.
   */
  | { readonly kind: "too-noisy"; readonly variationRatio: number }
  /**
   * More samples would not help, because the buckets are too wide. `lower` and `upper` are the edges of the wider of
   * the two buckets.
   */
  | { readonly kind: "bucket-resolution"; readonly lower: number; readonly upper: number | null }
  /**
   * More samples would lead to a verdict. `additionalSamples` is the number needed in both windows together.
   * `additionalSamples` is null if the number cannot be estimated: the quantile's rank may be in a neighbouring bucket
   * (see `quantileReach`), or autocorrelated points leave the mean unbounded.
   */
  | {
      readonly kind: "few-samples";
      readonly additionalSamples: number | null;
      /** Quantile whose interval extends beyond its bucket; null if there is none. */
      readonly quantileReach: QuantileBeyondBucket | null;
    };

/**
 * Quantile whose confidence interval extends beyond its bucket. If the quantile is close to a bucket edge,
 * this is the case even with many observations.
 */
export interface QuantileBeyondBucket {
  readonly window: "before" | "after";
  readonly lower: number;
  readonly upper: number | null;
  readonly n: number;
}

/** Measured change whose interval does not allow a verdict. */
export interface UndecidedChange {
  readonly before: WindowEstimate;
  readonly after: WindowEstimate;
  readonly change: number;
  readonly range: RelativeChangeRange;
  readonly margin: number;
  /** Margin of a decrease, if it differs from the margin of an increase. */
  readonly decreaseMargin?: number;
}

/** Returns whether bucket width or the number of samples prevents a verdict on a change. */
export function findInconclusiveReason(undecided: UndecidedChange): InconclusiveReason {
  const { before, after, change, margin, decreaseMargin = margin } = undecided;
  const range = estimateChangeRange(withBucketAsInterval(before), withBucketAsInterval(after));
  const ideal = judgeChange({ change, range, margin, decreaseMargin, better: "neither" });
  if (ideal === "cannot-tell" && (before.bucket !== null || after.bucket !== null)) {
    const coarser = widthOf(before) > widthOf(after) ? before : after;
    return {
      kind: "bucket-resolution",
      lower: coarser.bucket?.lower ?? 0,
      upper: coarser.bucket?.upper ?? null,
    };
  }
  return {
    kind: "few-samples",
    additionalSamples: countAdditionalSamples(undecided),
    quantileReach: reachOf("after", after) ?? reachOf("before", before),
  };
}

/** Returns the reach of a quantile's interval; null if the interval stays within its bucket or there is no bucket. */
function reachOf(
  window: QuantileBeyondBucket["window"],
  { bucket, lower, upper, n }: WindowEstimate,
): QuantileBeyondBucket | null {
  if (bucket === null) return null;
  const isWithin = lower >= bucket.lower && (upper ?? Infinity) <= (bucket.upper ?? Infinity);
  return isWithin ? null : { window, lower, upper, n };
}

/**
 * Returns the estimate that infinitely many samples would give: its interval is the bucket, or the value itself without
 * a bucket.
 */
export function withBucketAsInterval(headline: WindowEstimate): WindowEstimate {
  const { value } = headline;
  return { ...headline, ...(headline.bucket ?? { lower: value, upper: value }) };
}

/** Returns the relative width of the bucket. */
function widthOf({ bucket }: WindowEstimate): number {
  return bucket === null ? 1 : (bucket.upper ?? Infinity) / bucket.lower;
}

/**
 * Estimates how many more samples lead to a verdict: intervals shrink with √n until they exclude 0 or fit
 * within the margin. Null if bucket width prevents the verdict, because buckets do not shrink, or if the
 * change equals the margin.
 */
export function countAdditionalSamples({
  before,
  after,
  change,
  range,
  margin,
  decreaseMargin = margin,
}: UndecidedChange): number | null {
  if (before.bucket !== null || after.bucket !== null) return null;
  const limit = change < 0 ? decreaseMargin : margin;
  const needed = Math.abs(change) >= limit ? Math.abs(change) : limit - Math.abs(change);
  const reach = Math.max(change - range.low, range.high - change);
  const additionalSamples = Math.ceil(((reach / needed) ** 2 - 1) * (before.n + after.n));
  return Number.isFinite(additionalSamples) ? Math.max(1, additionalSamples) : null;
}
