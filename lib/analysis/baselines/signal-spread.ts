/**
 * How much a signal varies between windows of equal length and load: the basis of the margin. The windows are parts of
 * a baseline, or of the deployment's history before the compared window.
 *
 *     history   |··w··|··w··|··w··|··w··|··w··| compared     windows of the compared length, counted from the end
 *
 * Windows with an excluded block or a different load are skipped. A window of fewer than 4 blocks is too coarse,
 * because its length could differ by more than an eighth from the compared window.
 */
import { measureWindowSpread } from "@/lib/analysis/statistics/blocks/window-spread";
import { findLoadDifferences, type WindowLoad } from "@/lib/analysis/statistics/verdict/load";
import type { WindowSpread } from "@/lib/analysis/statistics/verdict/margin";
import type { MeasuredBlocks } from "@/lib/model/baseline/measured-blocks";
import type { RequestCounting } from "@/lib/model/baseline/request-counting";
import { isTotalOfInstances } from "@/lib/model/comparison/instance-counts";
import { computeLoad } from "./describe-load";
import { computeStatistic, type SignalStatistic } from "./compute-statistic";
import { pickBlocks } from "./pick-blocks";

/** Time blocks of a signal, with the load in each block. */
export interface BlocksWithLoad {
  /** The signal, and the signals of the load: requests in total and in flight, lengths of prompts and outputs. */
  readonly measured: MeasuredBlocks;
  /** Ready instances in each block; null where unknown. Absent if their number did not change. */
  readonly instanceCounts?: readonly (number | null)[];
  /** How the engine counts requests. If absent, the load is the rate of the counter. */
  readonly requestCounting?: RequestCounting;
  readonly isExcluded?: (block: number) => boolean;
}

/** Statistic whose variation between windows is measured, with length and load of the compared window. */
export interface SpreadRequest extends SignalStatistic {
  /** Length of the compared window. */
  readonly windowMs: number;
  /** Load of the compared window, from `computeLoadAtEnd`. */
  readonly load: WindowLoad;
}

interface Block {
  readonly startMs: number;
  readonly index: number;
}

const minBlocksPerWindow = 4;
/** Variation between windows if there are no windows. */
export const emptyWindowSpread: WindowSpread = { windowCount: 0, standardDeviationRatio: Number.NaN };

/**
 * Measures how much a statistic varies between windows of the history that have the length and the load of
 * the compared window. Returns 0 windows if fewer than 4 blocks fit into the compared window.
 */
export function measureSignalSpread(history: BlocksWithLoad, request: SpreadRequest): WindowSpread {
  const { measured, isExcluded = () => false } = history;
  const { startMs, blockMs, blockCount } = measured;
  const blocksPerWindow = Math.round(request.windowMs / blockMs);
  if (blocksPerWindow < minBlocksPerWindow) return emptyWindowSpread;
  const series =
    measured.distributions[request.signal] ??
    measured.counters[request.signal] ??
    measured.gauges[request.signal];
  const blocks = Array.from({ length: blockCount }, (_, index): Block => ({
    startMs: startMs + index * blockMs,
    index,
  })).filter(
    ({ index }) => typeof (series?.blocks[index] ?? "not-scraped") !== "string" && !isExcluded(index),
  );
  const indexesOf = (window: readonly Block[]): readonly number[] => window.map(({ index }) => index);
  return measureWindowSpread(
    { blocks, lengthMs: blockMs },
    {
      windowMs: blocksPerWindow * blockMs,
      originMs: startMs + (blockCount % blocksPerWindow) * blockMs,
      estimate: (window) => {
        const indexes = indexesOf(window);
        const value = computeStatistic(pickBlocks(measured, indexes), request);
        return value === undefined ? undefined : value / chooseDivisor(history, indexes, request);
      },
      hasEqualLoad: (window) => {
        const load = computeBlockLoad(history, indexesOf(window));
        return findLoadDifferences(request.load, load).differences.length === 0;
      },
    },
  );
}

/** Returns the number of instances by which a total is divided, as a comparison divides it. */
function chooseDivisor(
  { instanceCounts }: BlocksWithLoad,
  indexes: readonly number[],
  key: SignalStatistic,
): number {
  const count = isTotalOfInstances(key) ? computeMeanCount(instanceCounts, indexes) : null;
  return count !== null && count > 0 ? count : 1;
}

function computeMeanCount(
  instanceCounts: BlocksWithLoad["instanceCounts"],
  indexes: readonly number[],
): number | null {
  const counts = indexes.flatMap((index) => instanceCounts?.[index] ?? []);
  return counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0) / counts.length;
}

/**
 * Returns the load (request rate, prompt and output lengths) of the blocks with these indexes. The request
 * rate is per ready instance if the instance counts are known, otherwise in total.
 */
export function computeBlockLoad(
  { measured, instanceCounts, requestCounting }: BlocksWithLoad,
  indexes: readonly number[],
): WindowLoad {
  const instanceCount = computeMeanCount(instanceCounts, indexes) ?? 1;
  const load = computeLoad(pickBlocks(measured, indexes), {
    instanceCount,
    requestCounting: requestCounting ?? null,
    entered: {},
    blockIndexes: indexes,
  });
  return {
    requestsPerInstance: load.requestsPerSecondPerInstance,
    promptTokens: load.meanPromptTokens,
    outputTokens: load.meanOutputTokens,
  };
}

/** Returns the load of the last `windowMs` of the history. */
export function computeLoadAtEnd(history: BlocksWithLoad, windowMs: number): WindowLoad {
  const { blockCount, blockMs } = history.measured;
  const first = Math.max(0, blockCount - Math.round(windowMs / blockMs));
  return computeBlockLoad(
    history,
    Array.from({ length: blockCount - first }, (_, offset) => first + offset),
  );
}
