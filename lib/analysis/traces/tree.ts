/**
 * Orders the spans of a trace for drawing: parents before children, siblings by start. Every span stands in the result
 * exactly once, whatever the source sent: spans without their parent become roots, cycles are cut, repeated ids keep their
 * place, and each of these is flagged. Works without recursion, so depth is no limit.
 */
import type { Span, SpanFlag, Trace } from "@/lib/model/trace";

export interface TreeRow {
  readonly span: Span;
  /** Index into the rows; -1 for a root. Always smaller than the row's own index. */
  readonly parentIndex: number;
  readonly depth: number;
  readonly flags: readonly SpanFlag[];
}

/** Positions into the trace's spans; -1 where there is no parent to hang from. */
interface Links {
  readonly parents: number[];
  readonly flags: SpanFlag[][];
}

/** The rows of `trace` in drawing order. Linear in the number of spans apart from the sorting of siblings. */
export function treeRows({ spans }: Trace): readonly TreeRow[] {
  const links = linkParents(spans);
  cutCycles(spans, links);
  const children: number[][] = spans.map(() => []);
  const roots: number[] = [];
  for (const [index, parent] of links.parents.entries()) (children[parent] ?? roots).push(index);
  const inOrder = bySpanStart(spans);
  for (const siblings of [roots, ...children]) siblings.sort(inOrder);
  return walk(spans, links, { roots, children });
}

function linkParents(spans: readonly Span[]): Links {
  const firstOf = new Map<string, number>();
  const flags: SpanFlag[][] = spans.map(() => []);
  for (const [index, { spanId }] of spans.entries()) {
    if (firstOf.has(spanId)) flags[index]?.push("duplicate");
    else firstOf.set(spanId, index);
  }
  const parents = spans.map(({ parentSpanId, durationNs }, index) => {
    if (durationNs < 0) flags[index]?.push("negative-duration");
    if (parentSpanId === null) return -1;
    const parent = firstOf.get(parentSpanId);
    if (parent === undefined) flags[index]?.push("missing-parent");
    return parent ?? -1;
  });
  return { parents, flags };
}

/**
 * Every span has at most one parent, so a cycle is a ring with trees hanging from it. Following the parents from each span
 * either ends at a root or at what was seen before; seeing a span of the same walk again closes a ring, and its earliest
 * span becomes a root.
 */
function cutCycles(spans: readonly Span[], { parents, flags }: Links): void {
  const walkOf = new Int32Array(spans.length).fill(-1);
  const inOrder = bySpanStart(spans);
  for (const start of spans.keys()) {
    let at = start;
    while (at !== -1 && walkOf[at] === -1) {
      walkOf[at] = start;
      at = parents[at] ?? -1;
    }
    if (at === -1 || walkOf[at] !== start) continue;
    let earliest = at;
    for (let next = parents[at] ?? at; next !== at; next = parents[next] ?? at) {
      if (inOrder(next, earliest) < 0) earliest = next;
    }
    parents[earliest] = -1;
    flags[earliest]?.push("cycle-cut");
  }
}

/** Earlier first, of equal starts the longer, of equal spans the one sent first. */
function bySpanStart(spans: readonly Span[]): (left: number, right: number) => number {
  return (left, right) => {
    const [a, b] = [spans[left], spans[right]];
    if (a === undefined || b === undefined) return left - right;
    return a.startNs - b.startNs || b.durationNs - a.durationNs || left - right;
  };
}

interface Branches {
  readonly roots: readonly number[];
  readonly children: readonly (readonly number[])[];
}

function walk(spans: readonly Span[], { flags }: Links, { roots, children }: Branches): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  const stack = roots.toReversed().map((index) => ({ index, parentIndex: -1, depth: 0 }));
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { index, parentIndex, depth } = next;
    const span = spans[index];
    if (span === undefined) continue;
    const own = rows.length;
    const parent = rows[parentIndex]?.span;
    rows.push({ span, parentIndex, depth, flags: [...(flags[index] ?? []), ...againstParent(span, parent)] });
    for (const child of (children[index] ?? []).toReversed()) {
      stack.push({ index: child, parentIndex: own, depth: depth + 1 });
    }
  }
  return rows;
}

/** A child outside its parent is either work that goes on in the background or two clocks that differ. */
function againstParent(span: Span, parent: Span | undefined): readonly SpanFlag[] {
  if (parent === undefined) return [];
  const flags: SpanFlag[] = [];
  if (span.startNs < parent.startNs) flags.push("starts-before-parent");
  if (endNs(span) > endNs(parent)) flags.push("ends-after-parent");
  return flags;
}

/** A span that ends before it starts counts as a point at its start. */
export function endNs({ startNs, durationNs }: Pick<Span, "startNs" | "durationNs">): number {
  return startNs + Math.max(0, durationNs);
}
