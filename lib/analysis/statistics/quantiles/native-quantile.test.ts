import fc from "fast-check";
import { expect, test } from "vitest";
import { nativeQuantile, type NativeBucket } from "./native-quantile";

const histogram = (buckets: readonly NativeBucket[], sum = 1) => ({
  buckets,
  sum,
  count: buckets.reduce((total, { count }) => total + count, 0),
});
const bucket = (lower: number, upper: number, count: number): NativeBucket => ({ lower, upper, count });

test("interpolates exponential buckets on a logarithmic scale", () => {
  const one = histogram([bucket(1, 2, 6), bucket(2, 4, 4)]);
  expect(nativeQuantile(one, 0.75)).toEqual({ value: 2 ** (1 + 1.5 / 4), lower: 2, upper: 4 });
  expect(nativeQuantile(one, 0.25)?.value).toBeCloseTo(2 ** (2.5 / 6), 12);
});

test("matches Prometheus' documentation: p95 within (0.210, 0.229] is 0.228", () => {
  const [lower, upper] = [2 ** (-18 / 8), 2 ** (-17 / 8)];
  const value = nativeQuantile(histogram([bucket(lower, upper, 1_000)]), 0.95)?.value;
  expect(value?.toFixed(3)).toBe("0.228");
});

test("the zero bucket is linear and starts at zero if nothing is below it", () => {
  const one = histogram([bucket(-0.5, 0.5, 5), bucket(1, 2, 5)]);
  expect(nativeQuantile(one, 0.25)).toEqual({ value: 0.25, lower: 0, upper: 0.5 });
  const symmetric = histogram([bucket(-2, -1, 5), bucket(-0.5, 0.5, 10), bucket(1, 2, 5)]);
  expect(nativeQuantile(symmetric, 0.5)).toEqual({ value: 0, lower: -0.5, upper: 0.5 });
  expect(nativeQuantile(symmetric, 0.1)?.value).toBeCloseTo(-(2 ** 0.6), 12);
});

test("custom bounds are linear, and the +Inf bucket has only a lower bound", () => {
  const custom = histogram([
    bucket(Number.NEGATIVE_INFINITY, 0.1, 4),
    bucket(0.1, 0.25, 4),
    bucket(0.25, Number.POSITIVE_INFINITY, 2),
  ]);
  expect(nativeQuantile(custom, 0.2)).toEqual({ value: 0.05, lower: 0, upper: 0.1 });
  expect(nativeQuantile(custom, 0.6)?.value).toBeCloseTo(0.175, 12);
  expect(nativeQuantile(custom, 0.9)).toEqual({ value: 0.25, lower: 0.25, upper: null });
});

test("from the median upwards a gap is crossed from above, below it from below", () => {
  const gap = histogram([bucket(1, 2, 5), bucket(16, 32, 5)]);
  expect(nativeQuantile(gap, 0.5)?.value).toBe(16);
  expect(nativeQuantile(gap, 0.4999)?.value).toBeLessThanOrEqual(2);
});

test("returns no quantile without observations or for ranks among NaN observations", () => {
  expect(nativeQuantile({ buckets: [], count: 0, sum: 0 }, 0.5)).toBeUndefined();
  const withNaN = { buckets: [bucket(1, 2, 5)], count: 10, sum: Number.NaN };
  expect(nativeQuantile(withNaN, 0.9)).toBeUndefined();
  expect(nativeQuantile(withNaN, 0.25)?.value).toBeCloseTo(2 ** 0.5, 12);
});

test("a quantile of observed values is in its bucket, and its error is less than the bucket's growth", () => {
  const schema = 3;
  const growth = 2 ** (2 ** -schema);
  const values = fc.array(fc.double({ min: 0.001, max: 100, noNaN: true }), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(values, fc.double({ min: 0.01, max: 0.99, noNaN: true }), (observed, q) => {
      const counts = new Map<number, number>();
      for (const value of observed) {
        const index = Math.ceil(Math.log2(value) * 2 ** schema);
        counts.set(index, (counts.get(index) ?? 0) + 1);
      }
      const buckets = [...counts]
        .toSorted(([a], [b]) => a - b)
        .map(([index, count]) => bucket(growth ** (index - 1), growth ** index, count));
      const sorted = observed.toSorted((a, b) => a - b);
      const rank = q * observed.length;
      const truths = [Math.floor(rank), Math.ceil(rank)].map(
        (at) => sorted[Math.max(0, Math.min(observed.length, at) - 1)] ?? Number.NaN,
      );
      const found = nativeQuantile(histogram(buckets), q);
      const next = sorted[Math.min(observed.length - 1, Math.ceil(rank))] ?? Number.NaN;
      expect(found?.value).toBeGreaterThanOrEqual(((truths[0] ?? 0) / growth) * (1 - 1e-9));
      expect(found?.value).toBeLessThanOrEqual(Math.max(truths[1] ?? 0, next) * growth * (1 + 1e-9));
    }),
  );
});
