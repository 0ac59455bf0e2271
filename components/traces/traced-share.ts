/** How many of all requests the traces are, by one rule and in one sentence wherever it is told. */
import type { TraceStudy } from "@/lib/contracts/trace-study";
import { formatCount, formatWithUnit } from "@/lib/format/number";
import { formatLength } from "@/lib/format/length";

/** More by this is no edge of a window, but traces of others. */
const tooMany = 1.02;

export function tracedShareWords(metrics: TraceStudy["metrics"]): string {
  if (metrics.kind === "not-told")
    return `What share of all requests was traced and read is not told: ${metrics.why}`;
  const { window, traces, requests } = metrics;
  const counted = `${formatCount(traces)} requests ended within the ${formatLength(window.endMs - window.startMs)} in which the metrics can be set beside them; those count ${formatCount(requests)}`;
  if (requests <= 0) return `${counted}.`;
  const share = traces / requests;
  return share > tooMany
    ? `${counted}: the traces are of more than this deployment's requests.`
    : `${counted}, so ${formatWithUnit(Math.min(1, share), "ratio", "%")} of all requests were traced and read.`;
}
