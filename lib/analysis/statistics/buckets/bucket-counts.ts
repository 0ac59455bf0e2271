/** Counts of each bucket, not cumulative, and their sums. */
import type { Histogram } from "@/lib/analysis/statistics/quantiles/quantile";

/** Returns the total number of observations in all buckets. */
export function totalCount(counts: ArrayLike<number>): number {
  let sum = 0;
  for (let index = 0; index < counts.length; index += 1) sum += counts[index] ?? 0;
  return sum;
}

/**
 * Returns the count of each bucket of a histogram (not cumulative), the input of the statistical tests in this
 * folder.
 */
export function bucketCounts({ cumulativeCounts }: Histogram): Float64Array {
  return cumulativeCounts.map(
    (count, index) => count - (index === 0 ? 0 : (cumulativeCounts[index - 1] ?? 0)),
  );
}
