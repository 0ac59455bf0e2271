/** Requests of a window. Blocks without a value are unknown, so a window without a complete block has no count. */
import type { MeasuredBlocks } from "@/lib/model/baseline/measured-blocks";
import { listPresentValues, mergeBlocks, sumOf } from "./pool-blocks";

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

/** Returns the number of incomplete blocks of the requests, or of the steps or queries of another deployment. */
export function countIncompleteBlocks({ counters, distributions }: MeasuredBlocks): number {
  const { ttft, e2e, "train-step-time": steps, "db-query-time": queries } = distributions;
  const measured = [counters.requests, e2e, ttft, steps, queries].find((one) => one !== undefined);
  return (measured?.blocks ?? []).filter((block) => typeof block === "string").length;
}
