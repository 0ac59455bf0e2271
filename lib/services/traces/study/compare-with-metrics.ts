/**
 * Compares requests read as traces with requests counted by the metrics, in the part of the window where both are
 * complete.
 */
import type { TraceStudy } from "@/lib/contracts/traces/trace-study";
import type { TimeWindow } from "@/lib/model/time-window";
import { nowMs } from "@/lib/server/clock";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import {
  findComparableRequests,
  filterEndedWithin,
  type ComparableRequests,
  type TimedRequest,
} from "./compared-part";
import { readStudyMetrics, type ReportedMetrics } from "./study-metrics";

/** Requests from traces, with the metric that counts all requests of the same time. */
export interface MetricsComparison<T extends TimedRequest> {
  /** Requests that ended in the compared part; all requests when there is none. */
  readonly requests: readonly T[];
  readonly metrics: ReportedMetrics;
  /** Time since which traces are stored; the start of the read part when unknown. */
  readonly storedSinceMs: number;
}

/** Requests that were read from traces, and the time range for which they are complete. */
export interface RequestSample<T extends TimedRequest> {
  readonly requests: readonly T[];
  /** Part of the window in which all matching requests were read. */
  readonly coveredWindow: TimeWindow;
  /** False if conditions selected the requests. */
  readonly isUnfiltered: boolean;
}

/** Reads the latency metric of the time that the traces cover. Never rejects. */
export async function compareWithMetrics<T extends TimedRequest>(
  deployment: KnownDeployment,
  { requests, coveredWindow, isUnfiltered }: RequestSample<T>,
): Promise<MetricsComparison<T>> {
  const part: ComparableRequests<T> = isUnfiltered
    ? findComparableRequests(requests, coveredWindow, nowMs())
    : { kind: "none", reason: "The traces are filtered, but the metric counts all requests." };
  if (part.kind === "none")
    return {
      requests,
      metrics: { kind: "unavailable", reason: part.reason, isPending: false },
      storedSinceMs: coveredWindow.startMs,
    };
  const metrics = await readStudyMetrics(deployment, part.window);
  // The metric may have been scraped for only part of the window.
  const compared =
    metrics.kind === "reported" ? filterEndedWithin(part.requests, metrics.window) : part.requests;
  return { requests: compared, metrics, storedSinceMs: part.storedSinceMs };
}

/** Converts the metric of a comparison to the response. */
export function toMetricsResponse({
  metrics,
  requests,
}: Pick<MetricsComparison<TimedRequest>, "metrics" | "requests">): TraceStudy["metrics"] {
  if (metrics.kind === "unavailable") return metrics;
  const { buckets: _buckets, ...reported } = metrics;
  return { ...reported, traceCount: requests.length };
}
