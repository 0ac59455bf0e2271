/** Every answer over many traces, from the requests that were read; in steps, since each goes over all of them. */
import { unturned } from "@/lib/base/safe-text";
import type { TraceStudy } from "@/lib/contracts/trace-study";
import type { AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import { gapTable } from "@/lib/analysis/traces/many/gap-table";
import { growth } from "@/lib/analysis/traces/many/growth";
import { operationsInSteps, slowestOperationSentence } from "@/lib/analysis/traces/many/operations";
import { phaseBands } from "@/lib/analysis/traces/many/phase-bands";
import { repeatedCalls } from "@/lib/analysis/traces/many/repeated-calls";
import { timeShares } from "@/lib/analysis/traces/many/time-shares";
import { meanOfTtftParts, whereTtftWent, type TtftParts } from "@/lib/analysis/traces/many/ttft";
import { studyBounds } from "@/lib/model/study-bounds";
import type { Sent } from "@/lib/server/handler";
import { toProblem } from "@/lib/server/problem";
import { toldMetrics } from "./beside-metrics";
import { cutAt } from "./cut-list";
import { durationsOf, type Beside } from "./study-durations";
import { slowInSteps, type SlowAsk } from "./study-slow";
import type { TraceGroup } from "./trace-group";

export interface StudyAsk {
  readonly slow: SlowAsk;
  readonly beside: Beside;
  readonly requestId: string;
}

const leastGapNs = 1_000_000;
const aroundMedian = [0.45, 0.55] as const;
const tracesPerStep = 200;

/** Others are answered between the steps. */
export function* studyInSteps(group: TraceGroup, ask: StudyAsk): Generator<void, Sent<TraceStudy>> {
  const { requests } = group;
  const operations = yield* operationsInSteps(requests);
  yield;
  const breakdown = yield* breakdownInSteps(requests);
  yield;
  const durations = durationsOf(requests, ask.beside);
  yield;
  const slow = yield* slowInSteps(requests, ask.slow);
  return {
    reading: readingOf(group, ask.requestId),
    metrics: toldMetrics(ask.beside),
    operations: cutAt(operations, studyBounds.operations),
    slowestOperation: slowestOperationSentence(operations, requests.length),
    ...breakdown,
    ...durations,
    slow,
  };
}

type Breakdown = Pick<
  Sent<TraceStudy>,
  "bands" | "median" | "shares" | "ttft" | "gaps" | "repeated" | "growth"
>;

function* breakdownInSteps(requests: readonly AnalysedTrace[]): Generator<void, Breakdown> {
  const bands = phaseBands(requests);
  const [median] = phaseBands(requests, aroundMedian);
  const shares = timeShares(requests);
  yield;
  const gaps = gapTable(requests, leastGapNs);
  yield;
  const repeated = repeatedCalls(requests);
  yield;
  return {
    bands,
    median: median ?? null,
    shares,
    ttft: yield* ttftInSteps(requests),
    gaps: cutAt(gaps, studyBounds.gaps),
    repeated: cutAt(repeated, studyBounds.repeatedCalls),
    growth: growth(requests),
  };
}

function* ttftInSteps(
  requests: readonly AnalysedTrace[],
): Generator<void, ReturnType<typeof meanOfTtftParts>> {
  const parts: TtftParts[] = [];
  for (const [index, request] of requests.entries()) {
    if (index % tracesPerStep === tracesPerStep - 1) yield;
    const one = whereTtftWent(request);
    if (one !== null) parts.push(one);
  }
  return meanOfTtftParts(parts, requests.length);
}

export function readingOf(
  { service, requests, startUps, reading, nearOperations }: TraceGroup,
  requestId: string,
): Sent<TraceStudy["reading"]> {
  return {
    ...reading,
    nearAttributes: reading.nearAttributes.map(unturned),
    nearOperations: nearOperations.own.map(unturned),
    operationsElsewhere: nearOperations.elsewhere.map((one) => ({
      ...one,
      operation: unturned(one.operation),
    })),
    service,
    requests: requests.length,
    startUps,
    failure: reading.failure === null ? null : toProblem(reading.failure, requestId),
  };
}
