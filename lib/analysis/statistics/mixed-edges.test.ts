import fc from "fast-check";
import { expect, test } from "vitest";
import { hasMixedEdges } from "./mixed-edges";

const row = (upperBound: number, counts: readonly number[]) => ({
  upperBound,
  counts: Float64Array.from(counts),
});

test("counts that fall from one edge to the next give different edges away", () => {
  const rows = [row(0.5, [20]), row(0.1, [10]), row(0.25, [25]), row(1, [70]), row(Infinity, [70])];
  expect(hasMixedEdges(rows, 1)).toBe(true);
});

test("the histogram of one process never falls, however many observations each bucket has", () => {
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

test("a rounding of rates is no different edge, and neither is one odd point of many", () => {
  const rounding = [row(0.1, [50.2]), row(0.5, [50.1]), row(Infinity, [100])];
  expect(hasMixedEdges(rounding, 1)).toBe(false);
  const once = Array.from({ length: 100 }, (_, index) => (index === 7 ? 0 : 50));
  const rows = [
    row(
      0.1,
      once.map(() => 40),
    ),
    row(0.5, once),
    row(
      Infinity,
      once.map(() => 100),
    ),
  ];
  expect(hasMixedEdges(rows, 100)).toBe(false);
});
