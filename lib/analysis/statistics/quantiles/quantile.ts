/**
 * Quantiles of classic histograms, exactly as Prometheus computes them, with the bucket that contains the true value.
 *
 * Source of the rules: prometheus/prometheus promql/quantile.go (`bucketQuantile`, `coalesceBuckets`,
 * `ensureMonotonic`). A histogram is a list of cumulative counts at upper bounds:
 *
 *     bound   0.1   0.25   0.5   +Inf
 *     count    20     80     95    100      rank of p90 = 90 → third bucket → 0.25 + 0.25 · (90 − 80) / 15
 */

/** Bucket of a classic Prometheus histogram. */
export interface CumulativeBucket {
  /** Upper bound; `Infinity` for the last bucket. */
  readonly upperBound: number;
  /** Observations at or below the bound: a count, or a rate of counts. */
  readonly cumulativeCount: number;
}

/** Buckets in ascending order, one for each bound, with counts that never fall. Created by `prepareHistogram`. */
export interface Histogram {
  readonly upperBounds: Float64Array;
  readonly cumulativeCounts: Float64Array;
}

/** Quantile estimated from buckets. */
export interface Quantile {
  /** Linear interpolation within the bucket; the highest finite bound if the rank is in the +Inf bucket. */
  readonly value: number;
  /** The true quantile is in [lower, upper]; `upper` is null in the +Inf bucket. */
  readonly lower: number;
  readonly upper: number | null;
}

/** Prometheus ignores falling counts below this relative size, because they result from floating-point sums. */
const smallDeltaTolerance = 1e-12;

/**
 * Sorts buckets by bound, adds up equal bounds, and raises counts that fall to the previous count. Returns
 * undefined without a usable +Inf bucket.
 */
export function prepareHistogram(buckets: readonly CumulativeBucket[]): Histogram | undefined {
  const sorted = isSorted(buckets) ? buckets : buckets.toSorted((a, b) => a.upperBound - b.upperBound);
  const bounds: number[] = [];
  const counts: number[] = [];
  for (const { upperBound, cumulativeCount } of sorted) {
    if (bounds.at(-1) === upperBound) counts[counts.length - 1] = (counts.at(-1) ?? 0) + cumulativeCount;
    else {
      bounds.push(upperBound);
      counts.push(cumulativeCount);
    }
  }
  if (bounds.length < 2 || bounds.at(-1) !== Number.POSITIVE_INFINITY) return undefined;
  liftFallingCounts(counts);
  return { upperBounds: new Float64Array(bounds), cumulativeCounts: new Float64Array(counts) };
}

/** Returns whether the buckets are already sorted, which they usually are. */
function isSorted(buckets: readonly CumulativeBucket[]): boolean {
  return buckets.every(
    ({ upperBound }, index) => index === 0 || upperBound >= (buckets[index - 1]?.upperBound ?? 0),
  );
}

function liftFallingCounts(counts: number[]): void {
  let highest = counts[0] ?? Number.NaN;
  for (let index = 1; index < counts.length; index += 1) {
    const count = counts[index] ?? Number.NaN;
    if (count < highest || almostEqual(count, highest)) counts[index] = highest;
    else highest = count;
  }
}

/** Returns whether two counts are equal within a relative tolerance, as Prometheus' util/almost does. */
function almostEqual(a: number, b: number): boolean {
  if (a === b) return true;
  const size = Math.abs(a) + Math.abs(b);
  const difference = Math.abs(a - b);
  const smallestNormal = 2.2250738585072014e-308;
  if (a === 0 || b === 0 || size < smallestNormal) return difference < smallDeltaTolerance * smallestNormal;
  return difference / Math.min(size, Number.MAX_VALUE) < smallDeltaTolerance;
}

/** Returns the number of observations in the histogram: its +Inf count. */
export function observationCount(histogram: Histogram): number {
  return histogram.cumulativeCounts.at(-1) ?? Number.NaN;
}

/**
 * Estimates the q-quantile (0 ≤ q ≤ 1) like PromQL's `histogram_quantile`, in the unit of the bounds.
 * Undefined where PromQL returns NaN: without observations or with a NaN count.
 */
export function bucketQuantile(histogram: Histogram, q: number): Quantile | undefined {
  const { upperBounds, cumulativeCounts } = histogram;
  const last = upperBounds.length - 1;
  const observations = observationCount(histogram);
  if (!(observations > 0)) return undefined;
  const rank = q * observations;
  const index = firstIndexReaching(cumulativeCounts, rank, last);
  const highestFinite = upperBounds[last - 1] ?? Number.NaN;
  if (index === last) return { value: highestFinite, lower: highestFinite, upper: null };
  const end = upperBounds[index] ?? Number.NaN;
  if (index === 0 && end <= 0) return { value: end, lower: Number.NEGATIVE_INFINITY, upper: end };
  const start = index === 0 ? 0 : (upperBounds[index - 1] ?? Number.NaN);
  const before = index === 0 ? 0 : (cumulativeCounts[index - 1] ?? Number.NaN);
  const inside = (cumulativeCounts[index] ?? Number.NaN) - before;
  const value = start + (end - start) * ((rank - before) / inside);
  return Number.isNaN(value) ? undefined : { value, lower: start, upper: end };
}

/** Returns the index of the first count that reaches `rank`; `last` if no earlier count does. */
function firstIndexReaching(counts: Float64Array, rank: number, last: number): number {
  let low = 0;
  let high = last;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((counts[middle] ?? Number.NaN) >= rank) high = middle;
    else low = middle + 1;
  }
  return low;
}
