/** Durations of the requests: points, a histogram next to the metric, and the check of how slow requests are sampled. */
import type { TraceStudy } from "@/lib/contracts/traces/trace-study";
import type { AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import { findSpanOutcome } from "@/lib/analysis/traces/outcomes";
import { listEngineTimes, type EngineTime } from "@/lib/analysis/traces/times/engine-times";
import { buildDurationHistogram, createDurationEdgesNs } from "@/lib/analysis/traces/many/duration-histogram";
import { checkTailSampling } from "@/lib/analysis/traces/many/tail-sampling";
import { traceStudyLimits } from "@/lib/model/traces/study-bounds";
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import { findTailEdge, type ReportedMetrics } from "./study-metrics";

type Durations = ReadonlyDeep<Pick<TraceStudy, "histogram" | "slowSampling" | "points">>;

/** Requests that ended while the metric was scraped, with the metric. */
export interface ComparedRequests {
  /** Requests that ended in the metric's window. */
  readonly requests: readonly AnalysedTrace[];
  readonly metrics: ReportedMetrics;
}

/** Computes the histogram and statistics of request durations, next to those of the metric. */
export function computeDurations(requests: readonly AnalysedTrace[], compared: ComparedRequests): Durations {
  const { metrics } = compared;
  const hasMetrics = metrics.kind === "reported";
  // The metric measures the engine's work on finished requests.
  const times = hasMetrics ? compared.requests.flatMap(listEngineTimes) : requests.map(requestTime);
  const counted = hasMetrics ? times.filter(({ isSuccess }) => isSuccess) : times;
  const durationsNs = counted.map(({ durationNs }) => durationNs);
  const fullRequestCount = hasMetrics ? counted.filter(({ isEngineTime }) => !isEngineTime).length : 0;
  return {
    histogram: {
      bins: binsOf(durationsNs, metrics),
      n: counted.length,
      failedCount: times.length - counted.length,
      fullRequestCount,
    },
    slowSampling: checkSlowSampling(
      { durationsNs, failedNs: times.flatMap((one) => (one.isSuccess ? [] : [one.durationNs])) },
      metrics,
    ),
    points: requests.slice(0, traceStudyLimits.maxTraces).map(pointOf),
  };
}

/** Returns the bins from the first to the last with a count. */
function binsOf(durationsNs: readonly number[], metrics: ReportedMetrics): Durations["histogram"]["bins"] {
  const buckets = metrics.kind === "reported" ? metrics.buckets : null;
  const edges = (buckets?.edgesNs ?? createDurationEdgesNs(durationsNs)).slice(
    0,
    traceStudyLimits.maxDurationBins - 1,
  );
  const bins = buildDurationHistogram(durationsNs, edges).map(({ fromNs, toNs, n }, index) => ({
    fromNs,
    toNs,
    traceCount: n,
    metricCount: buckets === null ? null : (buckets.requestCounts[index] ?? 0),
  }));
  const isUsed = ({ traceCount, metricCount }: (typeof bins)[number]): boolean =>
    traceCount > 0 || (metricCount ?? 0) >= 0.5;
  const first = bins.findIndex(isUsed);
  return first === -1 ? [] : bins.slice(first, bins.findLastIndex(isUsed) + 1);
}

interface RequestDurations {
  /** Durations that are compared with the metric. */
  readonly durationsNs: readonly number[];
  readonly failedNs: readonly number[];
}

/**
 * Checks whether slow requests are sampled as often as other requests. Engines differ in whether they record aborted
 * requests. If there are failed or aborted requests, the checks with and without them must have the same result.
 */
function checkSlowSampling(
  { durationsNs, failedNs }: RequestDurations,
  metrics: ReportedMetrics,
): Durations["slowSampling"] {
  if (metrics.kind === "unavailable") return { kind: "not-checked", reason: metrics.reason };
  const edge = findTailEdge(metrics.buckets);
  if (edge === null)
    return {
      kind: "not-checked",
      reason: "The metric counted no request in this window, or counted all requests in its first bucket.",
    };
  const tailInput = { ...edge, requestCount: metrics.requestCount };
  const check = checkTailSampling({ ...tailInput, durationsNs });
  if (metrics.kind !== "reported" || failedNs.length === 0)
    return { kind: "checked", ...edge, ...check, withFailedRequests: null };
  const withFailed = checkTailSampling({ ...tailInput, durationsNs: [...durationsNs, ...failedNs] });
  const known = { ...check, samplingRatio: null };
  if (withFailed.verdict === check.verdict)
    return { kind: "checked", ...edge, ...known, withFailedRequests: null };
  const { expectedCount, observedCount } = withFailed;
  return {
    kind: "checked",
    ...edge,
    ...known,
    verdict: "inconclusive",
    remedy: null,
    withFailedRequests: { failedCount: failedNs.length, expectedCount, observedCount },
  };
}

/** Returns the duration of the trace, as in the list of traces and in the headline of a trace. */
const requestTime = ({ traceDurationNs: traceNs, outcome }: AnalysedTrace): EngineTime => ({
  durationNs: traceNs,
  isSuccess: outcome === "success",
  isEngineTime: false,
});

/** Returns the point of a request with the start and duration of its row in the list of traces. */
function pointOf({ traceId, startEpochNs, traceDurationNs: traceNs, rows, outcome }: AnalysedTrace) {
  return {
    traceId,
    startMs: Number(BigInt(startEpochNs) / 1_000_000n),
    durationNs: traceNs,
    outcome: rows.some(({ span }) => findSpanOutcome(span, outcome) === "error")
      ? ("error" as const)
      : outcome,
  };
}
