import fc from "fast-check";
import { expect, test } from "vitest";
import { anyTidyTrace, anyTrace } from "@/tests/support/traces/any-trace";
import { drawnSpan, drawnTrace, traceFromLanes } from "@/tests/support/traces/drawn-trace";
import { findGaps } from "./gaps";
import { computeSelfTimesNs } from "./self-time";
import { buildRequestTree } from "@/lib/analysis/traces/request-tree";
import { endNs, buildTreeRows } from "@/lib/analysis/traces/tree-rows";
import { findWaitingRows } from "./waiting-rows";

test("finds gaps before the first child, between two and after the last; overlapping children leave none", () => {
  const rows = buildTreeRows(
    traceFromLanes(`
      root |──────────────────
        a  |  ───────
        b  |     ───
        c  |            ────
    `),
  );
  const named = (index: number): string | null => rows[index]?.span.operation ?? null;
  expect(
    findGaps(rows, 0).map(({ parentRow: row, precedingRow: after, followingRow: before, fromNs, toNs }) => [
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
  expect(findGaps(rows, 3)).toHaveLength(1);
});

test("there is no gap while a handed-off span or an orphan still runs", () => {
  const spans = [
    drawnSpan({ id: "request", at: [0, 20] }),
    drawnSpan({ id: "route", parent: "request", at: [1, 4] }),
    drawnSpan({ id: "worker", parent: "route", at: [3, 12] }),
    drawnSpan({ id: "stray", parent: "lost", at: [14, 18] }),
  ];
  const rows = buildTreeRows(drawnTrace(spans));
  const named = findGaps(rows, 0).map(({ parentRow: row, fromNs, toNs }) => [
    rows[row]?.span.operation,
    fromNs,
    toNs,
  ]);
  expect(named).toEqual([
    ["request", 0, 1],
    ["request", 12, 14],
    ["request", 18, 20],
    ["route", 1, 3],
  ]);
  const neighbour = (row: number): string | undefined => rows[row]?.span.operation;
  // A gap is bounded by children of its span, not by other spans.
  expect(
    findGaps(rows, 0).map(({ precedingRow: after, followingRow: before }) => [
      neighbour(after),
      neighbour(before),
    ]),
  ).toEqual([
    [undefined, "route"],
    ["route", undefined],
    ["route", undefined],
    [undefined, "worker"],
  ]);
});

test("property: nothing that the span waits for runs during a gap", () => {
  fc.assert(
    fc.property(anyTrace, (trace) => {
      const rows = buildTreeRows(trace);
      const tree = buildRequestTree(rows);
      const ends = Float64Array.from(rows, ({ span }) => endNs(span));
      const waiting = findWaitingRows(rows, tree, ends);
      for (const { parentRow: row, fromNs, toNs } of findGaps(rows, 0)) {
        const fillers = rows.filter(({ parentIndex }, one) => parentIndex === row || waiting[one] === row);
        expect(fillers.every(({ span }) => endNs(span) <= fromNs || span.startNs >= toNs)).toBe(true);
      }
    }),
  );
});

test("property: the gaps of a parent sum to its self time", () => {
  fc.assert(
    fc.property(anyTidyTrace, (trace) => {
      const rows = buildTreeRows(trace);
      const self = computeSelfTimesNs(rows);
      const parents = new Set(rows.map(({ parentIndex }) => parentIndex));
      const found = rows.map(() => 0);
      for (const { parentRow: row, fromNs, toNs } of findGaps(rows, 0)) found[row]! += toNs - fromNs;
      const ofParents = (allGaps: readonly number[]): number[] =>
        allGaps.filter((_, index) => parents.has(index));
      expect(ofParents(found)).toEqual(ofParents(self));
    }),
  );
});
