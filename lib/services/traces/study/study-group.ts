/** Builds the study of a group of requests, in steps, because each part reads all requests. */
import { escapeHiddenCharacters } from "@/lib/base/safe-text";
import type { TraceStudy } from "@/lib/contracts/traces/trace-study";
import type { AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import { buildGapTable } from "@/lib/analysis/traces/many/gap-table";
import { computeGrowthByLength } from "@/lib/analysis/traces/many/growth-by-length";
import { buildOperationTableInSteps } from "@/lib/analysis/traces/many/operation-table";
import { slowestOperationSentence } from "@/lib/sentences/traces/slowest-operation";
import { computeDurationBands } from "@/lib/analysis/traces/many/duration-bands";
import { findRepeatedCalls } from "@/lib/analysis/traces/many/repeated-calls";
import { computeTimeShares } from "@/lib/analysis/traces/many/time-shares";
import {
  averageTtftBreakdowns,
  computeTtftBreakdown,
  type RequestTtftBreakdown,
} from "@/lib/analysis/traces/times/ttft-breakdown";
import { traceStudyLimits } from "@/lib/model/traces/study-bounds";
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import { toProblem } from "@/lib/server/http/problem";
import { toMetricsResponse } from "./compare-with-metrics";
import { truncateList } from "@/lib/services/traces/query/truncate-list";
import { computeDurations, type ComparedRequests } from "./study-durations";
import { studySlowRequests, type SlowOptions } from "./study-slow";
import type { TraceGroup } from "@/lib/services/traces/query/trace-group";

/** Choices for the analysis of many requests. */
export interface StudyOptions {
  readonly slowOptions: SlowOptions;
  readonly comparedRequests: ComparedRequests;
  readonly requestId: string;
}

const minGapNs = 1_000_000;
const aroundMedian = [0.45, 0.55] as const;
const tracesPerStep = 200;

/**
 * Computes all results of the trace study: phases, operations, gaps, calls and slow requests. Yields between
 * them so that the server stays responsive.
 */
export function* studyTraceGroup(
  group: TraceGroup,
  options: StudyOptions,
): Generator<void, ReadonlyDeep<TraceStudy>> {
  const { requests } = group;
  const operations = yield* buildOperationTableInSteps(requests);
  yield;
  const breakdown = yield* breakdownInSteps(requests);
  yield;
  const durations = computeDurations(requests, options.comparedRequests);
  yield;
  const slow = yield* studySlowRequests(requests, options.slowOptions);
  return {
    retrieval: toRetrievalResponse(group, options.requestId),
    metrics: toMetricsResponse(options.comparedRequests),
    operations: truncateList(operations, traceStudyLimits.maxOperations),
    slowestOperation: slowestOperationSentence(operations, requests.length),
    ...breakdown,
    ...durations,
    slow,
  };
}

type Breakdown = Pick<
  ReadonlyDeep<TraceStudy>,
  "bands" | "median" | "shares" | "ttft" | "gaps" | "repeatedCalls" | "growth"
>;

function* breakdownInSteps(requests: readonly AnalysedTrace[]): Generator<void, Breakdown> {
  const bands = computeDurationBands(requests);
  const [median] = computeDurationBands(requests, aroundMedian);
  const shares = computeTimeShares(requests);
  yield;
  const gaps = buildGapTable(requests, minGapNs);
  yield;
  const repeated = findRepeatedCalls(requests);
  yield;
  return {
    bands,
    median: median ?? null,
    shares,
    ttft: yield* ttftInSteps(requests),
    gaps: truncateList(gaps, traceStudyLimits.maxGaps),
    repeatedCalls: truncateList(repeated, traceStudyLimits.maxRepeatedCalls),
    growth: computeGrowthByLength(requests),
  };
}

function* ttftInSteps(
  requests: readonly AnalysedTrace[],
): Generator<void, ReturnType<typeof averageTtftBreakdowns>> {
  const parts: RequestTtftBreakdown[] = [];
  for (const [index, request] of requests.entries()) {
    if (index % tracesPerStep === tracesPerStep - 1) yield;
    const one = computeTtftBreakdown(request);
    if (one !== null) parts.push(one);
  }
  return averageTtftBreakdowns(parts, requests.length);
}

/** Describes for the response which traces were read and how complete they are. */
export function toRetrievalResponse(
  { service, requests, startupTraceCount, retrieval, nearOperations }: TraceGroup,
  requestId: string,
): ReadonlyDeep<TraceStudy["retrieval"]> {
  return {
    ...retrieval,
    nearAttributes: retrieval.nearAttributes.map(escapeHiddenCharacters),
    nearOperations: nearOperations.inService.map(escapeHiddenCharacters),
    operationsElsewhere: nearOperations.inOtherServices.map((one) => ({
      ...one,
      operation: escapeHiddenCharacters(one.operation),
    })),
    service,
    analysedRequestCount: requests.length,
    startupTraceCount,
    failure: retrieval.failure === null ? null : toProblem(retrieval.failure, requestId),
  };
}
