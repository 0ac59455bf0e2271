import fc from "fast-check";
import { expect, test } from "vitest";
import { createSeededRandom } from "@/lib/analysis/statistics/seeded-random";
import { minObservationsForUpperBound, observedQuantileInterval, rankCoverage } from "./observed-interval";

/** Reference values of the binomial distribution. */
test("ranks 936 and 964 of 1,000 enclose the 0.95-quantile with 95.81 %, 40 and 61 of 100 the median with 96.48 %", () => {
  expect(rankCoverage(1000, 0.95, { low: 936, high: 964 })).toBeCloseTo(0.9581, 4);
  expect(rankCoverage(100, 0.5, { low: 40, high: 61 })).toBeCloseTo(0.9648, 4);
  expect(rankCoverage(1000, 0.99, { low: 983, high: 997 })).toBeCloseTo(0.976, 3);
});

test("299 observations bound p99 from above, 59 bound p95, 5 bound the median", () => {
  expect(minObservationsForUpperBound(0.99, 0.05)).toBe(299);
  expect(minObservationsForUpperBound(0.95, 0.05)).toBe(59);
  expect(minObservationsForUpperBound(0.5, 0.05)).toBe(5);
  expect(minObservationsForUpperBound(0.5, 0.25)).toBe(2);
});

test("the interval consists of observed values, and is open with too few", () => {
  const hundred = Array.from({ length: 100 }, (_, at) => at + 1);
  expect(observedQuantileInterval(hundred, 0.5)).toMatchObject({ lower: 40, upper: 61 });
  expect(observedQuantileInterval(hundred, 0.99)?.upper).toBeNull();
  expect(observedQuantileInterval([7], 0.5)).toMatchObject({ lower: null, upper: null, coverage: 1 });
  expect(observedQuantileInterval([], 0.5)).toBeNull();
});

test("contains the true quantile in at least 94 of 100 samples", () => {
  const random = createSeededRandom(12);
  let held = 0;
  for (let round = 0; round < 1_000; round += 1) {
    const sample = Array.from({ length: 200 }, random).sort((a, b) => a - b);
    const { lower, upper } = observedQuantileInterval(sample, 0.9)!;
    if (lower! <= 0.9 && 0.9 <= upper!) held += 1;
  }
  expect(held / 1_000).toBeGreaterThan(0.94);
});

test("property: the coverage is at least the level", () => {
  const quantile = fc.double({ min: 0.01, max: 0.99, noNaN: true });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3_000 }), quantile, (n, q) => {
      expect(observedQuantileInterval({ length: n }, q)!.coverage).toBeGreaterThanOrEqual(0.95 - 1e-9);
    }),
  );
});
