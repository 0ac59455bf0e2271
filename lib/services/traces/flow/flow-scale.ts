/** Whether the traces read tell the rate of all requests: only where the metrics count those of the very same time. */
import type { FlowReading } from "@/lib/contracts/trace-flow";
import { minWindowMs, type TimeWindow } from "@/lib/model/time-window";
import type { WindowMetrics } from "@/lib/services/traces/window-metrics";

type Scale = FlowReading["scale"];

/** Counts of metrics reach a little over a window's edges, so that every request traced may look like a few more than all. */
const mostShare = 1.1;

/** `traces`: requests read of `covered`, all that were sent. */
export function scaleOf(traces: number, metrics: Pick<WindowMetrics, "requests">): Scale {
  const { requests } = metrics;
  if (requests === null) return alone("the metrics did not tell how many requests there were");
  if (requests === 0) return alone("the metrics count no finished request in this time");
  const share = traces / requests;
  if (share > mostShare)
    return alone(
      "there are more traces than the metrics count requests, so they are not this deployment's alone",
    );
  return { kind: "all-requests", requests, share: Math.min(1, share) };
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
