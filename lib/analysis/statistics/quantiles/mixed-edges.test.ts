import fc from "fast-check";
import { expect, test } from "vitest";
import { hasMixedEdges } from "./mixed-edges";

const row = (upperBound: number, counts: readonly number[]) => ({
  upperBound,
  cumulativeCounts: Float64Array.from(counts),
});

test("counts that fall from one edge to the next reveal different edges", () => {
  const rows = [row(0.5, [20]), row(0.1, [10]), row(0.25, [25]), row(1, [70]), row(Infinity, [70])];
  expect(hasMixedEdges(rows, 1)).toBe(true);
});

test("the histogram of one process never falls, regardless of its counts", () => {
  const cells = fc.array(fc.array(fc.nat({ max: 500 }), { minLength: 5, maxLength: 5 }), { minLength: 2 });
  fc.assert(
    fc.property(cells, (points) => {
      const rows = [0.1, 0.25, 0.5, 1, Infinity].map((edge, index) =>
        row(
          edge,
          points.map((point) => point.slice(0, index + 1).reduce((sum, cell) => sum + cell, 0)),
        ),
      );
      expect(hasMixedEdges(rows, points.length)).toBe(false);
    }),
  );
});

test("a rounding error of rates and a single odd point are not mixed edges", () => {
  const rounding = [row(0.1, [50.2]), row(0.5, [50.1]), row(Infinity, [100])];
  expect(hasMixedEdges(rounding, 1)).toBe(false);
  const addedOnce = Array.from({ length: 100 }, (_, index) => (index === 7 ? 0 : 50));
  const rows = [
    row(
      0.1,
      addedOnce.map(() => 40),
    ),
    row(0.5, addedOnce),
    row(
      Infinity,
      addedOnce.map(() => 100),
    ),
  ];
  expect(hasMixedEdges(rows, 100)).toBe(false);
});

const counted = (edges: readonly number[], seconds: readonly number[]): readonly number[] =>
  edges.map((edge) => seconds.filter((first) => first <= edge).length);

test("two edge sets without a common edge show as a mean below the lower bound from the buckets", () => {
  const seconds = Array.from({ length: 1_000 }, (_, index) => 0.1 + index / 1_400);
  const coarse = [0.25, 0.5, 0.75, 1, 2.5, 2_560];
  const second = [0.15, 0.3, 0.6, 1.2, 3, 6];
  const rows = [
    ...counted(coarse, seconds).map((count, index) => row(coarse[index]!, [count])),
    ...counted(second, seconds).map((count, index) => row(second[index]!, [count])),
    row(Infinity, [2 * seconds.length]),
  ];
  const mean = seconds.reduce((sum, first) => sum + first, 0) / seconds.length;
  expect(hasMixedEdges(rows, 1, { means: Float64Array.of(mean) })).toBe(true);
});

test("the mean of one histogram is never below the lower bound from its buckets", () => {
  const edges = [0.05, 0.1, 0.25, 0.5, 1, 2.5, Infinity];
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { minLength: 1, maxLength: 200 }),
      (seconds) => {
        const rows = counted(edges, seconds).map((count, index) => row(edges[index]!, [count]));
        const mean = seconds.reduce((sum, first) => sum + first, 0) / seconds.length;
        expect(hasMixedEdges(rows, 1, { means: Float64Array.of(mean) })).toBe(false);
      },
    ),
  );
});

test("buckets read while an observation or two arrived count as one process", () => {
  const windowMs = 60_000;
  const perSecond = (observations: number): number => observations / (windowMs / 1_000);
  const rows = (...counts: readonly number[]) =>
    [0.5, 1, 2_560, Infinity].map((edge, index) => row(edge, [perSecond(counts[index] ?? 0)]));
  const means = Float64Array.of(0.4);
  expect(hasMixedEdges(rows(6, 5, 6, 6), 1, { means, valuePerObservation: 1_000 / windowMs })).toBe(false);
  expect(hasMixedEdges(rows(4, 5, 5, 6), 1, { means, valuePerObservation: 1_000 / windowMs })).toBe(false);
  expect(hasMixedEdges(rows(400, 300, 500, 600), 1, { means, valuePerObservation: 1_000 / windowMs })).toBe(
    true,
  );
  expect(hasMixedEdges(rows(400, 500, 500, 600), 1, { means, valuePerObservation: 1_000 / windowMs })).toBe(
    true,
  );
});
