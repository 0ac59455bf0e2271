/**
 * Quantiles of native histograms, exactly as Prometheus 3 computes them, with the bucket that surely holds the true value.
 *
 * Source of the rules: prometheus/prometheus promql/quantile.go (`HistogramQuantile`). Buckets whose ends grow by one factor
 * are interpolated on a logarithmic scale, the bucket around zero and buckets with ends of their own on a linear one. From the
 * median upwards ranks are counted from the top, so that a gap between buckets is crossed from the same side.
 *
 *     (1, 2]: 6    (2, 4]: 4      p75 = rank 2.5 from the top → (2, 4], 1.5 of 4 from below → 2^(1 + 1.5 / 4)
 *
 * Prometheus before 3 interpolated on a linear scale everywhere: its value lies in the same bucket.
 */
import type { Quantile } from "./quantile";

export interface NativeBucket {
  readonly lower: number;
  readonly upper: number;
  /** Observations in it: a count, or a rate of counts. */
  readonly count: number;
}

export interface NativeHistogram {
  /** Rising, without the empty ones. */
  readonly buckets: readonly NativeBucket[];
  /** Of all observations, those that are no number included. */
  readonly count: number;
  /** NaN when one of the observations was no number. */
  readonly sum: number;
}

/** The resolutions that Prometheus knows: a bucket's end is 2^(2^−schema) times its beginning. */
const schemas = Array.from({ length: 13 }, (_, index) => index - 4);
const powerTolerance = 1e-6;

/** The q-quantile, 0 ≤ q ≤ 1, in the unit of the bounds. Undefined where PromQL gives NaN. */
export function nativeQuantile(histogram: NativeHistogram, q: number): Quantile | undefined {
  const { buckets, count: observations } = histogram;
  if (!(observations > 0) || buckets.length === 0) return undefined;
  const isFromBelow = Number.isNaN(histogram.sum) || q < 0.5;
  const targetRank = (isFromBelow ? q : 1 - q) * observations;
  const { bucket, cumulativeCount } = findBucket(isFromBelow ? buckets : buckets.toReversed(), targetRank);
  const rankReached = Math.min(cumulativeCount, observations);
  if (rankReached < targetRank) {
    // Observations that are no number stand in no bucket; otherwise the sums of buckets and the count differ by rounding.
    return Number.isNaN(histogram.sum)
      ? undefined
      : { value: bucket.upper, lower: bucket.lower, upper: bucket.upper };
  }
  const rank = isFromBelow ? targetRank - (rankReached - bucket.count) : rankReached - targetRank;
  return interpolate(bucket, rank / bucket.count, buckets);
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

function interpolate(
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

/** Where nothing is below zero, the bucket around it begins there; likewise from the other side. */
function clampZeroBucket(bucket: NativeBucket, buckets: readonly NativeBucket[]): NativeBucket {
  if (!(bucket.lower < 0 && bucket.upper > 0) || !Number.isFinite(bucket.lower)) return bucket;
  const hasNegative = buckets.some(({ upper }) => upper < 0);
  const hasPositive = buckets.some(({ lower }) => lower > 0);
  if (!hasNegative && hasPositive) return { ...bucket, lower: 0 };
  return hasNegative && !hasPositive ? { ...bucket, upper: 0 } : bucket;
}

/**
 * The answer of a source does not say whether the ends grow by one factor or are somebody's own: they do when one factor and its
 * powers explain them all. Own ends that happen to are interpolated like them, inside the same bucket.
 */
function areExponential(buckets: readonly NativeBucket[]): boolean {
  const nonZeroBuckets = buckets.filter(({ lower, upper }) => lower > 0 || upper < 0);
  return schemas.some((schema) => nonZeroBuckets.every((bucket) => isPower(bucket, 2 ** schema)));
}

function isPower({ lower, upper }: NativeBucket, perOctave: number): boolean {
  const [from, to] = [Math.log2(Math.abs(lower)) * perOctave, Math.log2(Math.abs(upper)) * perOctave];
  return Math.abs(to - Math.round(to)) < powerTolerance && Math.abs(Math.abs(to - from) - 1) < powerTolerance;
}
