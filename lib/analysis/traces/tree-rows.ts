/**
 * Orders the spans of a trace for drawing: parents before children, siblings by start. Every span appears exactly once,
 * in any input order. Duplicates are merged, spans with a missing parent become roots, and cycles are cut at their
 * earliest span; each of these cases is flagged. The algorithm is iterative, so depth is unlimited.
 */
import { runWithoutPause, isEndOfStep } from "@/lib/base/steps";
import type { Span, SpanFlag, Trace } from "@/lib/model/traces/trace";
import { countDistinctSpansInSteps, sortDistinctSpans, type DistinctSpan } from "./distinct-spans";

/** Span at its position in the tree of a trace. */
export interface TreeRow {
  readonly span: Span;
  /** Index of the parent row, always smaller than the row's index; -1 for a root. */
  readonly parentIndex: number;
  readonly depth: number;
  readonly flags: readonly SpanFlag[];
}

/** Index of the parent of each span, -1 without a parent, and the flags of the spans that have any. */
interface Links {
  readonly parents: Int32Array;
  readonly flags: Map<number, SpanFlag[]>;
}

/**
 * Arranges the spans of a trace as a tree, in drawing order. Time is linear in the number of spans, except
 * for one sort.
 */
export function buildTreeRows(trace: Trace): readonly TreeRow[] {
  return runWithoutPause(buildTreeRowsInSteps(trace));
}

/** Builds the rows in steps, for traces with many spans. */
export function* buildTreeRowsInSteps(trace: Trace): Generator<void, readonly TreeRow[]> {
  return yield* rowsOf(yield* countDistinctSpansInSteps(trace.spans));
}

/**
 * Rebuilds the rows after clock correction; `correctedSpans` has one span per row. Rows marked as duplicates
 * stay marked.
 */
export function* rebuildTreeRows(
  rows: readonly TreeRow[],
  correctedSpans: readonly Span[],
): Generator<void, readonly TreeRow[]> {
  return yield* rowsOf(
    yield* sortDistinctSpans(
      correctedSpans.map((span, index) => ({
        span,
        copyCount: rows[index]?.flags.includes("sent-twice") === true ? 2 : 1,
      })),
    ),
  );
}

function* rowsOf(distinct: readonly DistinctSpan[]): Generator<void, readonly TreeRow[]> {
  const spans = distinct.map(({ span }) => span);
  const links = yield* linkParents(spans);
  for (const [index, { copyCount }] of distinct.entries()) {
    if (copyCount > 1) addFlag(links, index, "sent-twice");
  }
  yield;
  yield* cutCycles(links);
  yield;
  return yield* walkTree(spans, links);
}

function addFlag({ flags }: Links, index: number, name: SpanFlag): void {
  const known = flags.get(index);
  if (known === undefined) flags.set(index, [name]);
  else known.push(name);
}

function* linkParents(spans: readonly Span[]): Generator<void, Links> {
  const indexOf = new Map<string, number>();
  /** For each id that several spans share, which is rare: the first span of each service. */
  const shared = new Map<string, Map<string, number>>();
  for (const [index, { spanId, service }] of spans.entries()) {
    if (isEndOfStep(index)) yield;
    const first = indexOf.get(spanId);
    if (first === undefined) {
      indexOf.set(spanId, index);
      continue;
    }
    const firstByService = shared.get(spanId) ?? new Map([[spans[first]?.service ?? "", first]]);
    shared.set(spanId, firstByService);
    if (!firstByService.has(service)) firstByService.set(service, index);
  }
  const links: Links = { parents: new Int32Array(spans.length).fill(-1), flags: new Map() };
  for (const [index, span] of spans.entries()) {
    if (isEndOfStep(index)) yield;
    if (shared.size > 0 && shared.has(span.spanId)) addFlag(links, index, "shared-id");
    if (span.impossibleTimes !== undefined) addFlag(links, index, "impossible-times");
    if (span.durationNs < 0) addFlag(links, index, "negative-duration");
    if (span.parentSpanId === null) continue;
    // Older tracers use one id for both sides of a call. A child belongs to the span of its service, or else to the
    // first span with the id.
    const parent = shared.get(span.parentSpanId)?.get(span.service) ?? indexOf.get(span.parentSpanId) ?? -1;
    if (parent === -1) addFlag(links, index, "missing-parent");
    links.parents[index] = parent;
  }
  return links;
}

/**
 * Cuts cycles. Every span has at most one parent, so a cycle is a ring with trees attached. Following parents ends at
 * a root or at a visited span; meeting a span of the same walk closes a ring, and its earliest span (smallest index)
 * becomes a root.
 */
function* cutCycles(links: Links): Generator<void, void> {
  const { parents } = links;
  const walkOf = new Int32Array(parents.length).fill(-1);
  for (const start of parents.keys()) {
    if (isEndOfStep(start)) yield;
    let at = start;
    while (at !== -1 && walkOf[at] === -1) {
      walkOf[at] = start;
      at = parents[at] ?? -1;
    }
    if (at === -1 || walkOf[at] !== start) continue;
    let earliest = at;
    for (let next = parents[at] ?? at; next !== at; next = parents[next] ?? at) {
      earliest = Math.min(earliest, next);
    }
    parents[earliest] = -1;
    addFlag(links, earliest, "cycle-cut");
  }
}

/** Spans are sorted by start, so linking them from last to first leaves siblings in that order. */
function* walkTree(spans: readonly Span[], { parents, flags }: Links): Generator<void, readonly TreeRow[]> {
  const firstChild = new Int32Array(spans.length).fill(-1);
  const nextSibling = new Int32Array(spans.length).fill(-1);
  let firstRoot = -1;
  for (let index = spans.length - 1; index >= 0; index -= 1) {
    const parent = parents[index] ?? -1;
    nextSibling[index] = parent === -1 ? firstRoot : (firstChild[parent] ?? -1);
    if (parent === -1) firstRoot = index;
    else firstChild[parent] = index;
  }
  const rows: TreeRow[] = [];
  const rowOf = new Int32Array(spans.length).fill(-1);
  // Next siblings of the ancestors, to continue with when a branch ends.
  const waiting: number[] = [];
  for (let index = firstRoot; index !== -1;) {
    if (isEndOfStep(rows.length)) yield;
    rowOf[index] = rows.length;
    const row = rowFor(spans[index], rows, rowOf[parents[index] ?? -1] ?? -1, flags.get(index));
    if (row !== null) rows.push(row);
    const [child = -1, sibling = -1] = [firstChild[index], nextSibling[index]];
    if (sibling !== -1) waiting.push(sibling);
    index = child === -1 ? (waiting.pop() ?? -1) : child;
  }
  return rows;
}

const none: readonly SpanFlag[] = [];

function rowFor(
  span: Span | undefined,
  rows: readonly TreeRow[],
  parentIndex: number,
  spanFlags: readonly SpanFlag[] = none,
): TreeRow | null {
  if (span === undefined) return null;
  const parent = rows[parentIndex];
  if (parent === undefined) return { span, parentIndex, depth: 0, flags: spanFlags };
  const timingFlags = parentTimingFlags(span, parent.span);
  const flags = timingFlags.length === 0 ? spanFlags : [...spanFlags, ...timingFlags];
  return { span, parentIndex, depth: parent.depth + 1, flags };
}

/** Returns flags for a child outside its parent: background work, or clocks that differ. */
function parentTimingFlags(span: Span, parent: Span): readonly SpanFlag[] {
  // A span with impossible times is drawn at the start of the trace, not at its reported time.
  if (span.impossibleTimes !== undefined || parent.impossibleTimes !== undefined) return none;
  const startsBefore = span.startNs < parent.startNs;
  const endsAfter = endNs(span) > endNs(parent);
  if (!startsBefore && !endsAfter) return none;
  const flags: SpanFlag[] = [];
  if (startsBefore) flags.push("starts-before-parent");
  if (endsAfter) flags.push("ends-after-parent");
  return flags;
}

/** Returns the end of a span. A span with a negative duration counts as a point at its start. */
export function endNs({ startNs, durationNs }: Pick<Span, "startNs" | "durationNs">): number {
  return startNs + Math.max(0, durationNs);
}
