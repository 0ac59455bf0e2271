import fc from "fast-check";
import { expect, test } from "vitest";
import type { DrawnRows } from "@/lib/contracts/traces/traces";
import { toSpanColumns } from "./trace-view";

function rowsOf(parentIndex: readonly number[], ids: readonly string[]): DrawnRows {
  const zeros = parentIndex.map(() => 0);
  return {
    count: parentIndex.length,
    ids: ids.join(" "),
    parentOffset: parentIndex.map((parent, row) => (parent === -1 ? 0 : row - parent)),
    sinceParentNs: parentIndex.map((_, row) => row),
    durationNs: zeros,
    self: { row: [], ns: [] },
    names: ["work"],
    nameIndex: zeros,
    services: ["chat"],
    serviceIndex: zeros,
    phaseIndex: zeros,
    flags: zeros,
    clockOffsets: { row: [], ns: [] },
    omittedBelow: { row: [], spans: [] },
  };
}

const noPath = { row: new Int32Array(0), fromNs: new Float64Array(0), toNs: new Float64Array(0) };

/** Rows in drawing order: the parent of each row is the previous row or an ancestor of it. */
const anyParents = fc.array(fc.nat(), { maxLength: 60 }).map((draws) => {
  const parents: number[] = [];
  const open: number[] = [];
  for (const [row, draw] of draws.entries()) {
    open.length = open.length === 0 ? 0 : draw % (open.length + 1);
    parents.push(open.at(-1) ?? -1);
    open.push(row);
  }
  return parents;
});

const anyId = fc.stringMatching(/^[0-9a-f]{1,6}$/);

test("ends the subtree of each row after its last descendant, at any depth", () => {
  fc.assert(
    fc.property(anyParents, (parents) => {
      const { depth, subtreeEndRow, startNs } = toSpanColumns(
        rowsOf(
          parents,
          parents.map(() => "a"),
        ),
        noPath,
      );
      for (const row of parents.keys()) {
        const below = parents.flatMap((_, at) => (isBelow(parents, at, row) ? [at] : []));
        expect(subtreeEndRow[row]).toBe(below.length === 0 ? row + 1 : (below.at(-1) ?? 0) + 1);
        expect(below).toHaveLength((subtreeEndRow[row] ?? 0) - row - 1);
        expect(depth[row]).toBe(depthOf(parents, row));
        const parent = parents[row] ?? -1;
        expect(startNs[row]).toBe(row + (parent === -1 ? 0 : (startNs[parent] ?? 0)));
      }
    }),
  );
});

test("restores ids of one or several lengths, and finds them by a part", () => {
  fc.assert(
    fc.property(fc.array(anyId, { minLength: 1, maxLength: 30 }), anyId, (ids, part) => {
      const columns = toSpanColumns(
        rowsOf(
          ids.map(() => -1),
          ids,
        ),
        noPath,
      );
      expect(ids.map((_, row) => columns.findSpanId(row))).toEqual(ids);
      expect(columns.findRowsById(part)).toEqual(ids.flatMap((id, row) => (id.includes(part) ? [row] : [])));
    }),
  );
});

test("sums the critical time of a row's parts", () => {
  const path = {
    row: Int32Array.of(0, 1, 0),
    fromNs: Float64Array.of(0, 2, 6),
    toNs: Float64Array.of(2, 6, 9),
  };
  expect([...toSpanColumns(rowsOf([-1, 0], ["a", "b"]), path).criticalNs]).toEqual([5, 4]);
});

function isBelow(parents: readonly number[], at: number, row: number): boolean {
  for (let above = parents[at] ?? -1; above !== -1; above = parents[above] ?? -1)
    if (above === row) return true;
  return false;
}

function depthOf(parents: readonly number[], row: number): number {
  let depth = 0;
  for (let above = parents[row] ?? -1; above !== -1; above = parents[above] ?? -1) depth += 1;
  return depth;
}
