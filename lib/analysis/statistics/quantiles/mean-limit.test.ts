import fc from "fast-check";
import { expect, test } from "vitest";
import { isMeanAboveBuckets } from "./mean-limit";
import { prepareHistogram, type Histogram } from "./quantile";

const equal = { hasEqualWeights: true } as const;

function histogramOf(values: readonly number[], edges: readonly number[]): Histogram {
  const buckets = [...edges, Number.POSITIVE_INFINITY].map((upperBound) => ({
    upperBound,
    cumulativeCount: values.filter((value) => value <= upperBound).length,
  }));
  const histogram = prepareHistogram(buckets);
  if (histogram === undefined) throw new Error("the histogram has no +Inf bucket");
  return histogram;
}

test("a mean of 104 ms contradicts a histogram whose p95 is 9.5 ms", () => {
  const values = [...Array.from({ length: 96 }, () => 0.009), ...Array.from({ length: 4 }, () => 0.02)];
  const histogram = histogramOf(values, [0.01, 0.025, 0.05]);
  expect(isMeanAboveBuckets(0.104, histogram, equal)).toBe(true);
  expect(isMeanAboveBuckets(0.0094, histogram, equal)).toBe(false);
  // Weighted by tokens, the mean may be up to the highest bucket.
  expect(isMeanAboveBuckets(0.024, histogram, { hasEqualWeights: false })).toBe(false);
  expect(isMeanAboveBuckets(0.104, histogram, { hasEqualWeights: false })).toBe(true);
});

test("an observation above the last edge leaves the mean without a limit", () => {
  const histogram = histogramOf([0.01, 0.01, 90], [0.01, 1]);
  expect(isMeanAboveBuckets(30, histogram, equal)).toBe(false);
  expect(isMeanAboveBuckets(30, histogram, { hasEqualWeights: false })).toBe(false);
});

test("nothing contradicts a histogram without observations", () => {
  expect(isMeanAboveBuckets(5, histogramOf([], [1, 2]), equal)).toBe(false);
});

test("property: the mean of the observations in a histogram never exceeds it, with any positive weights", () => {
  const observation = fc.record({
    value: fc.double({ min: 0, max: 100, noNaN: true }),
    weight: fc.double({ min: 0.01, max: 100, noNaN: true }),
  });
  const edges = fc.uniqueArray(fc.double({ min: 0.001, max: 120, noNaN: true }), { minLength: 1 });
  fc.assert(
    fc.property(fc.array(observation, { minLength: 1 }), edges, (observations, unsorted) => {
      const values = observations.map(({ value }) => value);
      const histogram = histogramOf(
        values,
        unsorted.toSorted((a, b) => a - b),
      );
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      const weights = observations.reduce((sum, { weight }) => sum + weight, 0);
      const weighted = observations.reduce((sum, { value, weight }) => sum + value * weight, 0) / weights;
      expect(isMeanAboveBuckets(mean, histogram, equal)).toBe(false);
      expect(isMeanAboveBuckets(weighted, histogram, { hasEqualWeights: false })).toBe(false);
    }),
  );
});
