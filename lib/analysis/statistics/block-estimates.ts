/**
 * Headline numbers of a histogram that is stored as blocks of time, with intervals that contain the variation between
 * blocks: a quantile, the mean, and the share of requests above a bucket edge. Fewer than 20 blocks give no number.
 */
import { memoizePerObject } from "@/lib/base/memoize-per-object";
import { estimateWindowQuantile, estimateShareAbove, type WindowEstimate } from "./window-estimate";
import { bucketQuantile, type Histogram } from "./quantiles/quantile";
import { minBlocks } from "./blocks/plan-blocks";
import { estimateBlockRatio, type RatioBlock } from "./rates/block-ratio";
import { effectiveCount } from "./rates/effective-count";

/** Cumulative bucket counts of one time block. */
export interface CountedBlock {
  /** Observations at or below each edge, the last of which is `Infinity`. */
  readonly cumulativeCounts: Float64Array;
  /** Sum of the observations in their unit; NaN if unknown. */
  readonly sum: number;
}

/** Cumulative bucket counts of the time blocks of a window. */
export interface CountedBlocks {
  /** Ascending upper edges, the last of which is `Infinity`. */
  readonly upperBounds: readonly number[];
  /** In time order. */
  readonly blocks: readonly CountedBlock[];
}

/**
 * Estimates the q-quantile over all blocks, with its bucket and confidence interval (Woodruff 1952). The
 * interval accounts for correlated requests by the effective number of observations. `n` is the number of
 * observations.
 */
export function estimateQuantileFromBlocks(counted: CountedBlocks, q: number): WindowEstimate | undefined {
  const histogram = addCountedBlocks(counted);
  const effective = effectiveCountForQuantile(counted, q);
  const headline = effective === undefined ? undefined : estimateWindowQuantile(histogram, q, effective);
  return headline === undefined ? undefined : { ...headline, n: histogram.cumulativeCounts.at(-1) ?? 0 };
}

/**
 * Returns how many independent observations would give the q-quantile the same error, at least 1; undefined
 * with fewer than 20 blocks or without observations.
 */
export function effectiveCountForQuantile(counted: CountedBlocks, q: number): number | undefined {
  const histogram = addCountedBlocks(counted);
  const quantile = bucketQuantile(histogram, q);
  if (counted.blocks.length < minBlocks || quantile === undefined) return undefined;
  const counts = [quantile.lower, quantile.upper ?? Infinity]
    .map((edge) => histogram.upperBounds.indexOf(edge))
    .filter((index) => index >= 0)
    .map((index) => effectiveCountAt(counted, index));
  return Math.max(1, Math.min(histogram.cumulativeCounts.at(-1) ?? 0, ...counts));
}

/**
 * Estimates the share of observations above `edge`, 0 to 1, with its confidence interval; undefined if
 * `edge` is not a bucket edge.
 */
export function estimateShareAboveFromBlocks(
  counted: CountedBlocks,
  edge: number,
): WindowEstimate | undefined {
  const index = counted.upperBounds.indexOf(edge);
  if (index < 0 || counted.blocks.length < minBlocks) return undefined;
  const histogram = addCountedBlocks(counted);
  const headline = estimateShareAbove(histogram, edge, effectiveCountAt(counted, index));
  return headline === undefined ? undefined : { ...headline, n: histogram.cumulativeCounts.at(-1) ?? 0 };
}

/** Estimates the share of observations above each finite bucket edge, in the order of the edges. */
export function estimateSharesAboveEdges(
  counted: CountedBlocks,
): readonly { readonly edge: number; readonly share: WindowEstimate | undefined }[] {
  return counted.upperBounds
    .filter(Number.isFinite)
    .map((edge) => ({ edge, share: estimateShareAboveFromBlocks(counted, edge) }));
}

/**
 * Estimates the mean over all blocks, with its confidence interval; undefined if the sum of a block is
 * unknown.
 */
export function estimateMeanFromBlocks({ blocks }: CountedBlocks): WindowEstimate | undefined {
  if (blocks.some(({ sum }) => Number.isNaN(sum))) return undefined;
  return estimateBlockRatio(
    blocks.map(({ sum, cumulativeCounts }) => ({
      numerator: sum,
      denominator: cumulativeCounts.at(-1) ?? 0,
    })),
  );
}

/** Adds the blocks into one histogram; empty without blocks. The result is cached per distribution. */
export const addCountedBlocks = memoizePerObject(sumBlocks);

function sumBlocks({ upperBounds, blocks }: CountedBlocks): Histogram {
  const cumulativeCounts = new Float64Array(upperBounds.length);
  for (const block of blocks)
    for (let index = 0; index < cumulativeCounts.length; index += 1)
      cumulativeCounts[index] = (cumulativeCounts[index] ?? 0) + (block.cumulativeCounts[index] ?? 0);
  return { upperBounds: Float64Array.from(upperBounds), cumulativeCounts };
}

const countsByEdge = memoizePerObject((_counted: CountedBlocks) => new Map<number, number>());

/** Returns n* of the share at an edge, computed once, because quantiles and shares use the same edges. */
function effectiveCountAt(counted: CountedBlocks, index: number): number {
  const counts = countsByEdge(counted);
  const count = counts.get(index) ?? effectiveCount(sharesAt(counted, index)).count;
  counts.set(index, count);
  return count;
}

function sharesAt({ blocks }: CountedBlocks, index: number): readonly RatioBlock[] {
  return blocks.map(({ cumulativeCounts }) => ({
    numerator: cumulativeCounts[index] ?? 0,
    denominator: cumulativeCounts.at(-1) ?? 0,
  }));
}
