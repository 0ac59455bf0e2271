/** Response fields of one side of a comparison: request counts, means, and how completely it was read. */
import type { ComparedSide } from "@/lib/contracts/traces/trace-comparison";
import type { AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import type { ComparedTime } from "@/lib/model/traces/compared-group";
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import { toProblem } from "@/lib/server/http/problem";
import type { SideTraces } from "./read-sides";

interface SideContext {
  readonly name: string;
  readonly label: string;
  readonly requests: readonly AnalysedTrace[];
  readonly missingFirstToken: number;
  readonly time: ComparedTime;
  readonly requestId: string;
}

/** Converts one of the compared groups to the response. */
export function toComparedSide(side: SideTraces, context: SideContext): ReadonlyDeep<ComparedSide> {
  const { side: request, service, windows, meanRunningRequests, metricRequestCount, retrieval } = side;
  const { requests, time } = context;
  const times = requests.map(({ durationNs, ttftNs }) => (time === "request" ? durationNs : ttftNs));
  return {
    name: context.name,
    label: context.label,
    group: request.group.kind,
    deployment: request.deployment?.slug ?? null,
    service,
    windows,
    traceId: request.group.kind === "trace" ? request.group.traceId : null,
    n: times.filter((ns) => ns !== null).length,
    missingFirstTokenCount: context.missingFirstToken,
    meanNs: meanOf(times),
    meanRequestNs: meanOf(requests.map(({ durationNs }) => durationNs)),
    meanPromptTokens: meanOf(requests.map(({ promptTokens }) => promptTokens)),
    meanOutputTokens: meanOf(requests.map(({ outputTokens }) => outputTokens)),
    meanRunningRequests,
    metricRequestCount,
    retrieval: retrieval === null ? null : retrievalOf(retrieval, context.requestId),
  };
}

function retrievalOf(
  {
    requestedCount,
    returnedCount,
    startupTraceCount,
    filteredOutCount,
    isTruncated,
    stoppedBy,
    failure,
    coveredWindow,
    unreadIntervalCount,
  }: NonNullable<SideTraces["retrieval"]>,
  requestId: string,
): NonNullable<ReadonlyDeep<ComparedSide>["retrieval"]> {
  return {
    requestedCount,
    returnedCount,
    startupTraceCount,
    filteredOutCount,
    isTruncated,
    stoppedBy,
    failure: failure === null ? null : toProblem(failure, requestId),
    coveredWindow,
    unreadIntervalCount,
  };
}

/** Returns the mean of the known numbers; null without any. */
function meanOf(numbers: readonly (number | null)[]): number | null {
  const known = numbers.filter((one) => one !== null);
  return known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0) / known.length;
}
