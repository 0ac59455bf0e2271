/** Converts the stored blocks of a histogram to the form that the statistics functions use. */
import { memoizePerObject } from "@/lib/base/memoize-per-object";
import type { CountedBlocks } from "@/lib/analysis/statistics/block-estimates";
import type { RatioBlock } from "@/lib/analysis/statistics/rates/block-ratio";
import type { MeasuredDistribution } from "@/lib/model/baseline/measured-blocks";

/**
 * Returns the complete blocks of a distribution with their cumulative bucket counts. A distribution without
 * buckets gets one bucket for all observations. The result is cached per distribution.
 */
export const toCountedBlocks = memoizePerObject(countBlocks);

function countBlocks({ blocks, upperEdges }: MeasuredDistribution): CountedBlocks {
  const upperBounds = upperEdges.length === 0 ? [Infinity] : upperEdges.map((edge) => edge ?? Infinity);
  return {
    upperBounds,
    blocks: blocks.flatMap((block) => {
      if (typeof block === "string") return [];
      const cumulativeCounts = new Float64Array(upperBounds.length);
      const counts = upperEdges.length === 0 ? [block.count] : block.counts;
      let total = 0;
      for (let index = 0; index < cumulativeCounts.length; index += 1) {
        total += counts[index] ?? 0;
        cumulativeCounts[index] = total;
      }
      return [{ cumulativeCounts, sum: block.sum }];
    }),
  };
}

/**
 * Returns two numbers for each complete block: the sum of the observations, and their weight. Sum ÷ weight is the mean.
 */
export function toMeanRatioBlocks({ blocks }: MeasuredDistribution): readonly RatioBlock[] {
  return blocks.flatMap((block) =>
    typeof block === "string" ? [] : [{ numerator: block.sum, denominator: block.weight }],
  );
}
