/** The load of a window: the requests that arrived, independent of how the deployment served them. */
import { variance } from "simple-statistics";
import type { BaselineLoad, EnteredLoad } from "@/lib/model/baseline/baseline-document";
import type { MeasuredBlocks } from "@/lib/model/baseline/measured-blocks";
import type { RequestCounting } from "@/lib/model/baseline/request-counting";
import { computeInFlightGrowth, type BlockPositions } from "./in-flight-growth";
import { listPresentValues, mergeBlocks, summariseGauge, computeMeanRate, sumValues } from "./merge-blocks";

/** Facts about the load of a window that no metric reports. */
export interface LoadContext extends BlockPositions {
  /** Mean number of instances that were ready; null when unknown. */
  readonly instanceCount: number | null;
  /** How the engine counts requests; null if it is unknown, so that the load is the rate of the counter. */
  readonly requestCounting: RequestCounting | null;
  readonly entered: EnteredLoad;
}

/**
 * Returns the load of a window: arrivals, prompt and output lengths, and burstiness. Arrivals are the sum of the
 * finished requests and the growth of the requests in flight. Burstiness is the index of dispersion, variance ÷ mean of
 * the requests per block: 1 for a Poisson process, more for bursts. It needs two blocks.
 */
export function computeLoad(
  measured: MeasuredBlocks,
  { instanceCount, requestCounting, entered, ...positions }: LoadContext,
): BaselineLoad {
  const { requests } = measured.counters;
  const counting = requestCounting === null ? null : limitToMeasured(requestCounting, measured);
  const countedRate = computeMeanRate(requests, measured.blockMs);
  const rate =
    countedRate === null || counting === null || counting.isOnArrival
      ? countedRate
      : Math.max(0, countedRate + computeInFlightGrowth(measured, counting.inFlightSignals, positions));
  const counts = listPresentValues(requests?.blocks ?? []);
  const meanCount = counts.length === 0 ? 0 : sumValues(counts) / counts.length;
  const perInstance =
    rate === null || instanceCount === null || instanceCount === 0 ? null : rate / instanceCount;
  return {
    requestsPerSecond: rate,
    requestsPerSecondPerInstance: perInstance,
    requestCounting: counting,
    meanInstanceCount: instanceCount,
    dispersionIndex: counts.length >= 2 && meanCount > 0 ? variance([...counts]) / meanCount : null,
    meanPromptTokens: meanTokens(measured, "prompt-length", "prompt-tokens"),
    meanOutputTokens: meanTokens(measured, "output-length", "output-tokens"),
    meanRunningRequests: summariseGauge(measured.gauges.running)?.mean ?? null,
    entered,
  };
}

function limitToMeasured(counting: RequestCounting, { gauges }: MeasuredBlocks): RequestCounting {
  return {
    ...counting,
    inFlightSignals: counting.inFlightSignals.filter((id) => gauges[id] !== undefined),
  };
}

/** Uses the distribution of lengths, or tokens ÷ requests in the blocks that have the numbers of tokens and requests. */
function meanTokens(
  { distributions, counters }: MeasuredBlocks,
  length: "prompt-length" | "output-length",
  tokens: "prompt-tokens" | "output-tokens",
): number | null {
  const lengths = distributions[length];
  const mean = lengths === undefined ? null : mergeBlocks(lengths).mean;
  if (mean !== null) return mean;
  const requests = counters.requests?.blocks ?? [];
  let [tokenSum, requestSum] = [0, 0];
  for (const [block, tokenCount] of (counters[tokens]?.blocks ?? []).entries()) {
    const requestCount = requests[block];
    if (typeof tokenCount !== "number" || typeof requestCount !== "number") continue;
    tokenSum += tokenCount;
    requestSum += requestCount;
  }
  return requestSum > 0 ? tokenSum / requestSum : null;
}
