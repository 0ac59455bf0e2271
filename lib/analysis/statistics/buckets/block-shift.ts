/**
 * Change of a quantile between two windows, with a moving-block bootstrap interval (Künsch 1989).
 *
 * Each round draws runs of neighbouring blocks with replacement on both sides, so that dependent blocks stay together,
 * and computes the quantile of the drawn counts three times: interpolated, with all observations at the lower edges of
 * their buckets, and with all at the upper edges. The interval is the range from the 2.5 % quantile of the smallest
 * possible changes to the 97.5 % quantile of the largest ones, which contains both the sampling error and the width of the
 * buckets.
 *
 * With few drawn runs, the interval is too narrow, so the distance of each of its ends from the estimate is multiplied
 * by t(n/b − 1) / 1.96 · √(n / (n − b)) on the logarithmic scale, with n blocks in runs of b on the side with fewer
 * runs. With fewer than 20 blocks there is no interval. Simulated without a change, the interpolated interval excludes
 * 0 in 5 of 100 pairs with 60 independent blocks or 200 blocks at autocorrelation 0.5, and in 9 with 60 blocks at 0.5.
 * Verdicts therefore use the intervals of `block-estimates.ts`.
 */
import { quantileSorted } from "simple-statistics";
import type { Steps } from "@/lib/base/steps";
import { addCountedBlocks, type CountedBlocks } from "@/lib/analysis/statistics/block-estimates";
import { bucketQuantile, type Quantile } from "@/lib/analysis/statistics/quantiles/quantile";
import { minBlocks } from "@/lib/analysis/statistics/blocks/plan-blocks";
import { createSeededRandom } from "@/lib/analysis/statistics/seeded-random";
import { drawBlocks } from "@/lib/analysis/statistics/series/block-bootstrap";
import { chooseBlockLength } from "@/lib/analysis/statistics/series/block-length";
import { twoSidedNormalLimit } from "@/lib/analysis/statistics/significance/normal-tail";
import { studentCriticalValue } from "@/lib/analysis/statistics/significance/student-t";

/** Relative change of a quantile, with its bootstrap interval. */
export interface QuantileShift {
  /** Change of the interpolated quantile, after / before − 1. */
  readonly change: number;
  /** 95 % interval with the width of the buckets; null is unbounded. */
  readonly lower: number;
  readonly upper: number | null;
  /** 95 % interval of the interpolated change, as if values were spread evenly in their buckets. */
  readonly interpolated: { readonly lower: number; readonly upper: number };
}

interface ShiftOptions {
  readonly q: number;
  readonly seed: number;
  readonly rounds: number;
}

/**
 * Estimates the relative change of the q-quantile by a bootstrap over time blocks, and yields after each
 * round. Null with fewer than 20 blocks in a window, without observations, or if the quantile before is 0.
 */
export function* estimateQuantileShift(
  before: CountedBlocks,
  after: CountedBlocks,
  { q, seed, rounds }: ShiftOptions,
): Steps<QuantileShift | null> {
  const [was, is] = [before, after].map((side) => bucketQuantile(addCountedBlocks(side), q));
  const isTooShort = before.blocks.length < minBlocks || after.blocks.length < minBlocks;
  if (isTooShort || was === undefined || is === undefined || !(was.value > 0)) return null;
  const random = createSeededRandom(seed);
  const lengths = { before: drawnLength(before, was), after: drawnLength(after, is) };
  const drawnRatios: Ratios[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const drawnBefore = bucketQuantile(addCountedBlocks(resampleBlocks(before, lengths.before, random)), q);
    const drawnAfter = bucketQuantile(addCountedBlocks(resampleBlocks(after, lengths.after, random)), q);
    yield;
    if (drawnBefore !== undefined && drawnAfter !== undefined)
      drawnRatios.push(ratiosOf(drawnBefore, drawnAfter));
  }
  const factor = Math.max(
    smallSampleFactor(before.blocks.length, lengths.before),
    smallSampleFactor(after.blocks.length, lengths.after),
  );
  const estimate = ratiosOf(was, is);
  const limit = (placement: keyof Ratios, share: number): number => {
    const drawn = drawnRatios.map((ratios) => ratios[placement]).sort((a, b) => a - b);
    return widenLimit(quantileSorted(drawn, share), estimate[placement], factor) - 1;
  };
  const upper = limit("high", 0.975);
  return {
    change: estimate.interpolated - 1,
    lower: limit("low", 0.025),
    upper: Number.isFinite(upper) ? upper : null,
    interpolated: { lower: limit("interpolated", 0.025), upper: limit("interpolated", 0.975) },
  };
}

/** Ratio after / before of the quantile, and its smallest and largest possible values within the buckets. */
interface Ratios {
  readonly low: number;
  readonly interpolated: number;
  readonly high: number;
}

function ratiosOf(before: Quantile, after: Quantile): Ratios {
  return {
    low: after.lower / (before.upper ?? Infinity),
    interpolated: after.value / before.value,
    high: (after.upper ?? Infinity) / Math.max(0, before.lower),
  };
}

function smallSampleFactor(blockCount: number, length: number): number {
  const limit = studentCriticalValue(0.05, blockCount / length - 1);
  return (limit / twoSidedNormalLimit) * Math.sqrt(blockCount / (blockCount - length));
}

/** Multiplies the distance of a limit from the estimate, on the logarithmic scale. Returns 0 and Infinity unchanged. */
function widenLimit(limit: number, estimate: number, factor: number): number {
  const hasLogarithms = [limit, estimate].every((ratio) => ratio > 0 && Number.isFinite(ratio));
  return hasLogarithms ? estimate * (limit / estimate) ** factor : limit;
}

/** Returns the length of the drawn runs, from the blocks' shares of observations up to the quantile's bucket. */
function drawnLength({ upperBounds, blocks }: CountedBlocks, { lower, upper }: Quantile): number {
  const index = upperBounds.indexOf(upper ?? lower);
  const shares = Float64Array.from(
    blocks,
    ({ cumulativeCounts }) => (cumulativeCounts[index] ?? 0) / (cumulativeCounts.at(-1) || 1),
  );
  return Math.max(Math.ceil(Math.cbrt(blocks.length)), chooseBlockLength(shares));
}

function resampleBlocks(
  { upperBounds, blocks }: CountedBlocks,
  length: number,
  random: () => number,
): CountedBlocks {
  const drawn = drawBlocks(blocks.length, length, random);
  return {
    upperBounds,
    blocks: Array.from(drawn, (index) => blocks[index]).filter((block) => block !== undefined),
  };
}
