/** Requests read as traces beside those that the metrics count, over the part of the window in which both know all that ended. */
import type { TraceStudy } from "@/lib/contracts/trace-study";
import type { TimeWindow } from "@/lib/model/time-window";
import { nowMs } from "@/lib/server/clock";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { comparedPart, endedWithin, type ComparedPart, type TimedRequest } from "./compared-part";
import { studyMetrics, type StudyMetrics } from "./study-metrics";

export interface MetricsComparison<T extends TimedRequest> {
  /** Those that ended in the part that is compared; all, where there is none. */
  readonly requests: readonly T[];
  readonly metrics: StudyMetrics;
  /** Of what was read, from when on traces were kept; its beginning where nobody can tell. */
  readonly storedSinceMs: number;
}

export interface RequestSample<T extends TimedRequest> {
  readonly requests: readonly T[];
  /** Of this time they are all that were sent. */
  readonly covered: TimeWindow;
  /** False for those chosen by conditions. */
  readonly isComplete: boolean;
}

/** Never rejects. */
export async function compareWithMetrics<T extends TimedRequest>(
  deployment: KnownDeployment,
  { requests, covered, isComplete }: RequestSample<T>,
): Promise<MetricsComparison<T>> {
  const part: ComparedPart<T> = isComplete
    ? comparedPart(requests, covered, nowMs())
    : { kind: "none", reason: "The traces are chosen by conditions; the metric counts all requests." };
  if (part.kind === "none")
    return {
      requests,
      metrics: { kind: "unavailable", reason: part.reason },
      storedSinceMs: covered.startMs,
    };
  const metrics = await studyMetrics(deployment, part.window);
  // Less than was asked may have been scraped.
  const compared = metrics.kind === "reported" ? endedWithin(part.requests, metrics.window) : part.requests;
  return { requests: compared, metrics, storedSinceMs: part.storedSinceMs };
}

/** As the doors tell it. */
export function metricsResponse({
  metrics,
  requests,
}: Pick<MetricsComparison<TimedRequest>, "metrics" | "requests">): TraceStudy["metrics"] {
  if (metrics.kind === "unavailable") return metrics;
  const { buckets: _buckets, ...reported } = metrics;
  return { ...reported, traces: requests.length };
}
