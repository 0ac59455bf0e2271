/** Decides whether rates can be scaled to all requests. This requires a metric for exactly the same time. */
import type { FlowRetrieval } from "@/lib/contracts/traces/trace-flow";
import { summariseQuantiles } from "@/lib/analysis/statistics/quantiles/observed-quantile";
import { computeTracedShare, tracedShareTolerance } from "@/lib/model/traces/traced-share";
import { toMetricsResponse, type MetricsComparison } from "@/lib/services/traces/study/compare-with-metrics";
import type { TimedRequest } from "@/lib/services/traces/study/compared-part";

type Scale = FlowRetrieval["scale"];

/**
 * Decides whether call rates are scaled from traces to all requests, by the request count of the metrics. If
 * not, returns the reason.
 */
export function chooseFlowScale(
  comparison: Pick<MetricsComparison<TimedRequest>, "requests" | "metrics">,
): Scale {
  const metrics = toMetricsResponse(comparison);
  if (metrics.kind === "unavailable") return { ...metrics, kind: "traces-only" };
  if (metrics.requestCount === 0) return tracesOnly("The metric counts no finished request in this window.");
  const share = computeTracedShare(metrics);
  if (share === null) return tracesOnly("The metric was scraped for less than half of this window.");
  const lengthMs = metrics.window.endMs - metrics.window.startMs;
  if (share > 1 + Math.max(tracedShareTolerance, edgeOverlapShare(comparison.requests, lengthMs)))
    return tracesOnly(
      "There are more traces than requests in the metric, so some traces belong to other deployments.",
    );
  return { ...metrics, kind: "all-requests", share: Math.min(1, share) };
}

/**
 * Returns the fraction of requests that overlap the edges of the window. The metric may count them differently, because
 * its samples are seconds apart.
 */
function edgeOverlapShare(requests: readonly TimedRequest[], lengthMs: number): number {
  const p95Ns = summariseQuantiles(requests.map(({ durationNs }) => durationNs)).p95 ?? 0;
  return (2 * p95Ns) / 1e6 / Math.max(1, lengthMs);
}

function tracesOnly(reason: string): Scale {
  return { kind: "traces-only", reason, isPending: false };
}
