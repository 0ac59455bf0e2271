/**
 * Counts the requests of a window. The requests of a block without a value are unknown, so a window without a complete
 * block has no count.
 */
import type { MeasuredBlocks } from "@/lib/model/baseline/measured-blocks";
import { listPresentValues, mergeBlocks, sumValues } from "./merge-blocks";

/**
 * Returns the number of requests in the complete blocks: from the request counter, or without it from the
 * count of a latency histogram. Null if neither was measured or no block is complete.
 */
export function countRequests({ counters, distributions }: MeasuredBlocks): number | null {
  const counted = listPresentValues(counters.requests?.blocks ?? []);
  if (counted.length > 0) return sumValues(counted);
  const observed = distributions.e2e ?? distributions.ttft;
  if (observed === undefined) return null;
  const { n, blockCount } = mergeBlocks(observed);
  return blockCount === 0 ? null : n;
}

/**
 * Returns the number of blocks with missing samples. The request counter decides it, or the first measured signal if
 * the request counter was not measured. If nothing was measured, all blocks count.
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
