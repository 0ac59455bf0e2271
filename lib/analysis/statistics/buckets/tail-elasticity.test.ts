import fc from "fast-check";
import { expect, test } from "vitest";
import type { Histogram } from "@/lib/analysis/statistics/quantiles/quantile";
import { tailElasticity, toShareChange } from "./tail-elasticity";

const edges = [1, 2, 4, 8, Infinity];

/** Cumulative counts of a thousand observations with these shares above each finite edge. */
function histogramOf(shares: readonly number[]): Histogram {
  return {
    upperBounds: Float64Array.from(edges),
    cumulativeCounts: Float64Array.from([...shares.map((share) => 1_000 * (1 - share)), 1_000]),
  };
}

test("a Pareto tail has its exponent, and the share follows the latencies", () => {
  const shareAbove = (x: number): number => x ** -2.5;
  const histogram = histogramOf([1, 2, 4, 8].map(shareAbove));
  for (const edge of [1, 2, 4, 8]) expect(tailElasticity(histogram, edge)).toBeCloseTo(2.5, 9);
  const longer = shareAbove(4 / 1.1) / shareAbove(4) - 1;
  expect(toShareChange(0.1, 2.5)).toBeCloseTo(longer, 9);
});

test("slopes of both sides are averaged, and one without observations is ignored", () => {
  // Slopes in powers of 2: 1 and 3, then 3 alone.
  expect(tailElasticity(histogramOf([0.8, 0.4, 0.05, 0.05]), 2)).toBeCloseTo(1.5, 9);
  expect(tailElasticity(histogramOf([0.8, 0.1, 0.0125, 0]), 4)).toBeCloseTo(3, 9);
});

test("a side with a single observation of a million at most doubles it", () => {
  const rare = tailElasticity(histogramOf([0.8, 0.4, 0.1, 1e-6]), 4);
  expect(rare).toBeGreaterThan(2);
  expect(rare).toBeLessThan(4);
});

test("it is 1 where the tail is flat, at the first edge alone, or without observations above", () => {
  expect(tailElasticity(histogramOf([0.1, 0.1, 0.1, 0]), 2)).toBe(1);
  expect(tailElasticity(histogramOf([0.2, 0, 0, 0]), 1)).toBe(1);
  expect(tailElasticity(histogramOf([0, 0, 0, 0]), 4)).toBe(1);
});

test("property: it is finite and at least 1 for any counts", () => {
  const counts = fc.array(fc.nat({ max: 1_000_000 }), { minLength: 5, maxLength: 5 });
  fc.assert(
    fc.property(counts, fc.constantFrom(...edges), (drawn, edge) => {
      let total = 0;
      const cumulativeCounts = Float64Array.from(drawn, (count) => (total += count));
      const found = tailElasticity({ upperBounds: Float64Array.from(edges), cumulativeCounts }, edge);
      expect(found).toBeGreaterThanOrEqual(1);
      expect(found).toBeLessThan(Infinity);
    }),
  );
});
