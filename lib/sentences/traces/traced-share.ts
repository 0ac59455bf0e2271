/** Describes the share of requests that were traced, identically on all pages. */
import type { TraceStudy } from "@/lib/contracts/traces/trace-study";
import { formatWithUnit } from "@/lib/format/number";
import { formatElapsed } from "@/lib/format/elapsed";
import { countWithNoun } from "@/lib/format/agreement";
import { computeTracedShare, tracedShareTolerance } from "@/lib/model/traces/traced-share";

/** Returns which share of the requests was traced, or why it is unknown. */
export function tracedShareText(metrics: TraceStudy["metrics"]): string {
  if (metrics.kind === "unavailable") return `The share of traced requests is unknown: ${metrics.reason}`;
  const { window, traceCount, requestCount, unscrapedRatio } = metrics;
  const countText = `${countWithNoun(traceCount, "traced request")} ended within the ${formatElapsed(window.endMs - window.startMs)} that the metrics also cover. The metrics count ${countWithNoun(requestCount, "request")}.${unscrapedText(unscrapedRatio)}`;
  const share = computeTracedShare(metrics);
  if (share === null) return countText;
  return share > 1 + tracedShareTolerance
    ? `${countText} The traces include requests of other deployments.`
    : `${countText} ${formatWithUnit(Math.min(1, share), "ratio", "%")} of all requests were traced and read.`;
}

/** A smaller share of time without samples has no visible effect on the count of requests, and is not stated. */
const minUnscrapedRatio = 0.005;

/** Returns, after a space, that the metric has no samples for a part of the compared time. Empty for complete samples. */
export function unscrapedText(unscrapedRatio: number): string {
  if (unscrapedRatio < minUnscrapedRatio) return "";
  return ` The metric has no samples for ${formatWithUnit(unscrapedRatio, "ratio", "%")} of the compared time and does not count the requests that ended then.`;
}
