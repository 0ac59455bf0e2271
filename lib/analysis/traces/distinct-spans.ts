/**
 * Sorts the spans of a trace and removes duplicates, so that no result depends on the order in which a source sends
 * them. Two spans are duplicates if id, parent, service, operation, kind, start and duration are equal; the more
 * complete span is retained.
 */
import { runWithoutPause, isEndOfStep } from "@/lib/base/steps";
import { sortInSteps } from "@/lib/base/sort-in-steps";
import type { Span } from "@/lib/model/traces/trace";

/** Span with the number of its copies. */
export interface DistinctSpan {
  readonly span: Span;
  /** Number of times the source sent the span, usually 1. */
  readonly copyCount: number;
}

/** Removes duplicates of spans. The result is sorted by start, then longer first, then by id and names. */
export function countDistinctSpans(spans: readonly Span[]): readonly DistinctSpan[] {
  return runWithoutPause(countDistinctSpansInSteps(spans));
}

/** Returns distinct spans in steps, for traces with many spans. */
export function* countDistinctSpansInSteps(spans: readonly Span[]): Generator<void, readonly DistinctSpan[]> {
  const found: { span: Span; copyCount: number }[] = [];
  const sorted = yield* sortInSteps(spans, bySelf);
  for (const [index, span] of sorted.entries()) {
    if (isEndOfStep(index)) yield;
    const last = found.at(-1);
    if (last === undefined || byIdentity(last.span, span) !== 0) found.push({ span, copyCount: 1 });
    else last.copyCount += 1;
  }
  return found;
}

/**
 * Sorts spans again after their times changed, in steps. Spans that became equal stay separate, because they
 * are not duplicates.
 */
export function sortDistinctSpans(
  distinct: readonly DistinctSpan[],
): Generator<void, readonly DistinctSpan[]> {
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

/**
 * Compares duplicates by how complete they are. It runs for duplicates only, so that the contents are rarely
 * serialised.
 */
function byFullness(a: Span, b: Span): number {
  const [first, second] = [serializeContents(a), serializeContents(b)];
  return second.length - first.length || byText(first, second);
}

function serializeContents({ attributes, events, resource, scope, isError, ...more }: Span): string {
  const { statusMessage, links, traceState } = more;
  return JSON.stringify([isError, statusMessage, scope, attributes, events, resource, links, traceState]);
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
