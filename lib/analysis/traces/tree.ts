/**
 * Orders the spans of a trace for drawing: parents before children, siblings by start. Every span stands in the result
 * exactly once, whatever the source sent and in whatever order: a span sent twice stands once, spans without their parent
 * become roots, cycles are cut at their earliest span, and each of these is flagged. Works without recursion, so depth is
 * no limit.
 */
import { runAtOnce, isEndOfStep } from "@/lib/base/run-in-steps";
import type { Span, SpanFlag, Trace } from "@/lib/model/trace";
import { distinctInSteps, inOrder, type DistinctSpan } from "./distinct-spans";

export interface TreeRow {
  readonly span: Span;
  /** Index into the rows; -1 for a root. Always smaller than the row's own index. */
  readonly parentIndex: number;
  readonly depth: number;
  readonly flags: readonly SpanFlag[];
}

/** Positions into the spans; -1 where there is no parent to hang from. Spans without a flag are missing from `flags`. */
interface Links {
  readonly parents: Int32Array;
  readonly flags: Map<number, SpanFlag[]>;
}

/** The rows of `trace` in drawing order. Linear in the number of spans apart from one sort. */
export function treeRows(trace: Trace): readonly TreeRow[] {
  return runAtOnce(treeRowsInSteps(trace));
}

/** The same in steps, for a trace of many spans. */
export function* treeRowsInSteps(trace: Trace): Generator<void, readonly TreeRow[]> {
  return yield* rowsOf(yield* distinctInSteps(trace.spans));
}

/** As `treeRows`, after the spans of `rows` were moved in time: `moved` has one for each row. Copies stay known as such. */
export function* correctedTreeRows(
  rows: readonly TreeRow[],
  correctedSpans: readonly Span[],
): Generator<void, readonly TreeRow[]> {
  return yield* rowsOf(
    yield* inOrder(
      correctedSpans.map((span, index) => ({
        span,
        copies: rows[index]?.flags.includes("sent-twice") === true ? 2 : 1,
      })),
    ),
  );
}

function* rowsOf(distinct: readonly DistinctSpan[]): Generator<void, readonly TreeRow[]> {
  const spans = distinct.map(({ span }) => span);
  const links = yield* linkParents(spans);
  for (const [index, { copies }] of distinct.entries()) {
    if (copies > 1) flag(links, index, "sent-twice");
  }
  yield;
  yield* cutCycles(links);
  yield;
  return yield* walk(spans, links);
}

function flag({ flags }: Links, index: number, name: SpanFlag): void {
  const known = flags.get(index);
  if (known === undefined) flags.set(index, [name]);
  else known.push(name);
}

function* linkParents(spans: readonly Span[]): Generator<void, Links> {
  const indexOf = new Map<string, number>();
  /** Only of ids that several spans have, which is rare: the first span of each service. */
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
    if (shared.size > 0 && shared.has(span.spanId)) flag(links, index, "shared-id");
    if (span.impossibleTimes !== undefined) flag(links, index, "impossible-times");
    if (span.durationNs < 0) flag(links, index, "negative-duration");
    if (span.parentSpanId === null) continue;
    // The two sides of one call share an id in older tracers: a child belongs to the side of its own service, else to the first.
    const parent = shared.get(span.parentSpanId)?.get(span.service) ?? indexOf.get(span.parentSpanId) ?? -1;
    if (parent === -1) flag(links, index, "missing-parent");
    links.parents[index] = parent;
  }
  return links;
}

/**
 * Every span has at most one parent, so a cycle is a ring with trees hanging from it. Following the parents from each span
 * either ends at a root or at what was seen before; seeing a span of the same walk again closes a ring, and its earliest
 * span, the one of the smallest place, becomes a root.
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
    flag(links, earliest, "cycle-cut");
  }
}

/** Spans stand by start, so that hanging them from the last to the first leaves each family in that order. */
function* walk(spans: readonly Span[], { parents, flags }: Links): Generator<void, readonly TreeRow[]> {
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
  // What is left to do when a branch ends: the next sibling of each span above.
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

/** A child outside its parent is either work that goes on in the background or two clocks that differ. */
function parentTimingFlags(span: Span, parent: Span): readonly SpanFlag[] {
  // What is drawn where the trace begins does not stand where it was told.
  if (span.impossibleTimes !== undefined || parent.impossibleTimes !== undefined) return none;
  const startsBefore = span.startNs < parent.startNs;
  const endsAfter = endNs(span) > endNs(parent);
  if (!startsBefore && !endsAfter) return none;
  const flags: SpanFlag[] = [];
  if (startsBefore) flags.push("starts-before-parent");
  if (endsAfter) flags.push("ends-after-parent");
  return flags;
}

/** A span that ends before it starts counts as a point at its start. */
export function endNs({ startNs, durationNs }: Pick<Span, "startNs" | "durationNs">): number {
  return startNs + Math.max(0, durationNs);
}
