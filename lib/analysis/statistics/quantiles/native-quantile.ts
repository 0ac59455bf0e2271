/**
 * Quantiles of native histograms, exactly as Prometheus 3 computes them, with the bucket that contains the true
 * value.
 *
 * Source of the rules: prometheus/prometheus promql/quantile.go (`HistogramQuantile`). Exponential buckets are
 * interpolated on a logarithmic scale, the zero bucket and buckets with custom bounds on a linear one. From the
 * median upwards ranks are counted from the top, so that a gap between buckets is crossed from the same side.
 *
 *     (1, 2]: 6    (2, 4]: 4      p75 = rank 2.5 from the top → (2, 4], 1.5 of 4 from below → 2^(1 + 1.5 / 4)
 *
 * Prometheus before version 3 interpolated on a linear scale everywhere. Its value is in the same bucket.
 */
import type { Quantile } from "./quantile";

/** Bucket of a native Prometheus histogram. */
export interface NativeBucket {
  readonly lower: number;
  readonly upper: number;
  /** Observations in the bucket: a count, or a rate of counts. */
  readonly count: number;
}

/** Native Prometheus histogram at one point. */
export interface NativeHistogram {
  /** Ascending, without empty buckets. */
  readonly buckets: readonly NativeBucket[];
  /** Number of all observations, including NaN observations. */
  readonly count: number;
  /** NaN if an observation was NaN. */
  readonly sum: number;
}

/** Resolutions that Prometheus supports: the upper bound of a bucket is 2^(2^−schema) times its lower bound. */
const schemas = Array.from({ length: 13 }, (_, index) => index - 4);
const powerTolerance = 1e-6;

/**
 * Estimates the q-quantile (0 ≤ q ≤ 1) of a native histogram like PromQL. Undefined if PromQL returns NaN.
 */
export function nativeQuantile(histogram: NativeHistogram, q: number): Quantile | undefined {
  const { buckets, count: observations } = histogram;
  if (!(observations > 0) || buckets.length === 0) return undefined;
  const isFromBelow = Number.isNaN(histogram.sum) || q < 0.5;
  const targetRank = (isFromBelow ? q : 1 - q) * observations;
  const { bucket, cumulativeCount } = findBucket(isFromBelow ? buckets : buckets.toReversed(), targetRank);
  const rankReached = Math.min(cumulativeCount, observations);
  if (rankReached < targetRank) {
    // NaN observations are in no bucket. Without them, the sum of the buckets and the count differ only by rounding.
    return Number.isNaN(histogram.sum)
      ? undefined
      : { value: bucket.upper, lower: bucket.lower, upper: bucket.upper };
  }
  const rank = isFromBelow ? targetRank - (rankReached - bucket.count) : rankReached - targetRank;
  return interpolateQuantile(bucket, rank / bucket.count, buckets);
}

function findBucket(
  ordered: readonly NativeBucket[],
  targetRank: number,
): { readonly bucket: NativeBucket; readonly cumulativeCount: number } {
  let bucket: NativeBucket = { lower: Number.NaN, upper: Number.NaN, count: Number.NaN };
  let cumulativeCount = 0;
  for (bucket of ordered) {
    cumulativeCount += bucket.count;
    if (cumulativeCount >= targetRank) break;
  }
  return { bucket, cumulativeCount };
}

function interpolateQuantile(
  bucket: NativeBucket,
  fraction: number,
  buckets: readonly NativeBucket[],
): Quantile | undefined {
  const { lower, upper } = clampZeroBucket(bucket, buckets);
  const linear = (from: number): Quantile => ({
    value: from + (upper - from) * fraction,
    lower: from,
    upper,
  });
  if (upper === Number.POSITIVE_INFINITY) return { value: lower, lower, upper: null };
  if (lower === Number.NEGATIVE_INFINITY) return upper <= 0 ? { value: upper, lower, upper } : linear(0);
  if ((lower <= 0 && upper >= 0) || !areExponential(buckets)) return linear(lower);
  const [logLower, logUpper] = [Math.log2(Math.abs(lower)), Math.log2(Math.abs(upper))];
  const value =
    lower > 0
      ? 2 ** (logLower + (logUpper - logLower) * fraction)
      : -(2 ** (logUpper + (logLower - logUpper) * (1 - fraction)));
  return { value, lower, upper };
}

/** Starts the zero bucket at zero if no bucket is below zero, and ends it at zero if no bucket is above zero. */
function clampZeroBucket(bucket: NativeBucket, buckets: readonly NativeBucket[]): NativeBucket {
  if (!(bucket.lower < 0 && bucket.upper > 0) || !Number.isFinite(bucket.lower)) return bucket;
  const hasNegative = buckets.some(({ upper }) => upper < 0);
  const hasPositive = buckets.some(({ lower }) => lower > 0);
  if (!hasNegative && hasPositive) return { ...bucket, lower: 0 };
  return hasNegative && !hasPositive ? { ...bucket, upper: 0 } : bucket;
}

/**
 * Returns whether the buckets are exponential. The response of a source does not state it, so they are if one factor
 * and its powers explain all bounds. Custom bounds that happen to match are interpolated the same way, within the
 * same bucket.
 */
function areExponential(buckets: readonly NativeBucket[]): boolean {
  const nonZeroBuckets = buckets.filter(({ lower, upper }) => lower > 0 || upper < 0);
  return schemas.some((schema) => nonZeroBuckets.every((bucket) => isPower(bucket, 2 ** schema)));
}

function isPower({ lower, upper }: NativeBucket, perOctave: number): boolean {
  const [from, to] = [Math.log2(Math.abs(lower)) * perOctave, Math.log2(Math.abs(upper)) * perOctave];
  return Math.abs(to - Math.round(to)) < powerTolerance && Math.abs(Math.abs(to - from) - 1) < powerTolerance;
}
