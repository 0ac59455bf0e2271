import fc from "fast-check";
import { expect, test } from "vitest";
import type { MeasuredDistribution } from "@/lib/model/baseline/measured-blocks";
import { clampQuantileByMean } from "./limit-quantile";

const distributionOf = (
  observations: readonly number[],
  weight = observations.length,
): MeasuredDistribution => ({
  unit: "seconds",
  upperEdges: [0.3, 1, null],
  blocks: [
    {
      counts: [
        observations.filter((one) => one <= 0.3).length,
        observations.filter((one) => one > 0.3 && one <= 1).length,
        observations.filter((one) => one > 1).length,
      ],
      count: observations.length,
      sum: observations.reduce((sum, one) => sum + one, 0),
      weight,
    },
  ],
});

test("a percentile in a wide first bucket is at most the mean ÷ (1 − q)", () => {
  const distribution = distributionOf(Array.from({ length: 100 }, () => 0.018));
  expect(clampQuantileByMean({ value: 0.15, lowerEdge: 0 }, 0.5, distribution)).toBeCloseTo(0.036, 9);
  // For the p99 the mean allows 1.8 s, which is more than the bucket.
  expect(clampQuantileByMean({ value: 0.297, lowerEdge: 0 }, 0.99, distribution)).toBe(0.297);
});

test("a mean with other weights limits nothing", () => {
  const distribution = distributionOf(
    Array.from({ length: 100 }, () => 0.018),
    20_000,
  );
  expect(clampQuantileByMean({ value: 0.15, lowerEdge: 0 }, 0.5, distribution)).toBe(0.15);
});

test("property: the limit never excludes the true percentile", () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 2, noNaN: true }), { minLength: 1, maxLength: 60 }),
      fc.constantFrom(0.5, 0.9, 0.95, 0.99),
      (observations, q) => {
        const sorted = observations.toSorted((a, b) => a - b);
        const truth = sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)] ?? Number.NaN;
        const limited = clampQuantileByMean({ value: 2, lowerEdge: 0 }, q, distributionOf(observations));
        expect(limited).toBeGreaterThanOrEqual(truth * (1 - 1e-9));
      },
    ),
  );
});
