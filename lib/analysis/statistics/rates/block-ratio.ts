/**
 * Ratio of two sums over blocks of time, with an interval that contains the variation between blocks. Requests of one
 * block share batches and queues, so the variance between requests would be too small by orders of magnitude.
 *
 *     r = Σ y / Σ x        y and x the sums of a block: seconds and requests for a mean latency, errors and requests for a share,
 *                          tokens and seconds for a rate
 *
 * By linearisation, the error of r is that of the mean of e = (y − r·x) / mean(x) (Cochran, Sampling Techniques, 1977,
 * 6.3). `series/mean-error.ts` computes its half-width for autocorrelated blocks. With fewer than 20 blocks there is no
 * number. Shares near 0 need the intervals of `overdispersed-rate.ts`.
 */
import { minBlocks } from "@/lib/analysis/statistics/blocks/plan-blocks";
import type { WindowEstimate } from "@/lib/analysis/statistics/window-estimate";
import { meanHalfWidth } from "@/lib/analysis/statistics/series/mean-error";

/** Numerator and denominator of a ratio in one time block. */
export interface RatioBlock {
  readonly numerator: number;
  /** At least 0. */
  readonly denominator: number;
}

/**
 * Estimates a ratio over time blocks, such as a mean or an error ratio, with its confidence interval.
 * Undefined with fewer than 20 blocks or a denominator of 0. `n` of the result is the number of blocks, so
 * additional samples are additional blocks.
 */
export function estimateBlockRatio(blocks: readonly RatioBlock[]): WindowEstimate | undefined {
  const n = blocks.length;
  const numerator = blocks.reduce((sum, block) => sum + block.numerator, 0);
  const denominator = blocks.reduce((sum, block) => sum + block.denominator, 0);
  if (n < minBlocks || !(denominator > 0)) return undefined;
  const value = numerator / denominator;
  const { halfWidth, degreesOfFreedom } = meanHalfWidth(ratioDeviations(blocks, value));
  return { value, lower: value - halfWidth, upper: value + halfWidth, n, bucket: null, degreesOfFreedom };
}

/**
 * Returns how much each block deviates from the overall ratio, in units of the ratio. The mean deviation is
 * 0.
 */
export function ratioDeviations(blocks: readonly RatioBlock[], ratio: number): Float64Array {
  const meanDenominator = blocks.reduce((sum, block) => sum + block.denominator, 0) / blocks.length;
  return Float64Array.from(
    blocks,
    ({ numerator, denominator }) => (numerator - ratio * denominator) / meanDenominator,
  );
}
