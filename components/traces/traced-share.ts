/** Describes the share of requests that were traced, identically on all pages. */
import type { TraceStudy } from "@/lib/contracts/traces/trace-study";
import { formatCount, formatWithUnit } from "@/lib/format/number";
import { formatElapsed } from "@/lib/format/elapsed";

/** A larger ratio is not an effect of the window's edges. The traces include requests of other deployments. */
const maxPlausibleShare = 1.02;

export function tracedShareText(metrics: TraceStudy["metrics"]): string {
  if (metrics.kind === "unavailable")
    return `The share of requests that were traced and read is unknown: ${metrics.reason}`;
  const { window, traces, requests } = metrics;
  const countText = `${formatCount(traces)} traced requests ended within the ${formatElapsed(window.endMs - window.startMs)} that the metrics also cover. The metrics count ${formatCount(requests)} requests`;
  if (requests <= 0) return `${countText}.`;
  const share = traces / requests;
  return share > maxPlausibleShare
    ? `${countText}. The traces include requests of other deployments.`
    : `${countText}. ${formatWithUnit(Math.min(1, share), "ratio", "%")} of all requests were traced and read.`;
}
