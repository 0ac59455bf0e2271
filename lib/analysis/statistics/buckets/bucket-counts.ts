/** Counts of each bucket, not cumulative, and their sums. */
import type { Histogram } from "@/lib/analysis/statistics/quantiles/quantile";

/** Returns the number of observations. */
export function totalCount(counts: ArrayLike<number>): number {
  let sum = 0;
  for (let index = 0; index < counts.length; index += 1) sum += counts[index] ?? 0;
  return sum;
}

/** Returns the counts of all blocks added per bucket; empty without blocks. All blocks have the same edges. */
export function addBlocks(blocks: readonly ArrayLike<number>[]): Float64Array {
  const sum = new Float64Array(blocks[0]?.length ?? 0);
  for (const block of blocks)
    for (let index = 0; index < sum.length; index += 1) sum[index] = (sum[index] ?? 0) + (block[index] ?? 0);
  return sum;
}

/** Returns the histogram with these upper bounds, the last of which is `Infinity`, and these counts per bucket. */
export function histogramOf(upperBounds: Float64Array, counts: ArrayLike<number>): Histogram {
  let cumulative = 0;
  return {
    upperBounds,
    cumulativeCounts: Float64Array.from(upperBounds, (_, index) => (cumulative += counts[index] ?? 0)),
  };
}
