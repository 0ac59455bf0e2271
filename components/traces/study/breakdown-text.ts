/** What the charts of the breakdown say, in sentences. */
import type { TraceStudy } from "@/lib/contracts/trace-study";
import { formatCount, formatNumber, formatWithUnit, thinSpace } from "@/lib/format/number";
import { formatElapsed } from "@/lib/format/elapsed";
import { formatNanoseconds } from "@/lib/format/time";
import { phaseTitle } from "../phase-style";
import { bandTitle, largestPart, type PhasePart } from "./phase-shares";

const percent = (ratio: number): string => formatWithUnit(ratio, "ratio", "%");
const phaseName = (phase: PhasePart["phase"]): string =>
  phase === "unexplained" ? "what nobody explains" : phaseTitle(phase);
const shareInPhase = ({ phase, share }: PhasePart): string => `${percent(share)} in ${phaseName(phase)}`;
const shareOfTotal = ({ phase, share }: PhasePart, total: string): string =>
  `${percent(share)} of ${total} in ${phaseName(phase)}`;

/** The page's first sentence: what the median request is made of, and the slowest ones. */
export function breakdownHeadline({ median, bands }: Pick<TraceStudy, "median" | "bands">): {
  readonly first: string;
  readonly rest: string;
} {
  const slowest = bands.at(-1);
  const typical = median ?? bands[Math.floor(bands.length / 2)];
  const [largest, largestOfSlowest] = [typical, slowest].map((band) =>
    band === undefined ? null : largestPart(band.phaseNs),
  );
  if (typical === undefined || largest === null || largest === undefined)
    return { first: "The requests took no time.", rest: "" };
  const first = `The median request spends ${shareOfTotal(largest, `its ${formatNanoseconds(typical.meanNs)}`)}`;
  if (slowest === undefined || largestOfSlowest === null || largestOfSlowest === undefined)
    return { first: `${first}.`, rest: "" };
  return {
    first,
    rest: `; those ${bandTitle(slowest)} spend ${shareOfTotal(largestOfSlowest, formatNanoseconds(slowest.meanNs))}.`,
  };
}

export function bandsSentence({ bands }: { readonly bands: readonly { readonly n: number }[] }): string {
  const n = bands.reduce((sum, band) => sum + band.n, 0);
  return `Requests by duration, cut at percentiles; each bar is the mean of its band by phase. ${formatCount(n)} requests, each in one band.`;
}

export function ttftSentence({ ttft, retrieval }: Pick<TraceStudy, "ttft" | "retrieval">): string {
  if (ttft === null)
    return `None of ${formatCount(retrieval.requests)} requests tells its first token, so nobody can say where TTFT went.`;
  const largest = largestPart(ttft.phaseNs);
  const lead = `Mean of the ${formatCount(ttft.n)} of ${formatCount(ttft.total)} requests that tell their first token: ${formatNanoseconds(ttft.ttftNs)}`;
  const unexplained = ttft.phaseNs.unexplained / ttft.ttftNs;
  return `${lead}${largest === null ? "" : `, ${shareInPhase(largest)}`}. Its phases add up to ${formatNanoseconds(ttft.sumNs)}; ${percent(unexplained)} of it nobody explains.`;
}

export function sharesSentence({ shares }: Pick<TraceStudy, "shares">): string {
  if (shares === null) return "No time passed in these requests.";
  return `Of what ${formatCount(shares.traces)} requests waited for, ${percent(shares.work)} is the work they came for, ${percent(shares.waiting)} waiting in queues and ${percent(shares.overhead)} overhead; serialization is ${percent(shares.serialization)}.`;
}

export function histogramSentence({ histogram, metrics }: Pick<TraceStudy, "histogram" | "metrics">): string {
  const n = formatCount(histogram.n);
  if (metrics.kind === "unavailable")
    return `Durations of ${n} requests. Not beside the metric's own: ${metrics.reason}`;
  const { window, requests, unscraped } = metrics;
  const unscrapedText =
    unscraped < 0.005
      ? ""
      : ` The metric has no samples in ${percent(unscraped)} of that time, which it counts as none.`;
  const failedText =
    histogram.failed === 0
      ? ""
      : ` ${formatCount(histogram.failed)} that ended in error are left out: as a rule engines time the requests that they finish. Where this one times the others too, the metric has more than these.`;
  return `Durations of ${n} traced requests that ended within ${formatElapsed(window.endMs - window.startMs)}, beside the ${formatCount(requests)} that the metric counts there, between its own edges. ${measurementText(histogram)}${failedText}${unscrapedText}`;
}

function measurementText({ n, fullRequestCount }: TraceStudy["histogram"]): string {
  if (fullRequestCount === 0) return "Both time the engine: of a trace it is the engine's own span.";
  const some =
    fullRequestCount === n
      ? "none of these traces is"
      : `of ${formatCount(fullRequestCount)} of these traces none is`;
  return `The metric times the engine; ${some} known to have a span of the engine's, so it is the whole request's time.`;
}

export function tailSentence({ tail }: Pick<TraceStudy, "tail">): string {
  if (tail.kind === "not-checked") return `Not checked: ${tail.reason}`;
  const { edgeNs, shareAbove, n, expected, observed, pValue, samplingRatio, verdict, withFailedRequests } =
    tail;
  const expectation = `By the metric ${percent(shareAbove)} of the requests took longer than ${formatNanoseconds(edgeNs)}, the edge of its buckets at or below its p99: of ${formatCount(n)} traces ${formatNumber(expected)} are expected above it, ${formatCount(observed)} are there`;
  const samplingText =
    samplingRatio === null
      ? ""
      : ` ${percent(samplingRatio)} of the requests that the metric counts were read as traces.`;
  if (withFailedRequests !== null)
    return `${expectation}. With the ${formatCount(withFailedRequests.failed)} that ended in error ${formatNumber(withFailedRequests.expected)} are expected and ${formatCount(withFailedRequests.observed)} are there. Whether the metric counts those is not known, so it cannot be told whether slow ones are kept as others are.`;
  const verdicts = {
    "as-expected": `, which is as it should be.`,
    "too-few": `: the slow ones are missing (chance ${chanceText(pValue)}).`,
    "too-many": `: slow ones are kept more often than others (chance ${chanceText(pValue)}), so shares of all requests are told by the metric and not by these traces.`,
    inconclusive: `; so few that it cannot be told whether slow ones are missing.`,
  };
  return `${expectation}${verdicts[verdict]}${samplingText}`;
}

export function chanceText(chance: number): string {
  return chance < 0.001 ? "<0.001" : chance.toFixed(3);
}

const growthSubjects = {
  ttft: "Time to first token",
  prefill: "Prefill",
  decode: "Decode",
  duration: "Duration",
} as const;

type Growth = TraceStudy["growth"][number];

export function growthTitle({ measure, lengthKind }: Growth): string {
  return `${growthSubjects[measure]} with ${lengthKind} length`;
}

/** Milliseconds for a thousand tokens, with the interval. */
export function growthText({ line, reason }: Growth): string {
  if (line === null) return reason ?? "not told";
  const per = (ns: number): string => formatNumber((ns * 1_000) / 1e6);
  return `${per(line.slope)}${thinSpace}ms per 1,000 tokens (${per(line.lower)} to ${per(line.upper)})`;
}
