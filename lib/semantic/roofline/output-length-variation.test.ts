import fc from "fast-check";
import { expect, test } from "vitest";
import { computeOutputLengthVariation } from "./output-length-variation";

const histogram = (bounds: readonly number[], counts: readonly number[]) => {
  let sum = 0;
  return {
    upperBounds: Float64Array.from(bounds),
    cumulativeCounts: Float64Array.from(counts, (count) => (sum += count)),
  };
};

test("responses of one narrow bucket hardly spread; evenly spread from 0 they run a third longer", () => {
  expect(computeOutputLengthVariation(histogram([100, 101], [0, 40]))).toBeCloseTo(1, 4);
  expect(computeOutputLengthVariation(histogram([100], [40]))).toBeCloseTo(4 / 3, 9);
});

test("a few long responses among many short ones are most of the running ones", () => {
  // 90 of 10 tokens, 10 of 1000: E[x²] / E[x]² = 100,090 / 109², about 8.4 times the value of equal lengths.
  const spread = computeOutputLengthVariation(histogram([9.99, 10.01, 999.9, 1000.1], [0, 90, 0, 10]))!;
  expect(spread).toBeCloseTo((0.9 * 10 ** 2 + 0.1 * 1000 ** 2) / (0.9 * 10 + 0.1 * 1000) ** 2, 2);
});

test("returns null without observations; the +Inf bucket counts at its edge", () => {
  expect(computeOutputLengthVariation(histogram([10, Infinity], [0, 0]))).toBeNull();
  expect(computeOutputLengthVariation(histogram([100, 100.001, Infinity], [0, 5, 5]))).toBeCloseTo(1, 4);
});

test("property: never below 1, and independent of the unit of counts", () => {
  const counts = fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 5, maxLength: 5 });
  fc.assert(
    fc.property(counts, fc.integer({ min: 2, max: 50 }), (given, factor) => {
      fc.pre(given.some((count) => count > 0));
      const bounds = [16, 64, 256, 1024, Infinity];
      const spread = computeOutputLengthVariation(histogram(bounds, given))!;
      expect(spread).toBeGreaterThanOrEqual(1);
      const many = computeOutputLengthVariation(
        histogram(
          bounds,
          given.map((count) => count * factor),
        ),
      )!;
      expect(many).toBeCloseTo(spread, 9);
    }),
  );
});
