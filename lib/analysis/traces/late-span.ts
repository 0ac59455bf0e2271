/** Finds the span that sets the end of a trace after its request ended: clock skew, wrong times or background work. */
import type { Span } from "@/lib/model/traces/trace";
import { isEndOfStep } from "@/lib/base/steps";
import type { RequestTree } from "./request-tree";
import { endNs, type TreeRow } from "./tree-rows";

/** Span below the request that ends after it and so sets the duration of the trace. */
export interface LateSpan {
  readonly span: Span;
  /** Time between the end of the request and the end of this span. */
  readonly afterRequestNs: number;
  /** True if the span is longer than the request, which is impossible with correct clocks and durations. */
  readonly isLongerThanRequest: boolean;
}

/** Smallest time after the request that counts, as a share of the request. Shorter times are rounding. */
const minShare = 0.01;

/** Returns the span below the request that ends last, if it ends clearly after the request, in steps. Null if none does. */
export function* findLateSpan(
  rows: readonly TreeRow[],
  { rootRow }: Pick<RequestTree, "rootRow">,
): Generator<void, LateSpan | null> {
  const request = rows[rootRow]?.span;
  if (request === undefined) return null;
  const requestEndNs = endNs(request);
  const isBelow = new Uint8Array(rows.length);
  isBelow[rootRow] = 1;
  let [last, lastEndNs] = [request, requestEndNs];
  for (const [index, { span, parentIndex }] of rows.entries()) {
    if (isEndOfStep(index)) yield;
    if (parentIndex === -1 || isBelow[parentIndex] !== 1) continue;
    isBelow[index] = 1;
    const spanEndNs = endNs(span);
    if (spanEndNs > lastEndNs && span.impossibleTimes === undefined) [last, lastEndNs] = [span, spanEndNs];
  }
  const afterRequestNs = lastEndNs - requestEndNs;
  const requestNs = Math.max(0, request.durationNs);
  if (last === request || afterRequestNs <= requestNs * minShare) return null;
  return {
    span: last,
    afterRequestNs,
    isLongerThanRequest: last.durationNs > requestNs,
  };
}
