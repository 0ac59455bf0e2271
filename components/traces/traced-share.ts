/** How many of all requests the traces are, by one rule and in one sentence wherever it is told. */
import type { TraceStudy } from "@/lib/contracts/trace-study";
import { formatCount, formatWithUnit } from "@/lib/format/number";
import { formatElapsed } from "@/lib/format/elapsed";

/** More by this is no edge of a window, but traces of others. */
const maxPlausibleShare = 1.02;

export function tracedShareText(metrics: TraceStudy["metrics"]): string {
  if (metrics.kind === "unavailable")
    return `What share of all requests was traced and read is not told: ${metrics.reason}`;
  const { window, traces, requests } = metrics;
  const countText = `${formatCount(traces)} requests ended within the ${formatElapsed(window.endMs - window.startMs)} in which the metrics can be set beside them; those count ${formatCount(requests)}`;
  if (requests <= 0) return `${countText}.`;
  const share = traces / requests;
  return share > maxPlausibleShare
    ? `${countText}: the traces are of more than this deployment's requests.`
    : `${countText}, so ${formatWithUnit(Math.min(1, share), "ratio", "%")} of all requests were traced and read.`;
}
