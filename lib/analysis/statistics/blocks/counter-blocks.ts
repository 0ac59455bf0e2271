/**
 * Blocks of a plain counter: the increases of all its series per block, added.
 *
 * Coverage states how much of the series was observed: Σ observed time / (number of series × block length). A series
 * counts in every block from its first to its last sample. Coverage is 1 for complete blocks, up to the jitter of
 * scrapes, and below 1 for the block in which an instance appears or disappears and while it cannot be scraped. An
 * instance that was scaled down is not missing in later blocks.
 */
import {
  computeCounterIncrease,
  sampledRange,
  type CounterIncrease,
  type CounterSamples,
} from "./counter-increase";
import { createFewBlocksReason, minBlocks, type BlockGrid, type MissingBlocks } from "./plan-blocks";

/** How much of a time block the samples of a counter's series cover. */
export interface CounterCoverage {
  /** Number of series that have samples around a part of the block. */
  readonly seriesCount: number;
  /**
   * Observed time ÷ (number of series × block length); 0 without series. Slightly above 1 if the last scrape before the
   * block was late.
   */
  readonly coverageRatio: number;
}

/** Increase of a counter in one time block. */
export interface CounterBlock extends CounterCoverage {
  readonly startMs: number;
  readonly increase: number;
}

/** Increase of a counter in each time block of a window. */
export interface CounterBlocks {
  readonly lengthMs: number;
  readonly blocks: readonly CounterBlock[];
  /** Increase in the window that no block contains, because it happened during a gap longer than a block. */
  readonly unassignedIncrease: number;
  readonly resetCount: number;
}

/** Minimum coverage of a usable block: a block of four scrapes may miss one of them. */
const minCoverageRatio = 0.75;

/**
 * Computes the increase of a counter in each time block from the raw samples of its series, given in any
 * order.
 */
export function computeCounterBlocks(series: readonly CounterSamples[], grid: BlockGrid): CounterBlocks {
  const increases = series.map((samples) => computeCounterIncrease(samples, grid));
  const coverages = computeBlockCoverage(series, increases, grid);
  return {
    lengthMs: grid.lengthMs,
    blocks: coverages.map((coverage, block) => ({
      startMs: grid.startMs + block * grid.lengthMs,
      increase: sumAscending(increases.map((one) => one.increases[block] ?? 0)),
      ...coverage,
    })),
    unassignedIncrease: sumAscending(increases.map((one) => one.unassignedIncrease)),
    resetCount: increases.reduce((sum, one) => sum + one.resetCount, 0),
  };
}

/**
 * Computes how much of each block the series cover. `increases` has one entry per series, in the same order.
 */
export function computeBlockCoverage(
  series: readonly CounterSamples[],
  increases: readonly Pick<CounterIncrease, "observedMs">[],
  { startMs, lengthMs, blockCount }: BlockGrid,
): readonly CounterCoverage[] {
  const ranges = series.map(sampledRange);
  return Array.from({ length: blockCount }, (_, block) => {
    const fromMs = startMs + block * lengthMs;
    const seriesCount = ranges.filter(
      (range) => range !== undefined && range.firstMs < fromMs + lengthMs && range.lastMs > fromMs,
    ).length;
    const observedMs = increases.reduce((sum, one) => sum + (one.observedMs[block] ?? 0), 0);
    return { seriesCount, coverageRatio: seriesCount === 0 ? 0 : observedMs / (seriesCount * lengthMs) };
  });
}

/** Adds the values in ascending order, so that rounding does not depend on their order. */
export function sumAscending(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b).reduce((sum, value) => sum + value, 0);
}

/** Time blocks that samples cover sufficiently, or the reason if there are too few of them. */
export type UsableBlocks<Block extends CounterCoverage> =
  | { readonly kind: "blocks"; readonly blocks: readonly Block[] }
  | { readonly kind: "cannot-tell"; readonly reason: MissingBlocks };

/**
 * Returns the blocks of which samples cover at least three quarters, or the reason if there are too few of
 * them.
 */
export function selectUsableBlocks<Block extends CounterCoverage>({
  blocks,
  lengthMs,
}: {
  readonly blocks: readonly Block[];
  readonly lengthMs: number;
}): UsableBlocks<Block> {
  const usable = blocks.filter(({ coverageRatio }) => coverageRatio >= minCoverageRatio);
  return usable.length >= minBlocks
    ? { kind: "blocks", blocks: usable }
    : { kind: "cannot-tell", reason: createFewBlocksReason(usable.length, lengthMs) };
}
