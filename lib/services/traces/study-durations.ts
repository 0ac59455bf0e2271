/** How long the requests took: each of them, counted beside the metric's own, and whether the slow ones are all there. */
import type { TraceStudy } from "@/lib/contracts/trace-study";
import type { AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import { durationHistogram, roundEdgesNs } from "@/lib/analysis/traces/many/duration-histogram";
import { checkTail } from "@/lib/analysis/traces/many/tails";
import { studyBounds } from "@/lib/model/study-bounds";
import type { Sent } from "@/lib/server/handler";
import { tailEdge, type StudyMetrics } from "./study-metrics";

type Durations = Sent<Pick<TraceStudy, "histogram" | "tail" | "points">>;

/** `metrics` null: the traces were chosen by conditions, so that no metric is of the same requests. */
export function durationsOf(requests: readonly AnalysedTrace[], metrics: StudyMetrics | null): Durations {
  const durationsNs = requests.map(({ durationNs }) => durationNs);
  return {
    histogram: histogramOf(durationsNs, metrics),
    tail: tailOf(durationsNs, metrics),
    points: requests.slice(0, studyBounds.most).map(pointOf),
  };
}

const chosen = "The traces are chosen by conditions; the metric counts all requests.";

function histogramOf(durationsNs: readonly number[], metrics: StudyMetrics | null): Durations["histogram"] {
  const buckets = metrics?.buckets ?? null;
  // Beyond the last bin that anybody counted in there is nothing to show.
  const edges = (buckets?.edgesNs ?? roundEdgesNs(durationsNs)).slice(0, studyBounds.durationBins - 1);
  const bins = durationHistogram(durationsNs, edges).map(({ fromNs, toNs, n }, index) => ({
    fromNs,
    toNs,
    traces: n,
    metric: buckets === null ? null : (buckets.counts[index] ?? 0),
  }));
  const isUsed = ({ traces, metric }: (typeof bins)[number]): boolean => traces > 0 || (metric ?? 0) >= 0.5;
  const [first, last] = [bins.findIndex(isUsed), bins.findLastIndex(isUsed)];
  return {
    bins: first === -1 ? [] : bins.slice(first, last + 1),
    why: metrics === null ? chosen : metrics.why,
  };
}

function tailOf(durationsNs: readonly number[], metrics: StudyMetrics | null): Durations["tail"] {
  if (metrics === null) return { kind: "not-checked", why: chosen };
  if (metrics.buckets === null)
    return { kind: "not-checked", why: metrics.why ?? "The metric tells no buckets." };
  const edge = tailEdge(metrics.buckets);
  if (edge === null)
    return {
      kind: "not-checked",
      why: "The metric counted no request in this window, or all within its first bucket.",
    };
  return { kind: "checked", ...edge, ...checkTail({ durationsNs, ...edge, requests: metrics.requests }) };
}

function pointOf({ traceId, startEpochNs, startNs, durationNs, rows }: AnalysedTrace) {
  return {
    traceId,
    startMs: Number((BigInt(startEpochNs) + BigInt(Math.round(startNs))) / 1_000_000n),
    durationNs,
    isError: rows.some(({ span }) => span.isError),
  };
}
