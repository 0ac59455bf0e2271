/** What the charts of the breakdown say, in sentences. */
import type { TraceStudy } from "@/lib/contracts/trace-study";
import { formatCount, formatNumber, formatWithUnit, thinSpace } from "@/lib/format/number";
import { formatLength } from "@/lib/format/length";
import { formatNanoseconds } from "@/lib/format/time";
import { phaseTitle } from "../phase-look";
import { bandTitle, largestPart, type PhasePart } from "./phase-shares";

const percent = (ratio: number): string => formatWithUnit(ratio, "ratio", "%");
const where = (phase: PhasePart["phase"]): string =>
  phase === "unexplained" ? "what nobody explains" : phaseTitle(phase);
const inMost = ({ phase, share }: PhasePart): string => `${percent(share)} in ${where(phase)}`;
const ofWhole = ({ phase, share }: PhasePart, whole: string): string =>
  `${percent(share)} of ${whole} in ${where(phase)}`;

/** The page's first sentence: what the median request is made of, and the slowest ones. */
export function breakdownHeadline({ median, bands }: Pick<TraceStudy, "median" | "bands">): {
  readonly first: string;
  readonly rest: string;
} {
  const slowest = bands.at(-1);
  const typical = median ?? bands[Math.floor(bands.length / 2)];
  const [most, mostSlow] = [typical, slowest].map((band) =>
    band === undefined ? null : largestPart(band.phaseNs),
  );
  if (typical === undefined || most === null || most === undefined)
    return { first: "The requests took no time.", rest: "" };
  const first = `The median request spends ${ofWhole(most, `its ${formatNanoseconds(typical.meanNs)}`)}`;
  if (slowest === undefined || mostSlow === null || mostSlow === undefined)
    return { first: `${first}.`, rest: "" };
  return {
    first,
    rest: `; those ${bandTitle(slowest)} spend ${ofWhole(mostSlow, formatNanoseconds(slowest.meanNs))}.`,
  };
}

export function bandsSentence({ bands }: { readonly bands: readonly { readonly n: number }[] }): string {
  const n = bands.reduce((sum, band) => sum + band.n, 0);
  return `Requests by duration, cut at percentiles; each bar is the mean of its band by phase. ${formatCount(n)} requests, each in one band.`;
}

export function ttftSentence({ ttft, reading }: Pick<TraceStudy, "ttft" | "reading">): string {
  if (ttft === null)
    return `None of ${formatCount(reading.requests)} requests tells its first token, so nobody can say where TTFT went.`;
  const most = largestPart(ttft.phaseNs);
  const told = `Mean of the ${formatCount(ttft.n)} of ${formatCount(ttft.of)} requests that tell their first token: ${formatNanoseconds(ttft.ttftNs)}`;
  const unexplained = ttft.phaseNs.unexplained / ttft.ttftNs;
  return `${told}${most === null ? "" : `, ${inMost(most)}`}. Its phases add up to ${formatNanoseconds(ttft.sumNs)}; ${percent(unexplained)} of it nobody explains.`;
}

export function sharesSentence({ shares }: Pick<TraceStudy, "shares">): string {
  if (shares === null) return "No time passed in these requests.";
  return `Of what ${formatCount(shares.traces)} requests waited for, ${percent(shares.work)} is the work they came for, ${percent(shares.waiting)} waiting in queues and ${percent(shares.overhead)} overhead; serialization is ${percent(shares.serialization)}.`;
}

export function histogramSentence({ histogram, metrics }: Pick<TraceStudy, "histogram" | "metrics">): string {
  const n = formatCount(histogram.n);
  if (metrics.kind === "not-told")
    return `Durations of ${n} requests. Not beside the metric's own: ${metrics.why}`;
  const { window, requests, unscraped } = metrics;
  const holes =
    unscraped < 0.005
      ? ""
      : ` The metric has no samples in ${percent(unscraped)} of that time, which it counts as none.`;
  const left =
    histogram.failed === 0
      ? ""
      : ` ${formatCount(histogram.failed)} that ended in error are left out: as a rule engines time the requests that they finish. Where this one times the others too, the metric has more than these.`;
  return `Durations of ${n} traced requests that ended within ${formatLength(window.endMs - window.startMs)}, beside the ${formatCount(requests)} that the metric counts there, between its own edges. ${timed(histogram)}${left}${holes}`;
}

function timed({ n, whole }: TraceStudy["histogram"]): string {
  if (whole === 0) return "Both time the engine: of a trace it is the engine's own span.";
  const some = whole === n ? "none of these traces is" : `of ${formatCount(whole)} of these traces none is`;
  return `The metric times the engine; ${some} known to have a span of the engine's, so it is the whole request's time.`;
}

export function tailSentence({ tail }: Pick<TraceStudy, "tail">): string {
  if (tail.kind === "not-checked") return `Not checked: ${tail.why}`;
  const { edgeNs, shareAbove, n, expected, got, chance, sampled, verdict, unsettledBy } = tail;
  const asked = `By the metric ${percent(shareAbove)} of the requests took longer than ${formatNanoseconds(edgeNs)}, the edge of its buckets at or below its p99: of ${formatCount(n)} traces ${formatNumber(expected)} are expected above it, ${formatCount(got)} are there`;
  const kept =
    sampled === null
      ? ""
      : ` ${percent(sampled)} of the requests that the metric counts were read as traces.`;
  if (unsettledBy !== null)
    return `${asked}. With the ${formatCount(unsettledBy.failed)} that ended in error ${formatNumber(unsettledBy.expected)} are expected and ${formatCount(unsettledBy.got)} are there. Whether the metric counts those is not known, so it cannot be told whether slow ones are kept as others are.`;
  const verdicts = {
    "as-expected": `, which is as it should be.`,
    "too-few": `: the slow ones are missing (chance ${chanceText(chance)}).`,
    "too-many": `: slow ones are kept more often than others (chance ${chanceText(chance)}), so shares of all requests are told by the metric and not by these traces.`,
    "cannot-tell": `; so few that it cannot be told whether slow ones are missing.`,
  };
  return `${asked}${verdicts[verdict]}${kept}`;
}

export function chanceText(chance: number): string {
  return chance < 0.001 ? "<0.001" : chance.toFixed(3);
}

const growers = {
  ttft: "Time to first token",
  prefill: "Prefill",
  decode: "Decode",
  duration: "Duration",
} as const;

type Growth = TraceStudy["growth"][number];

export function growthTitle({ of, by }: Growth): string {
  return `${growers[of]} with ${by} length`;
}

/** Milliseconds for a thousand tokens, with the interval. */
export function growthText({ line, reason }: Growth): string {
  if (line === null) return reason ?? "not told";
  const per = (ns: number): string => formatNumber((ns * 1_000) / 1e6);
  return `${per(line.slope)}${thinSpace}ms per 1,000 tokens (${per(line.lower)} to ${per(line.upper)})`;
}
