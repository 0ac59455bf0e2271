/**
 * Division of a window into blocks of equal length. A block is the unit of every comparison: neighbouring requests
 * share batches and queues, so requests are not independent, but means over blocks nearly are.
 *
 * The length is the shortest of 1, 2, 5, 10, 30 and 60 min that is at least twice the coarsest sample spacing and gives
 * at most 1,500 blocks. With two samples per block, a late scrape moves observations to the neighbouring block only.
 * A comparison needs 20 blocks on each side: with fewer, a bootstrap interval of 95 % covers clearly less.
 */

import { blockLengthsMs } from "@/lib/model/baseline/block-lengths";

/** One minute in milliseconds. */
export const minuteMs = 60_000;
/** Maximum number of time blocks of a window. */
export const maxBlocks = 1_500;
/**
 * Minimum number of time blocks in each window for a verdict. With fewer, a 95 % bootstrap interval covers
 * clearly less.
 */
export const minBlocks = 20;
const minSamplesPerBlock = 2;

/** Time blocks of equal length: block i is from startMs + i × lengthMs to startMs + (i + 1) × lengthMs. */
export interface BlockGrid {
  readonly startMs: number;
  readonly lengthMs: number;
  readonly blockCount: number;
}

/** Reason why a window cannot be divided into blocks for a comparison. */
export type MissingBlocks =
  /** Fewer than two samples within the longest block. */
  | { readonly kind: "sparse-samples"; readonly spacingMs: number }
  /** The window exceeds `maxWindowMs`, which is the maximum number of blocks times the longest block. */
  | { readonly kind: "long-window"; readonly maxWindowMs: number }
  /** `neededWindowMs` is the length of the shortest window with enough blocks. */
  | { readonly kind: "few-blocks"; readonly blockCount: number; readonly neededWindowMs: number };

/** Division of a window into time blocks, or the reason why it is impossible. */
export type BlockPlan =
  | { readonly kind: "blocks"; readonly grid: BlockGrid }
  | { readonly kind: "cannot-tell"; readonly reason: MissingBlocks };

/**
 * Divides a window into time blocks that begin at `startMs`. An incomplete block at the end is not used.
 * `spacingMs` is the longest time between two samples. Blocks are at least `minLengthMs` long if a permitted
 * length is.
 */
export function planBlocks(
  { startMs, endMs }: { readonly startMs: number; readonly endMs: number },
  spacingMs: number,
  minLengthMs = 0,
): BlockPlan {
  const windowMs = endMs - startMs;
  const countOf = (lengthMs: number): number => Math.max(0, Math.floor(windowMs / lengthMs));
  const possible = blockLengthsMs.filter((length) => length >= minSamplesPerBlock * spacingMs);
  const shortest = possible[0];
  if (shortest === undefined) return { kind: "cannot-tell", reason: { kind: "sparse-samples", spacingMs } };
  const enough = possible.filter((length) => countOf(length) <= maxBlocks);
  const lengthMs = enough.find((length) => length >= minLengthMs) ?? enough.at(-1);
  if (lengthMs === undefined)
    return {
      kind: "cannot-tell",
      reason: { kind: "long-window", maxWindowMs: maxBlocks * (possible.at(-1) ?? shortest) },
    };
  const blockCount = countOf(lengthMs);
  if (blockCount < minBlocks)
    return { kind: "cannot-tell", reason: createFewBlocksReason(blockCount, lengthMs) };
  return { kind: "blocks", grid: { startMs, lengthMs, blockCount } };
}

/** Returns the reason "few-blocks" with the window length that would have the minimum number of blocks. */
export function createFewBlocksReason(blockCount: number, lengthMs: number): MissingBlocks {
  return { kind: "few-blocks", blockCount, neededWindowMs: minBlocks * lengthMs };
}
