import fc from "fast-check";
import { expect, test } from "vitest";
import type { Span } from "@/lib/model/traces/trace";
import {
  arbitrarySpanGraph,
  arbitraryShuffledSpanGraph,
  createDrawnTrace,
  createSpan,
  createTrace,
} from "@/lib/analysis/traces/fixtures";
import { computeSelfTimesNs } from "./self-time";
import { endNs, buildTreeRows } from "@/lib/analysis/traces/tree-rows";

const byName = (drawing: string): Readonly<Record<string, number>> => {
  const rows = buildTreeRows(createDrawnTrace(drawing));
  const selfNs = computeSelfTimesNs(rows);
  return Object.fromEntries(rows.map(({ span }, index) => [span.spanId, selfNs[index] ?? NaN]));
};

test("overlapping children are subtracted once", () => {
  expect(
    byName(`
      root   |==========
        one  |.====
        two  |...====
    `),
  ).toEqual({ root: 4, one: 4, two: 4 });
});

test("a child longer than its parent uses all of the parent's time and no more", () => {
  expect(
    byName(`
      root     |..====
        child  |==========
    `),
  ).toEqual({ root: 0, child: 10 });
});

test("a child outside its parent subtracts nothing", () => {
  expect(
    byName(`
      root     |====
        child  |......==
    `),
  ).toEqual({ root: 4, child: 2 });
});

/** Counts the nanoseconds of a span without a running child, one by one. */
function countedSelfNs(spans: readonly Span[], parents: readonly number[], index: number): number {
  const span = spans[index];
  if (span === undefined) return NaN;
  const children = spans.filter((_, child) => parents[child] === index);
  let free = 0;
  for (let ns = span.startNs; ns < endNs(span); ns += 1) {
    if (!children.some((child) => child.startNs <= ns && ns < endNs(child))) free += 1;
  }
  return free;
}

test("property: equals a count of single nanoseconds", () => {
  fc.assert(
    fc.property(arbitrarySpanGraph, (sent) => {
      const rows = buildTreeRows(createTrace(sent));
      const spans = rows.map(({ span }) => span);
      const parents = rows.map(({ parentIndex }) => parentIndex);
      expect(computeSelfTimesNs(rows)).toEqual(spans.map((_, index) => countedSelfNs(spans, parents, index)));
    }),
  );
});

test("property: is never negative or longer than the span, and does not depend on order", () => {
  fc.assert(
    fc.property(arbitraryShuffledSpanGraph, ({ spans, shuffled }) => {
      const rows = buildTreeRows(createTrace(spans));
      const selfNs = computeSelfTimesNs(rows);
      for (const [index, { span }] of rows.entries()) {
        expect(selfNs[index]).toBeGreaterThanOrEqual(0);
        expect(selfNs[index]).toBeLessThanOrEqual(Math.max(0, span.durationNs));
      }
      expect(computeSelfTimesNs(buildTreeRows(createTrace(shuffled)))).toEqual(selfNs);
    }),
  );
});

interface Nested {
  readonly lengthNs: number;
  readonly children: readonly Nested[];
}

/** Sequential children within their parent. */
const { nested } = fc.letrec<{ nested: Nested }>((tie) => ({
  nested: fc.record({
    lengthNs: fc.nat(20),
    children: fc.oneof({ maxDepth: 4 }, fc.constant([]), fc.array(tie("nested"), { maxLength: 4 })),
  }),
}));

function positioned(root: Nested): readonly Span[] {
  const spans: Span[] = [];
  const position = (node: Nested, parentSpanId: string | null, startNs: number): number => {
    const spanId = String(spans.length);
    const own = spans.push(createSpan({ spanId, parentSpanId, startNs })) - 1;
    let at = startNs;
    for (const child of node.children) at = position(child, spanId, at);
    at += node.lengthNs;
    spans[own] = createSpan({ spanId, parentSpanId, startNs, durationNs: at - startNs });
    return at;
  };
  position(root, null, 0);
  return spans;
}

test("property: without overlapping children, self times sum to the root's duration", () => {
  fc.assert(
    fc.property(nested, (tree) => {
      const spans = positioned(tree);
      const selfNs = computeSelfTimesNs(buildTreeRows(createTrace(spans)));
      expect(selfNs.reduce((sum, ns) => sum + ns, 0)).toBe(spans[0]?.durationNs);
    }),
  );
});
