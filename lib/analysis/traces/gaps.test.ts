import fc from "fast-check";
import { expect, test } from "vitest";
import { anyTidyTrace } from "@/tests/support/any-trace";
import { traceFromLanes } from "@/tests/support/drawn-trace";
import { gapsOf } from "./gaps";
import { selfTimesNs } from "./self-time";
import { treeRows } from "./tree";

test("before the first child, between two, after the last; overlapping children leave none", () => {
  const rows = treeRows(
    traceFromLanes(`
      root |──────────────────
        a  |  ───────
        b  |     ───
        c  |            ────
    `),
  );
  const named = (index: number): string | null => rows[index]?.span.operation ?? null;
  expect(
    gapsOf(rows, 0).map(({ row, after, before, fromNs, toNs }) => [
      named(row),
      named(after),
      named(before),
      fromNs,
      toNs,
    ]),
  ).toEqual([
    ["root", null, "a", 0, 2],
    ["root", "a", "c", 9, 12],
    ["root", "c", null, 16, 18],
  ]);
  expect(gapsOf(rows, 3)).toHaveLength(1);
});

test("property: a parent's gaps are its self time", () => {
  fc.assert(
    fc.property(anyTidyTrace, (trace) => {
      const rows = treeRows(trace);
      const self = selfTimesNs(rows);
      const parents = new Set(rows.map(({ parentIndex }) => parentIndex));
      const found = rows.map(() => 0);
      for (const { row, fromNs, toNs } of gapsOf(rows, 0)) found[row]! += toNs - fromNs;
      const ofParents = (all: readonly number[]): number[] => all.filter((_, index) => parents.has(index));
      expect(ofParents(found)).toEqual(ofParents(self));
    }),
  );
});
