/** Whether the traces read tell the rate of all requests: only where the metrics count those of the very same time. */
import type { FlowReading } from "@/lib/contracts/trace-flow";
import { spreadOf } from "@/lib/analysis/statistics/observed-quantile";
import { toldMetrics, type BesideMetrics } from "@/lib/services/traces/beside-metrics";
import type { TimedRequest } from "@/lib/services/traces/compared-part";

type Scale = FlowReading["scale"];

/** Counts of metrics reach a little over a window's edges, so that every request traced may look like a few more than all. */
const roomAtEdges = 0.1;

export function scaleOf(beside: Pick<BesideMetrics<TimedRequest>, "requests" | "metrics">): Scale {
  const told = toldMetrics(beside);
  if (told.kind === "not-told") return { kind: "traces-only", why: told.why };
  if (told.requests === 0) return alone("The metrics count no finished request in this time.");
  const share = told.traces / told.requests;
  const lengthMs = told.window.endMs - told.window.startMs;
  if (share > 1 + Math.max(roomAtEdges, overEdges(beside.requests, lengthMs)))
    return alone(
      "There are more traces than the metrics count requests, so they are not this deployment's alone.",
    );
  return { ...told, kind: "all-requests", share: Math.min(1, share) };
}

/** A metric's samples are seconds apart: of a short part, as many as run over its edges may differ. */
function overEdges(requests: readonly TimedRequest[], lengthMs: number): number {
  const p95Ns = spreadOf(requests.map(({ durationNs }) => durationNs)).p95 ?? 0;
  return (2 * p95Ns) / 1e6 / Math.max(1, lengthMs);
}

function alone(why: string): Scale {
  return { kind: "traces-only", why };
}
