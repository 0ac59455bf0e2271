import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Span } from "@/lib/model/traces/trace";
import {
  arbitrarySpanGraph,
  arbitraryShuffledSpanGraph,
  createDrawnTrace,
  createSpan,
  createTrace,
} from "./fixtures";
import { buildTreeRows, buildTreeRowsInSteps, type TreeRow } from "./tree-rows";

/** Returns name, depth and flags of every row. */
const outline = (rows: readonly TreeRow[]): readonly string[] =>
  rows.map(({ span, depth, flags }) => [`${"  ".repeat(depth)}${span.spanId}`, ...flags].join(" "));

const outlineOf = (spans: readonly Span[]): readonly string[] => outline(buildTreeRows(createTrace(spans)));

describe("a drawn trace", () => {
  test("has parents before children and siblings by start", () => {
    const trace = createDrawnTrace(`
      root      |====================
        late    |............====
          deep  |.............==
        early   |..======
    `);
    const inOrder = ["root", "  early", "  late", "    deep"];
    expect(outline(buildTreeRows(trace))).toEqual(inOrder);
    expect(outlineOf(trace.spans.toReversed())).toEqual(inOrder);
  });

  test("keeps a child that is longer than its parent, with a flag", () => {
    const trace = createDrawnTrace(`
      root     |..====
        child  |========
    `);
    expect(outline(buildTreeRows(trace))).toEqual(["root", "  child starts-before-parent ends-after-parent"]);
  });

  test("does not compare a span with impossible times to its parent or children", () => {
    const rows = outlineOf([
      createSpan({ spanId: "root", startNs: 5, durationNs: 10 }),
      createSpan({
        spanId: "odd",
        parentSpanId: "root",
        startNs: 0,
        durationNs: 0,
        impossibleTimes: "0 to 0 ns",
      }),
      createSpan({ spanId: "below", parentSpanId: "odd", startNs: 6, durationNs: 2 }),
      createSpan({ spanId: "early", parentSpanId: "root", startNs: 1, durationNs: 5 }),
    ]);
    expect(rows).toEqual(["root", "  odd impossible-times", "    below", "  early starts-before-parent"]);
  });

  test("with two roots orders both by start", () => {
    const trace = createDrawnTrace(`
      second  |...====
      first   |=====
    `);
    expect(outline(buildTreeRows(trace))).toEqual(["first", "second"]);
  });
});

describe("broken traces", () => {
  test("a span sent twice appears once, in its more complete version", () => {
    const rows = buildTreeRows(
      createTrace([createSpan({ spanId: "a" }), createSpan({ spanId: "a", attributes: { model: "chat" } })]),
    );
    expect(outline(rows)).toEqual(["a sent-twice"]);
    expect(rows[0]?.span.attributes).toEqual({ model: "chat" });
  });

  test("two spans with one id both appear, and a child belongs to the span of its service", () => {
    const caller = createSpan({ spanId: "a", service: "gateway", durationNs: 10 });
    const called = createSpan({ spanId: "a", service: "chat", startNs: 2, durationNs: 5 });
    const child = createSpan({ spanId: "b", parentSpanId: "a", service: "chat", startNs: 3, durationNs: 1 });
    const rows = buildTreeRows(createTrace([child, called, caller]));
    expect(outline(rows)).toEqual(["a shared-id", "a shared-id", "  b"]);
    expect(rows[rows[2]?.parentIndex ?? -1]?.span.service).toBe("chat");
  });

  test("an orphan is a flagged root", () => {
    expect(outlineOf([createSpan({ spanId: "a", parentSpanId: "lost" })])).toEqual(["a missing-parent"]);
  });

  test("a self-parent and a cycle with a tail are cut at their earliest span", () => {
    expect(outlineOf([createSpan({ spanId: "a", parentSpanId: "a" })])).toEqual(["a cycle-cut"]);
    const ring = [
      createSpan({ spanId: "a", parentSpanId: "c", startNs: 2, durationNs: 1 }),
      createSpan({ spanId: "b", parentSpanId: "a", startNs: 1, durationNs: 9 }),
      createSpan({ spanId: "c", parentSpanId: "b", startNs: 3, durationNs: 1 }),
      createSpan({ spanId: "tail", parentSpanId: "c", startNs: 3, durationNs: 1 }),
    ];
    const cut = ["b cycle-cut", "  c", "    a starts-before-parent", "    tail"];
    expect(outlineOf(ring)).toEqual(cut);
    expect(outlineOf(ring.toReversed())).toEqual(cut);
  });

  test("impossible times are flagged", () => {
    expect(outlineOf([createSpan({ spanId: "a", durationNs: -1 })])).toEqual(["a negative-duration"]);
    expect(outlineOf([createSpan({ spanId: "a", impossibleTimes: "0 to 0" })])).toEqual([
      "a impossible-times",
    ]);
  });

  test("no spans give no rows", () => {
    expect(outlineOf([])).toEqual([]);
  });
});

test("handles a chain and a cycle of 30,000 spans", () => {
  const deep = 30_000;
  const chain = Array.from({ length: deep }, (_, index) =>
    createSpan({ spanId: String(index), parentSpanId: index === 0 ? null : String(index - 1) }),
  );
  expect(buildTreeRows(createTrace(chain)).at(-1)).toMatchObject({ depth: deep - 1, parentIndex: deep - 2 });
  const ring = chain.map((span) =>
    span.parentSpanId === null ? { ...span, parentSpanId: String(deep - 1) } : span,
  );
  const cut = buildTreeRows(createTrace(ring)).filter(({ flags }) => flags.includes("cycle-cut"));
  expect(cut).toHaveLength(1);
});

const identity = ({ spanId, parentSpanId, service, operation, startNs, durationNs }: Span): string =>
  JSON.stringify([spanId, parentSpanId, service, operation, startNs, durationNs]);

describe("property: any graph", () => {
  test("every span appears once", () => {
    fc.assert(
      fc.property(arbitrarySpanGraph, (spans) => {
        const rows = buildTreeRows(createTrace(spans)).map(({ span }) => identity(span));
        expect(rows.toSorted()).toEqual([...new Set(spans.map(identity))].toSorted());
      }),
    );
  });

  test("parents come before children, a subtree is one block of rows, and every row is below its span.s parent", () => {
    fc.assert(
      fc.property(arbitrarySpanGraph, (spans) => {
        const rows = buildTreeRows(createTrace(spans));
        const open: number[] = [];
        for (const [index, { span, parentIndex, depth }] of rows.entries()) {
          while (open.length > depth) open.pop();
          expect(open.at(-1) ?? -1).toBe(parentIndex);
          expect(rows[parentIndex]?.span.spanId ?? span.parentSpanId).toBe(span.parentSpanId);
          open.push(index);
        }
      }),
    );
  });

  test("a root has no parent or a flag with the reason", () => {
    fc.assert(
      fc.property(arbitrarySpanGraph, (spans) => {
        const sent = new Set(spans.map(({ spanId }) => spanId));
        for (const { span, parentIndex, flags } of buildTreeRows(createTrace(spans))) {
          const isLost = span.parentSpanId !== null && !sent.has(span.parentSpanId);
          expect(flags.includes("missing-parent")).toBe(isLost);
          const isCut = parentIndex === -1 && span.parentSpanId !== null && !isLost;
          expect(flags.includes("cycle-cut")).toBe(isCut);
        }
      }),
    );
  });

  test("the order of the spans does not matter", () => {
    fc.assert(
      fc.property(arbitraryShuffledSpanGraph, ({ spans, shuffled }) => {
        expect(buildTreeRows(createTrace(shuffled))).toEqual(buildTreeRows(createTrace(spans)));
      }),
    );
  });
});

test("rows of a large trace are built in steps of similar size", () => {
  let reads = 0;
  const spans = Array.from({ length: 60_000 }, (_, index) => {
    const parent = index === 0 ? null : `${Math.floor((index - 1) / 8)}`;
    const span = createSpan({ spanId: `${index}`, parentSpanId: parent });
    const startNs = (index * 7_919) % 60_000;
    Object.defineProperty(span, "startNs", {
      get: () => {
        reads += 1;
        return startNs;
      },
    });
    return span;
  });
  const steps = buildTreeRowsInSteps(createTrace(spans));
  let [maxReads, totalReads] = [0, 0];
  for (let isDone = false; !isDone;) {
    reads = 0;
    isDone = steps.next().done === true;
    totalReads += reads;
    maxReads = Math.max(maxReads, reads);
  }
  expect(totalReads).toBeGreaterThan(1_000_000);
  // Sorting a run of 8,192 takes 13 comparisons of two reads each.
  expect(maxReads).toBeLessThan(8_192 * 13 * 2);
});
