/** Requests of a window. Blocks without a value are unknown, so a window without a complete block has no count. */
import type { MeasuredBlocks } from "@/lib/model/baseline/measured-blocks";
import { listPresentValues, mergeBlocks, sumOf } from "./merge-blocks";

/**
 * Returns the requests of the complete blocks, counted or observed by a latency histogram without a counter; null if
 * neither was measured, or no block is complete.
 */
export function countRequests({ counters, distributions }: MeasuredBlocks): number | null {
  const counted = listPresentValues(counters.requests?.blocks ?? []);
  if (counted.length > 0) return sumOf(counted);
  const observed = distributions.e2e ?? distributions.ttft;
  if (observed === undefined) return null;
  const { n, blockCount } = mergeBlocks(observed);
  return blockCount === 0 ? null : n;
}

/**
 * Returns the number of incomplete blocks of the requests, or of another measured signal. All blocks are incomplete if
 * nothing was measured: the first samples may be after the last edge of a block.
 */
export function countIncompleteBlocks(measured: MeasuredBlocks): number {
  const { counters, distributions, gauges, blockCount } = measured;
  const { ttft, e2e, "train-step-time": steps, "db-query-time": queries } = distributions;
  const allSeries = [counters, distributions, gauges].flatMap((bySignal) => Object.values(bySignal));
  const series = [counters.requests, e2e, ttft, steps, queries, ...allSeries].find(
    (one) => one !== undefined,
  );
  if (series === undefined) return blockCount;
  const blocks: readonly unknown[] = series.blocks;
  return blocks.filter((block) => typeof block === "string").length;
}
