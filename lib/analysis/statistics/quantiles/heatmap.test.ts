import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { computeHeatmap, type BucketRow } from "./heatmap";

const infinity = Number.POSITIVE_INFINITY;
const none = Number.NaN;

function draw(rows: Readonly<Record<string, readonly number[]>>): readonly BucketRow[] {
  return Object.entries(rows).map(([edge, counts]) => ({
    upperBound: edge === "inf" ? infinity : Number(edge),
    cumulativeCounts: Float64Array.from(counts),
  }));
}

function grid(histograms: readonly (readonly BucketRow[])[], pointCount: number) {
  const answer = computeHeatmap(histograms, pointCount);
  if (answer.kind !== "heatmap") throw new Error(answer.kind);
  return answer;
}

test("cells are differences of cumulative counts; the overflow bucket is separate", () => {
  const answer = grid([draw({ "0.1": [20], "0.25": [80], "0.5": [95], inf: [100] })], 1);
  expect(answer.rows.map((row) => [row.lower, row.upper, row.counts[0], row.shares[0]])).toEqual([
    [0, 0.1, 20, 0.2],
    [0.1, 0.25, 60, 0.6],
    [0.25, 0.5, 15, 0.15],
  ]);
  expect(answer.overflow).toEqual({
    lower: 0.5,
    upper: infinity,
    counts: Float64Array.of(5),
    shares: Float64Array.of(0.05),
  });
  expect(answer.totals).toEqual(Float64Array.of(100));
  expect(answer.maxShare).toBe(0.6);
});

test("accepts rows in any order, adds equal edges, raises falling counts", () => {
  const answer = grid([[...draw({ inf: [10], "1": [8], "2": [7] }), ...draw({ "1": [1] })]], 1);
  expect(answer.rows.map((row) => row.counts[0])).toEqual([9, 0]);
  expect(answer.overflow.counts[0]).toBe(1);
});

test("a column with a missing bucket is missing, one without observations has no shares", () => {
  const answer = grid([draw({ "1": [5, none, 0, 2], inf: [6, 6, 0, none] })], 4);
  expect(answer.totals).toEqual(Float64Array.of(6, none, 0, none));
  expect(answer.rows[0]?.counts).toEqual(Float64Array.of(5, none, 0, none));
  expect(answer.rows[0]?.shares).toEqual(Float64Array.of(5 / 6, none, none, none));
});

test("a first edge at or below zero has no lower bound", () => {
  expect(grid([draw({ "0": [1], "1": [2], inf: [2] })], 1).rows[0]?.lower).toBe(-infinity);
});

describe("several histograms", () => {
  test("adds histograms with equal edges where they have samples", () => {
    const [first, second] = [draw({ "1": [1, none], inf: [3, none] }), draw({ inf: [5, 4], "1": [5, 4] })];
    const answer = grid([first, second], 2);
    expect(answer.rows[0]?.counts).toEqual(Float64Array.of(6, 4));
    expect(answer.totals).toEqual(Float64Array.of(8, 4));
  });

  test("does not add histograms with different edges: lists the edge sets, most common first", () => {
    const old = draw({ "1": [1], inf: [1] });
    const recent = draw({ "1": [1], "2": [1], inf: [1] });
    expect(computeHeatmap([old, recent, recent], 1)).toEqual({
      kind: "edges-differ",
      edgeSets: [
        { edges: [1, 2, infinity], histograms: 2 },
        { edges: [1, infinity], histograms: 1 },
      ],
    });
  });
});

test("returns no heatmap without histograms or without a +Inf bucket", () => {
  expect(computeHeatmap([], 5)).toEqual({ kind: "no-histogram", reason: "none" });
  expect(computeHeatmap([draw({ "1": [1], "2": [2] })], 1)).toMatchObject({ reason: "incomplete-buckets" });
  expect(computeHeatmap([draw({ inf: [1] })], 1)).toMatchObject({ reason: "incomplete-buckets" });
});

test("every column adds up to its total, its shares to one", () => {
  const cells = fc.array(fc.array(fc.nat(1000), { minLength: 3, maxLength: 3 }), {
    minLength: 2,
    maxLength: 20,
  });
  fc.assert(
    fc.property(cells, (drawn) => {
      const running = [0, 0, 0];
      const rows = drawn.map((counts, index) => ({
        upperBound: index === drawn.length - 1 ? infinity : index + 1,
        cumulativeCounts: Float64Array.from(counts, (count, point) => (running[point]! += count)),
      }));
      const answer = grid([rows], 3);
      const finite = [...answer.rows, answer.overflow];
      for (let point = 0; point < 3; point += 1) {
        expect(finite.map((row) => row.counts[point])).toEqual(drawn.map((counts) => counts[point]));
        const total = answer.totals[point]!;
        expect(total).toBe(running[point]);
        const shares = finite.reduce((sum, row) => sum + row.shares[point]!, 0);
        expect(Math.round(shares * 1e9) / 1e9).toBe(total > 0 ? 1 : Number.NaN);
      }
    }),
  );
});
