/**
 * The largest percentile that the mean of the same observations allows. A percentile is interpolated within its bucket,
 * and in a wide bucket the result may be impossible:
 *
 *     bucket 0 to 300 ms with all observations, mean 18 ms       interpolated p50 = 150 ms
 *     half of the observations are at least the p50              p50 ≤ 18 ms ÷ 0.5 = 36 ms
 *
 * For observations that are not negative, Markov's inequality gives: q-quantile ≤ mean ÷ (1 − q).
 */
import type { MeasuredDistribution } from "@/lib/model/baseline/measured-blocks";
import { mergeBlocks } from "./merge-blocks";

/**
 * Returns the estimate of the q-quantile of a distribution, limited to the largest value that the mean allows. The
 * result is never below `lowerEdge`, the lower edge of the bucket. All numbers have the unit of the distribution. A
 * mean that is not weighted by the observations, such as the mean TPOT per token, does not limit the estimate.
 */
export function clampQuantileByMean(
  estimate: { readonly value: number; readonly lowerEdge: number },
  q: number,
  distribution: MeasuredDistribution,
): number {
  const { value, lowerEdge } = estimate;
  const { mean } = mergeBlocks(distribution);
  if (mean === null || mean < 0 || !hasEqualWeights(distribution)) return value;
  return Math.max(lowerEdge, Math.min(value, mean / (1 - q)));
}

function hasEqualWeights({ blocks }: MeasuredDistribution): boolean {
  return blocks.every((block) => typeof block === "string" || block.weight === block.count);
}
