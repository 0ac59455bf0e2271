import fc from "fast-check";
import { expect, test } from "vitest";
import { arbitrarySpanGraph, createSpan, createTrace } from "./fixtures";
import { insertMissingParentRows, type WaterfallRow } from "./missing-parents";
import { buildTreeRows } from "./tree-rows";

const outline = (rows: readonly WaterfallRow[]): readonly string[] =>
  rows.map((row) => {
    const name = row.kind === "span" ? row.row.span.spanId : `(${row.spanId})`;
    return `${"  ".repeat(row.depth)}${name}`;
  });

//  root    |==========
//  (lost)
//    one   |...==
//      in  |...=
//    two   |......==
//  (gone)
//    three |....==
test("orphans are grouped under their missing parent, with their subtrees", () => {
  const rows = insertMissingParentRows(
    buildTreeRows(
      createTrace([
        createSpan({ spanId: "root" }),
        createSpan({ spanId: "two", parentSpanId: "lost", startNs: 6, durationNs: 2 }),
        createSpan({ spanId: "one", parentSpanId: "lost", startNs: 3, durationNs: 2 }),
        createSpan({ spanId: "in", parentSpanId: "one", startNs: 3, durationNs: 1 }),
        createSpan({ spanId: "three", parentSpanId: "gone", startNs: 4, durationNs: 2 }),
      ]),
    ),
  );
  expect(outline(rows)).toEqual(["root", "(lost)", "  one", "    in", "  two", "(gone)", "  three"]);
  expect(rows[1]).toEqual({
    kind: "missing-parent",
    spanId: "lost",
    parentIndex: -1,
    depth: 0,
    startNs: 3,
    durationNs: 5,
  });
});

test("property: every row appears once, in one block below its parent, and no orphan is a root", () => {
  fc.assert(
    fc.property(arbitrarySpanGraph, (spans) => {
      const rows = buildTreeRows(createTrace(spans));
      const drawn = insertMissingParentRows(rows);
      const positions = drawn.flatMap((row) => (row.kind === "span" ? [row.rowIndex] : []));
      expect(positions.toSorted((a, b) => a - b)).toEqual([...rows.keys()]);
      const open: number[] = [];
      for (const [index, row] of drawn.entries()) {
        while (open.length > row.depth) open.pop();
        expect(open.at(-1) ?? -1).toBe(row.parentIndex);
        open.push(index);
        if (row.kind !== "span") continue;
        const above = drawn[row.parentIndex];
        expect(above?.kind === "missing-parent").toBe(row.row.flags.includes("missing-parent"));
      }
      const missing = drawn.flatMap((row) => (row.kind === "span" ? [] : [row.spanId]));
      expect(new Set(missing).size).toBe(missing.length);
    }),
  );
});
