/** One statistic of a signal over measured blocks. */
import { bucketQuantile } from "@/lib/analysis/statistics/quantiles/quantile";
import { listDenominatorRequests, type MeasuredBlocks } from "@/lib/model/baseline/measured-blocks";
import { quantiles, type Statistic } from "@/lib/model/question";
import type { SignalId } from "@/lib/model/signals/signals";
import { mergeBlocks, summariseGauge, computeMeanRate } from "./merge-blocks";

/** Signal and the statistic that is computed from it. */
export interface SignalStatistic {
  readonly signal: SignalId;
  readonly statistic: Statistic;
}

/**
 * Returns one statistic of a signal over all blocks of the window: a quantile or mean of the merged
 * histogram, a counter's rate per second, a gauge's mean, or a counter divided by finished requests.
 * Undefined if no block has a value, or for a fraction of the E2E time.
 */
export function computeStatistic(
  measured: MeasuredBlocks,
  { signal, statistic }: SignalStatistic,
): number | undefined {
  const { distributions, counters, gauges, blockMs } = measured;
  const distribution = distributions[signal];
  switch (statistic) {
    case "p50":
    case "p90":
    case "p95":
    case "p99": {
      const { histogram, n } = distribution === undefined ? { n: 0 } : mergeBlocks(distribution);
      return histogram && n > 0 ? bucketQuantile(histogram, quantiles[statistic])?.value : undefined;
    }
    case "mean":
      return distribution === undefined ? undefined : (mergeBlocks(distribution).mean ?? undefined);
    case "rate":
      return computeMeanRate(counters[signal], blockMs) ?? undefined;
    case "value":
      return summariseGauge(gauges[signal])?.mean;
    case "ratio-to-requests":
      return ratioToRequests(measured, signal);
    case "share-of-e2e":
      return undefined;
  }
}

/** Divides the number of events by the number of requests, over the blocks in which both numbers are known. */
function ratioToRequests(measured: MeasuredBlocks, signal: SignalId): number | undefined {
  const requests = listDenominatorRequests(measured, signal);
  let [part, total] = [0, 0];
  for (const [block, count] of (measured.counters[signal]?.blocks ?? []).entries()) {
    const requestCount = requests[block];
    if (typeof count !== "number" || typeof requestCount !== "number") continue;
    part += count;
    total += requestCount;
  }
  return total > 0 ? part / total : undefined;
}
