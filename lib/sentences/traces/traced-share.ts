/** Describes the share of requests that were traced, identically on all pages. */
import type { TraceStudy } from "@/lib/contracts/traces/trace-study";
import { formatWithUnit } from "@/lib/format/number";
import { formatElapsed } from "@/lib/format/elapsed";
import { countWithNoun } from "@/lib/format/agreement";

/** A larger ratio is not an effect of the window's edges. The traces include requests of other deployments. */
const maxPlausibleShare = 1.02;

export function tracedShareText(metrics: TraceStudy["metrics"]): string {
  if (metrics.kind === "unavailable")
    return `The share of requests that were traced and read is unknown: ${metrics.reason}`;
  const { window, traceCount, requestCount } = metrics;
  const countText = `${countWithNoun(traceCount, "traced request")} ended within the ${formatElapsed(window.endMs - window.startMs)} that the metrics also cover. The metrics count ${countWithNoun(requestCount, "request")}`;
  if (requestCount <= 0) return `${countText}.`;
  const share = traceCount / requestCount;
  return share > maxPlausibleShare
    ? `${countText}. The traces include requests of other deployments.`
    : `${countText}. ${formatWithUnit(Math.min(1, share), "ratio", "%")} of all requests were traced and read.`;
}
