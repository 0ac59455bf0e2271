/** Whether the traces read tell the rate of all requests: only where the metrics count those of the very same time. */
import type { FlowReading } from "@/lib/contracts/trace-flow";
import { spreadOf } from "@/lib/analysis/statistics/observed-quantile";
import { minWindowMs, type TimeWindow } from "@/lib/model/time-window";
import type { WindowMetrics } from "@/lib/services/traces/window-metrics";

type Scale = FlowReading["scale"];

/** Counts of metrics reach a little over a window's edges, so that every request traced may look like a few more than all. */
const roomAtEdges = 0.1;

export interface TracesRead {
  readonly requests: readonly { readonly durationNs: number }[];
  /** The time of which these are all that were sent. */
  readonly covered: TimeWindow;
}

export function scaleOf(read: TracesRead, { requests }: Pick<WindowMetrics, "requests">): Scale {
  if (requests === null) return alone("the metrics did not tell how many requests there were");
  if (requests === 0) return alone("the metrics count no finished request in this time");
  const share = read.requests.length / requests;
  if (share > 1 + Math.max(roomAtEdges, overEdges(read)))
    return alone(
      "there are more traces than the metrics count requests, so they are not this deployment's alone",
    );
  return { kind: "all-requests", requests, share: Math.min(1, share) };
}

/** Traces lie in a window by their start, metrics by their end: of a short one, as many as run over its edges may differ. */
function overEdges({ requests, covered }: TracesRead): number {
  const p95Ns = spreadOf(requests.map(({ durationNs }) => durationNs)).p95 ?? 0;
  return (2 * p95Ns) / 1e6 / Math.max(1, covered.endMs - covered.startMs);
}

/** Null where the part that was read is too short to be asked about. */
export function metricsWindow({
  startMs,
  endMs,
}: TimeWindow): { readonly from: string; readonly to: string } | null {
  if (endMs - startMs < minWindowMs) return null;
  return { from: String(Math.floor(startMs)), to: String(Math.floor(endMs)) };
}

/** The metrics do not know the conditions. */
export const chosen = alone("they were chosen by conditions, which the metrics do not know");
export const tooShort = alone("the part of the window that was read is shorter than a minute");

function alone(why: string): Scale {
  return { kind: "traces-only", why };
}
