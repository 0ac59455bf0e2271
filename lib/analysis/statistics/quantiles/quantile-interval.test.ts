import fc from "fast-check";
import { expect, test } from "vitest";
import { prepareHistogram } from "./quantile";
import { quantileInterval, quantileRanks } from "./quantile-interval";
import { createSeededRandom } from "@/lib/analysis/statistics/seeded-random";

/** Reference values computed from the binomial distribution. */
test.each([
  [100, 0.5, 40, 61],
  [1000, 0.95, 936, 964],
  [1000, 0.99, 983, 997],
  [500, 0.99, 490, 500],
  [200, 0.9, 171, 189],
])("n = %i, q = %f: ranks %i and %i", (n, q, low, high) => {
  expect(quantileRanks(n, q, 0.95)).toEqual({ low, high });
});

test("the normal approximation continues without a jump", () => {
  const [exact, approximate] = [quantileRanks(10_000, 0.95, 0.95), quantileRanks(10_001, 0.95, 0.95)];
  expect(Math.abs(exact.low - approximate.low)).toBeLessThanOrEqual(2);
  expect(Math.abs(exact.high - approximate.high)).toBeLessThanOrEqual(3);
});

const infinity = Number.POSITIVE_INFINITY;
const draw = (counts: readonly number[], edges: readonly number[]) =>
  prepareHistogram(edges.map((upperBound, index) => ({ upperBound, cumulativeCount: counts[index] ?? 0 })))!;

test("extends from the lower edge of the lower rank's bucket to the upper edge of the upper rank's", () => {
  const histogram = draw([30, 45, 60, 100, 100], [1, 2, 3, 4, infinity]);
  // Ranks 40 and 61 of 100.
  expect(quantileInterval(histogram, 0.5, { n: 100, level: 0.95 })).toEqual({ lower: 1, upper: 4 });
  const rates = draw([0.3, 0.45, 0.6, 1, 1], [1, 2, 3, 4, infinity]);
  expect(quantileInterval(rates, 0.5, { n: 100, level: 0.95 })).toEqual({ lower: 1, upper: 4 });
});

test("few observations and the +Inf bucket leave a high quantile without an upper bound", () => {
  const histogram = draw([50, 100, 100], [1, 2, infinity]);
  expect(quantileInterval(histogram, 0.99, { n: 100, level: 0.95 })).toEqual({ lower: 1, upper: null });
  expect(quantileInterval(draw([0, 0, 500], [1, 2, infinity]), 0.5, { n: 500, level: 0.95 })).toEqual({
    lower: 2,
    upper: null,
  });
  expect(quantileInterval(histogram, 0.5, { n: 1, level: 0.95 })).toEqual({ lower: 0, upper: null });
  expect(quantileInterval(histogram, 0.5, { n: 0, level: 0.95 })).toBeUndefined();
  expect(quantileInterval(draw([0, 0, 0], [1, 2, infinity]), 0.5, { n: 5, level: 0.95 })).toBeUndefined();
});

test("contains the true quantile in at least 95 of 100 samples", () => {
  const random = createSeededRandom(2);
  const edges = [...Array.from({ length: 200 }, (_, index) => (index + 1) / 200), infinity];
  let held = 0;
  for (let round = 0; round < 1000; round += 1) {
    const sample = Array.from({ length: 150 }, random);
    const histogram = draw(
      edges.map((edge) => sample.filter((value) => value <= edge).length),
      edges,
    );
    const interval = quantileInterval(histogram, 0.9, { n: 150, level: 0.95 });
    if (interval !== undefined && interval.lower <= 0.9 && 0.9 <= (interval.upper ?? infinity)) held += 1;
  }
  expect(held / 1000).toBeGreaterThan(0.94);
});

test("the ranks enclose the rank of the quantile and widen with the level", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 30_000 }),
      fc.double({ min: 0.01, max: 0.99, noNaN: true }),
      (n, q) => {
        const [usual, strict] = [quantileRanks(n, q, 0.95), quantileRanks(n, q, 0.99)];
        expect(usual.low).toBeLessThanOrEqual(Math.ceil(n * q));
        expect(usual.high).toBeGreaterThanOrEqual(Math.floor(n * q));
        expect(usual.low).toBeGreaterThanOrEqual(0);
        expect(usual.high).toBeLessThanOrEqual(n + 1);
        expect(strict.low).toBeLessThanOrEqual(usual.low);
        expect(strict.high).toBeGreaterThanOrEqual(usual.high);
      },
    ),
  );
});
