/** Whether the traces read tell the rate of all requests: only where the metrics count those of the very same time. */
import type { FlowRetrieval } from "@/lib/contracts/trace-flow";
import { summariseQuantiles } from "@/lib/analysis/statistics/observed-quantile";
import { metricsResponse, type MetricsComparison } from "@/lib/services/traces/compare-with-metrics";
import type { TimedRequest } from "@/lib/services/traces/compared-part";

type Scale = FlowRetrieval["scale"];

/** Counts of metrics reach a little over a window's edges, so that every request traced may look like a few more than all. */
const edgeTolerance = 0.1;

export function scaleOf(comparison: Pick<MetricsComparison<TimedRequest>, "requests" | "metrics">): Scale {
  const metrics = metricsResponse(comparison);
  if (metrics.kind === "unavailable") return { kind: "traces-only", reason: metrics.reason };
  if (metrics.requests === 0) return tracesOnly("The metrics count no finished request in this time.");
  const share = metrics.traces / metrics.requests;
  const lengthMs = metrics.window.endMs - metrics.window.startMs;
  if (share > 1 + Math.max(edgeTolerance, edgeOverlapShare(comparison.requests, lengthMs)))
    return tracesOnly(
      "There are more traces than the metrics count requests, so they are not this deployment's alone.",
    );
  return { ...metrics, kind: "all-requests", share: Math.min(1, share) };
}

/** A metric's samples are seconds apart: of a short part, as many as run over its edges may differ. */
function edgeOverlapShare(requests: readonly TimedRequest[], lengthMs: number): number {
  const p95Ns = summariseQuantiles(requests.map(({ durationNs }) => durationNs)).p95 ?? 0;
  return (2 * p95Ns) / 1e6 / Math.max(1, lengthMs);
}

function tracesOnly(reason: string): Scale {
  return { kind: "traces-only", reason };
}
