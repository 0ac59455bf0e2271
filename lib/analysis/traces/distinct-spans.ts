/**
 * The spans of a trace in an order of their own, each once, so that nothing that follows depends on the order in which a source
 * sends them. Two spans are one sent twice when id, parent, service, operation, kind, start and length agree; the fuller is kept.
 */
import { runAtOnce, isEndOfStep } from "@/lib/base/run-in-steps";
import { sortInSteps } from "@/lib/base/sort-in-steps";
import type { Span } from "@/lib/model/trace";

export interface DistinctSpan {
  readonly span: Span;
  /** How often the source sent it; 1 as a rule. */
  readonly copies: number;
}

/** Earlier first, of equal starts the longer; where even that is equal, by id and names. Ties are left to copies alone. */
export function distinctSpans(spans: readonly Span[]): readonly DistinctSpan[] {
  return runAtOnce(distinctInSteps(spans));
}

/** The same in steps, for a trace of many spans. */
export function* distinctInSteps(spans: readonly Span[]): Generator<void, readonly DistinctSpan[]> {
  const found: { span: Span; copies: number }[] = [];
  const sorted = yield* sortInSteps(spans, bySelf);
  for (const [index, span] of sorted.entries()) {
    if (isEndOfStep(index)) yield;
    const last = found.at(-1);
    if (last === undefined || byIdentity(last.span, span) !== 0) found.push({ span, copies: 1 });
    else last.copies += 1;
  }
  return found;
}

/** The same spans in their order after their times changed. Those that have come to agree stay two: they were not one span sent twice. */
export function inOrder(distinct: readonly DistinctSpan[]): Generator<void, readonly DistinctSpan[]> {
  return sortInSteps(distinct, (a, b) => bySelf(a.span, b.span));
}

function bySelf(a: Span, b: Span): number {
  return byIdentity(a, b) || byFullness(a, b);
}

function byIdentity(a: Span, b: Span): number {
  return (
    a.startNs - b.startNs ||
    b.durationNs - a.durationNs ||
    byText(a.spanId, b.spanId) ||
    byText(a.parentSpanId ?? "", b.parentSpanId ?? "") ||
    byText(a.service, b.service) ||
    byText(a.operation, b.operation) ||
    byText(a.kind, b.kind)
  );
}

/** Only copies come here, so that spelling out their contents costs nothing as a rule. */
function byFullness(a: Span, b: Span): number {
  const [first, second] = [contents(a), contents(b)];
  return second.length - first.length || byText(first, second);
}

function contents({ attributes, events, resource, scope, isError, ...more }: Span): string {
  const { statusMessage, links, traceState } = more;
  return JSON.stringify([isError, statusMessage, scope, attributes, events, resource, links, traceState]);
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
