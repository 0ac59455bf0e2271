/** Requests read as traces beside those that the metrics count, over the part of the window in which both know all that ended. */
import type { TraceStudy } from "@/lib/contracts/trace-study";
import type { TimeWindow } from "@/lib/model/time-window";
import { nowMs } from "@/lib/server/clock";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { comparedPart, endedWithin, type ComparedPart, type TimedRequest } from "./compared-part";
import { studyMetrics, type StudyMetrics } from "./study-metrics";

export interface BesideMetrics<T extends TimedRequest> {
  /** Those that ended in the part that is compared; all, where there is none. */
  readonly requests: readonly T[];
  readonly metrics: StudyMetrics;
  /** Of what was read, from when on traces were kept; its beginning where nobody can tell. */
  readonly keptSinceMs: number;
}

export interface RequestsRead<T extends TimedRequest> {
  readonly requests: readonly T[];
  /** Of this time they are all that were sent. */
  readonly covered: TimeWindow;
  /** False for those chosen by conditions. */
  readonly areAll: boolean;
}

/** Never rejects. */
export async function besideMetrics<T extends TimedRequest>(
  deployment: KnownDeployment,
  { requests, covered, areAll }: RequestsRead<T>,
): Promise<BesideMetrics<T>> {
  const part: ComparedPart<T> = areAll
    ? comparedPart(requests, covered, nowMs())
    : { kind: "none", why: "The traces are chosen by conditions; the metric counts all requests." };
  if (part.kind === "none")
    return { requests, metrics: { kind: "not-told", why: part.why }, keptSinceMs: covered.startMs };
  const metrics = await studyMetrics(deployment, part.window);
  // Less than was asked may have been scraped.
  const compared = metrics.kind === "told" ? endedWithin(part.requests, metrics.window) : part.requests;
  return { requests: compared, metrics, keptSinceMs: part.keptSinceMs };
}

/** As the doors tell it. */
export function toldMetrics({
  metrics,
  requests,
}: Pick<BesideMetrics<TimedRequest>, "metrics" | "requests">): TraceStudy["metrics"] {
  if (metrics.kind === "not-told") return metrics;
  const { buckets: _buckets, ...told } = metrics;
  return { ...told, traces: requests.length };
}
