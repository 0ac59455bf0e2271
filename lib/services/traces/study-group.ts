/** Every answer over many traces, from the requests that were read; in steps, since each goes over all of them. */
import type { TraceStudy } from "@/lib/contracts/trace-study";
import { operationTable, slowestOperationSentence } from "@/lib/analysis/traces/many/operations";
import { studyBounds } from "@/lib/model/study-bounds";
import type { Sent } from "@/lib/server/handler";
import { toProblem } from "@/lib/server/problem";
import type { TraceGroup } from "./trace-group";

/** Others are answered between the steps. */
export function* studyInSteps(group: TraceGroup, requestId: string): Generator<void, Sent<TraceStudy>> {
  const { requests } = group;
  const operations = operationTable(requests);
  yield;
  return {
    reading: readingOf(group, requestId),
    operations: cutAt(operations, studyBounds.operations),
    slowestOperation: slowestOperationSentence(operations, requests.length),
  };
}

function readingOf(
  { service, requests, startUps, reading }: TraceGroup,
  requestId: string,
): Sent<TraceStudy["reading"]> {
  return {
    ...reading,
    service,
    requests: requests.length,
    startUps,
    failure: reading.failure === null ? null : toProblem(reading.failure, requestId),
  };
}

/** The first rows of a list, and how many more there were. */
export function cutAt<T>(
  rows: readonly T[],
  most: number,
): { readonly rows: readonly T[]; readonly leftOut: number } {
  return { rows: rows.slice(0, most), leftOut: Math.max(0, rows.length - most) };
}
