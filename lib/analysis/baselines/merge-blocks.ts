/** Merges the blocks of a window into one number per signal. Blocks without a value are excluded, never counted as 0. */
import { memoizePerObject } from "@/lib/base/memoize-per-object";
import { prepareHistogram, type Histogram } from "@/lib/analysis/statistics/quantiles/quantile";
import type {
  BlockAbsence,
  DistributionBlock,
  MeasuredCounter,
  MeasuredDistribution,
  MeasuredGauge,
} from "@/lib/model/baseline/measured-blocks";

/** Histogram, count and mean of all observations in the complete blocks of a window. */
export interface MergedDistribution {
  /** Undefined without buckets. */
  readonly histogram: Histogram | undefined;
  /** Number of observations. */
  readonly n: number;
  /** Null without observations. */
  readonly mean: number | null;
  readonly blockCount: number;
}

/**
 * Adds the histograms of all blocks of a distribution. The result is cached per distribution, because each
 * statistic uses it.
 */
export const mergeBlocks = memoizePerObject(sumDistribution);

function sumDistribution({ blocks, upperEdges }: MeasuredDistribution): MergedDistribution {
  const present = blocks.filter((block) => typeof block !== "string");
  const total = (of: (block: DistributionBlock) => number): number =>
    present.reduce((sum, block) => sum + of(block), 0);
  const bucketCounts = new Float64Array(upperEdges.length);
  for (const { counts } of present)
    for (let index = 0; index < bucketCounts.length; index += 1)
      bucketCounts[index] = (bucketCounts[index] ?? 0) + (counts[index] ?? 0);
  let cumulativeCount = 0;
  const buckets = upperEdges.map((edge, index) => {
    cumulativeCount += bucketCounts[index] ?? 0;
    return { upperBound: edge ?? Infinity, cumulativeCount };
  });
  const weight = total((block) => block.weight);
  return {
    histogram: buckets.length === 0 ? undefined : prepareHistogram(buckets),
    n: total(({ count }) => count),
    mean: weight > 0 ? total(({ sum }) => sum) / weight : null,
    blockCount: present.length,
  };
}

/** Returns the numbers among the blocks and drops the blocks without a value. */
export function listPresentValues(blocks: readonly (number | BlockAbsence)[]): readonly number[] {
  return blocks.filter((block) => typeof block === "number");
}

/** Returns a counter's mean increase per second over its complete blocks; null if no block is complete. */
export function computeMeanRate(counter: MeasuredCounter | undefined, blockMs: number): number | null {
  const values = listPresentValues(counter?.blocks ?? []);
  return values.length === 0 ? null : sumValues(values) / (values.length * (blockMs / 1_000));
}

/** Mean and maximum of a gauge over the time blocks of a window. */
export interface GaugeSummary {
  readonly mean: number;
  /** Largest mean of a block. */
  readonly max: number;
  /** Number of blocks. */
  readonly n: number;
}

/**
 * Returns mean and maximum of a gauge over its complete blocks, and their number; null without a complete
 * block.
 */
export function summariseGauge(gauge: MeasuredGauge | undefined): GaugeSummary | null {
  const values = listPresentValues(gauge?.blocks ?? []);
  if (values.length === 0) return null;
  return { mean: sumValues(values) / values.length, max: Math.max(...values), n: values.length };
}

/** Returns the sum of the values; 0 for none. */
export function sumValues(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
