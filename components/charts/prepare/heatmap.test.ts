import { expect, test } from "vitest";
import { formatHeatmapPoint, newestSampledIndex, type PreparedHeatmap } from "./heatmap";

const over = (totals: readonly number[]): PreparedHeatmap => ({
  timesSec: totals.map((_, index) => index * 15),
  buckets: [],
  observationCounts: Float64Array.from(totals),
  highestShare: 1,
  unit: "seconds",
  displayUnit: "s",
  stepMs: 15_000,
  rateWindowMs: 60_000,
});

test("starts navigation at the newest point with a sample, even before a gap", () => {
  expect(newestSampledIndex(over([Number.NaN, 4, 0, Number.NaN, Number.NaN]))).toBe(2);
  expect(newestSampledIndex(over([3, Number.NaN, Number.NaN]))).toBe(0);
});

test("starts at the end of a window without samples", () => {
  expect(newestSampledIndex(over([Number.NaN, Number.NaN]))).toBe(1);
});

test("names n and the buckets of the median and of p95 at a point", () => {
  const band = (lower: number, upper: number, counts: readonly number[]) => ({
    lower,
    upper,
    counts: Float64Array.from(counts),
    shares: Float64Array.from(counts, (count) => count / 100),
  });
  const data = {
    ...over([100, Number.NaN, 0]),
    buckets: [
      band(0, 0.5, [40, Number.NaN, Number.NaN]),
      band(0.5, 1, [55, Number.NaN, Number.NaN]),
      band(1, Number.POSITIVE_INFINITY, [5, Number.NaN, Number.NaN]),
    ],
  };
  expect(formatHeatmapPoint(data, 0)).toBe("n\u202f=\u202f100 · p50 in 0.5–1\u202fs · p95 in 0.5–1\u202fs");
  expect(formatHeatmapPoint(data, 1)).toBe("no sample");
  expect(formatHeatmapPoint(data, 2)).toBe("n\u202f=\u202f0");
});
