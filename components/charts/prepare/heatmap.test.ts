import { expect, test } from "vitest";
import { newestSampledIndex, type PreparedHeatmap } from "./heatmap";

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
