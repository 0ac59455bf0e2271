/** Sentences above the charts of the Breakdown page. */
import type { TraceStudy } from "@/lib/contracts/traces/trace-study";
import { formatCount, formatNumber, formatWithUnit, thinSpace } from "@/lib/format/number";
import { formatElapsed } from "@/lib/format/elapsed";
import { formatNanoseconds } from "@/lib/format/time";
import { lowerCasePhaseTitle } from "@/lib/format/phase";
import { countWithNoun, singularOrPlural } from "@/lib/format/agreement";
import { findLargestPhase, type PhaseShare } from "@/lib/analysis/traces/phase-shares";
import { unscrapedText } from "./traced-share";

const percent = (ratio: number): string => formatWithUnit(ratio, "ratio", "%");
const phaseName = (phase: PhaseShare["phase"]): string =>
  phase === "unexplained" ? "unexplained time" : lowerCasePhaseTitle(phase);
const shareInPhase = ({ phase, share }: PhaseShare): string => `${percent(share)} in ${phaseName(phase)}`;
const shareOfTotal = ({ phase, share }: PhaseShare, total: string): string =>
  `${percent(share)} of ${total} in ${phaseName(phase)}`;

/** Returns which phase takes most of the median request and of the slowest requests, in two sentences. */
export function breakdownHeadline({ median, bands }: Pick<TraceStudy, "median" | "bands">): {
  readonly first: string;
  readonly rest: string;
} {
  const slowest = bands.at(-1);
  const typical = median ?? bands[Math.floor(bands.length / 2)];
  const [largest, largestOfSlowest] = [typical, slowest].map((band) =>
    band === undefined ? null : findLargestPhase(band.phaseNs),
  );
  if (typical === undefined || largest === null || largest === undefined)
    return { first: "The spans of these requests have no duration.", rest: "" };
  const first = `The median request spends ${shareOfTotal(largest, `its ${formatNanoseconds(typical.meanNs)}`)}`;
  if (slowest === undefined || largestOfSlowest === null || largestOfSlowest === undefined)
    return { first: `${first}.`, rest: "" };
  return {
    first,
    rest: `. Requests ${bandTitle(slowest)} spend ${shareOfTotal(largestOfSlowest, formatNanoseconds(slowest.meanNs))}.`,
  };
}

/** Explains the chart of mean phases by duration percentile. */
export function bandsSentence({ bands }: { readonly bands: readonly { readonly n: number }[] }): string {
  const n = bands.reduce((sum, band) => sum + band.n, 0);
  return `${countWithNoun(n, "request")}, grouped into bands by percentiles of their duration. Each bar shows the mean of its band by phase.`;
}

/** Returns the mean TTFT and its largest phase, or why TTFT cannot be divided into phases. */
export function ttftSentence({ ttft, retrieval }: Pick<TraceStudy, "ttft" | "retrieval">): string {
  if (ttft === null)
    return `None of ${countWithNoun(retrieval.analysedRequestCount, "request")} reports its first token, so TTFT cannot be split into phases.`;
  const largest = findLargestPhase(ttft.phaseNs);
  const lead = `Mean of the ${formatCount(ttft.n)} of ${countWithNoun(ttft.traceCount, "request")} that report their first token: ${formatNanoseconds(ttft.ttftNs)}`;
  const unexplained = ttft.phaseNs.unexplained / ttft.ttftNs;
  return `${lead}${largest === null ? "" : `, ${shareInPhase(largest)}`}. The phases add up to ${formatNanoseconds(ttft.sumNs)}, of which ${percent(unexplained)} is unexplained.`;
}

/** Returns how much of the critical path is work, waiting and overhead. */
export function sharesSentence({ shares }: Pick<TraceStudy, "shares">): string {
  if (shares === null) return "The spans of these requests have no duration.";
  return `${percent(shares.work)} of the critical path of ${countWithNoun(shares.traceCount, "request")} is work, ${percent(shares.waiting)} is waiting in queues, and ${percent(shares.overhead)} is overhead. Serialization takes ${percent(shares.serialization)} of the critical path.`;
}

/** Explains which requests the duration histogram contains, and how they compare with the metric. */
export function histogramSentence({ histogram, metrics }: Pick<TraceStudy, "histogram" | "metrics">): string {
  if (metrics.kind === "unavailable")
    return `Durations of ${countWithNoun(histogram.n, "request")}. They cannot be compared with the metric: ${metrics.reason}`;
  const { window, requestCount, unscrapedRatio } = metrics;
  const failedText =
    histogram.failedCount === 0
      ? ""
      : ` ${countWithNoun(histogram.failedCount, "failed or aborted request is", "failed or aborted requests are")} excluded, because most engines only record completed requests. If this engine also records them, the metric includes requests that these traces do not.`;
  return `Durations of ${countWithNoun(histogram.n, "traced request")}, compared with ${countWithNoun(requestCount, "request")} that the metric counted in the same ${formatElapsed(window.endMs - window.startMs)}. Both are grouped by the buckets of the metric. ${measurementText(histogram)}${failedText}${unscrapedText(unscrapedRatio)}`;
}

function measurementText({ n, fullRequestCount }: TraceStudy["histogram"]): string {
  if (fullRequestCount === 0)
    return "Metric and traces both show the time in the engine. In traces, it is the duration of the engine's span.";
  const some =
    fullRequestCount === n
      ? "all traces"
      : `${formatCount(fullRequestCount)} of ${countWithNoun(n, "trace")}`;
  return `The metric shows the time in the engine. An engine span is missing in ${some}, so these traces show the duration of the full request.`;
}

/** Returns whether the traces contain as many slow requests as the metric counts. */
export function slowSamplingSentence({ slowSampling }: Pick<TraceStudy, "slowSampling">): string {
  if (slowSampling.kind === "not-checked") return `Not checked: ${slowSampling.reason}`;
  const {
    edgeNs,
    shareAboveEdge,
    n,
    expectedCount: expected,
    observedCount: observed,
    pValue,
    samplingRatio,
    verdict,
    withFailedRequests,
  } = slowSampling;
  const expectation = `According to the metric, ${percent(shareAboveEdge)} of requests took longer than ${formatNanoseconds(edgeNs)}, the bucket edge at or below p99. Of ${countWithNoun(n, "trace")}, ${formatNumber(expected)} should be above this bucket edge, and ${formatCount(observed)} ${singularOrPlural(observed, "is", "are")}`;
  const samplingText =
    samplingRatio === null
      ? ""
      : ` ${percent(samplingRatio)} of the requests that the metric counted were read as traces.`;
  if (withFailedRequests !== null)
    return `${expectation}. Together with the ${countWithNoun(withFailedRequests.failedCount, "failed or aborted request")}, ${formatNumber(withFailedRequests.expectedCount)} should be above this edge, and ${formatCount(withFailedRequests.observedCount)} ${singularOrPlural(withFailedRequests.observedCount, "is", "are")}. Whether the metric counts these requests is unknown, so the sampling of slow requests cannot be judged.`;
  const verdicts = {
    "as-expected": `, as expected.`,
    "too-few": `. Slow requests are traced less often than others (p-value ${formatPValue(pValue)}).`,
    "too-many": `. Slow requests are traced more often than others (p-value ${formatPValue(pValue)}). For shares of all requests, use the metric.`,
    inconclusive: `. There are too few traces above this bucket edge to judge whether slow requests are traced less often than others.`,
  };
  return `${expectation}${verdicts[verdict]}${samplingText}`;
}

/** Formats a p-value with three decimals, or as "<0.001". */
export function formatPValue(pValue: number): string {
  return pValue < 0.001 ? "<0.001" : pValue.toFixed(3);
}

const growthSubjects = {
  ttft: "Time to first token",
  prefill: "Prefill",
  decode: "Decode",
  duration: "Duration",
} as const;

type Growth = TraceStudy["growth"][number];

/** Returns the title of a growth chart: a time by prompt or output length. */
export function growthTitle({ measure, lengthKind }: Growth): string {
  return `${growthSubjects[measure]} by ${lengthKind} length`;
}

/**
 * Formats how much a time grows, in milliseconds per 1,000 tokens, with its confidence interval; or why it
 * cannot be estimated.
 */
export function growthText({ line, reason }: Growth): string {
  if (line === null) return reason ?? "unavailable";
  const per = (ns: number): string => formatNumber((ns * 1_000) / 1e6);
  return `${per(line.slope)}${thinSpace}ms per 1,000 tokens (${per(line.lower)} to ${per(line.upper)})`;
}

/** Formats a range of duration percentiles as "p75–p90", "to p25" or "above p99". */
export function bandTitle({
  fromQuantile: from,
  toQuantile: to,
}: {
  readonly fromQuantile: number;
  readonly toQuantile: number;
}): string {
  const name = (edge: number): string => `p${Number((edge * 100).toFixed(1))}`;
  if (from <= 0) return `to ${name(to)}`;
  return to >= 1 ? `above ${name(from)}` : `${name(from)}–${name(to)}`;
}
