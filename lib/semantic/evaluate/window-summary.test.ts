import { expect, test } from "vitest";
import { columnsFromMatrices } from "./columns";
import { toDistributions } from "./distributions";
import { evaluatePlan } from "./evaluate";
import type { SignalPlan } from "@/lib/semantic/compile/plan";
import { summarizeWindow } from "./window-summary";

const grid = { startMs: 0, stepMs: 60_000, pointCount: 60 };
const buckets = "sum by (le) (rate(x_bucket[4m]))";
const p50: SignalPlan = {
  kind: "quantile",
  signal: "ttft",
  statistic: "p50",
  quantile: 0.5,
  bucketsQuery: buckets,
  scale: 0.001,
};

/** Requests per second at or below 100 ms, at or below 250 ms, and in total. */
function columnsOf(rates: Readonly<Record<string, readonly number[]>>) {
  const rows = Object.entries(rates).map(([le, values]) => ({
    labels: { le },
    values: Float64Array.from({ length: grid.pointCount }, (_, index) => values[index % values.length]!),
  }));
  return columnsFromMatrices(grid.pointCount, new Map([[buckets, { grid, rows, warnings: [], infos: [] }]]));
}

test("computes a quantile over the window from the sum of all buckets, in canonical units with its number of observations", () => {
  // Minutes with 1 and with 3 requests per second, fast ones in the first and slow ones in the second.
  const columns = columnsOf({ "+Inf": [1, 3], "100": [1, 0], "250": [1, 3] });
  const evaluated = evaluatePlan(p50, columns, 240_000);
  const summary = summarizeWindow(p50, evaluated, columns, grid)!;
  expect(summary.n).toBeCloseTo(2 * 3_600, 6);
  // Rank 3,600 of 7,200; 1,800 are below 0.1 s: a third of the 5,400 between 0.1 and 0.25 s.
  expect(summary.value).toBeCloseTo(0.15, 9);
  expect(summary.bucket).toEqual({ lower: 0.1, upper: 0.25 });
  expect([summary.lower, summary.upper]).toEqual([0.1, 0.25]);
});

test("ignores minutes without a sample and returns null for a window without any", () => {
  const gap = Number.NaN;
  const columns = columnsOf({ "+Inf": [2, gap], "100": [1, gap] });
  expect(summarizeWindow(p50, evaluatePlan(p50, columns, 240_000), columns, grid)!.n).toBeCloseTo(3_600, 6);
  const empty = columnsOf({ "+Inf": [gap], "100": [gap] });
  expect(summarizeWindow(p50, evaluatePlan(p50, empty, 240_000), empty, grid)).toBeNull();
});

test("excludes marked minutes from quantiles, their n, and means", () => {
  const columns = columnsOf({ "+Inf": [1, 3], "100": [1, 0], "250": [1, 3] });
  const counted = { ...grid, isExcluded: (index: number) => index % 2 === 1 };
  const summary = summarizeWindow(p50, evaluatePlan(p50, columns, 240_000), columns, counted)!;
  expect(summary.n).toBeCloseTo(1_800, 6);
  expect(summary.bucket).toEqual({ lower: 0, upper: 0.1 });
  const plan: SignalPlan = {
    kind: "plain",
    signal: "requests",
    statistic: "rate",
    valueQuery: buckets,
    scale: 1,
  };
  const levels = columnsOf({ "+Inf": [4, 600] });
  expect(summarizeWindow(plan, evaluatePlan(plan, levels, 240_000), levels, counted)!.value).toBeCloseTo(
    4,
    9,
  );
});

test("returns the mean of the points for a rate, and null for fewer than twenty points", () => {
  const plan: SignalPlan = {
    kind: "plain",
    signal: "requests",
    statistic: "rate",
    valueQuery: buckets,
    scale: 1,
  };
  const columns = columnsOf({ "+Inf": [4, 6] });
  expect(summarizeWindow(plan, evaluatePlan(plan, columns, 240_000), columns, grid)!.value).toBeCloseTo(5, 9);
  const few = { ...evaluatePlan(plan, columns, 240_000), values: new Float64Array(19).fill(5) };
  expect(summarizeWindow(plan, few, columns, grid)).toBeNull();
});

test("returns the buckets of the quantiles as one distribution of observations", () => {
  const columns = columnsOf({ "+Inf": [1], "100": [0.5], "250": [0.75], invalid: [9] });
  const parts = [p50, { ...p50, statistic: "p99" as const, q: 0.99 }].map((plan) => ({
    plan,
    narrow: (columnsOnly: typeof columns) => columnsOnly,
  }));
  const [firstDistribution, ...otherDistributions] = toDistributions(parts, columns, 240_000);
  expect(otherDistributions).toEqual([]);
  expect(firstDistribution!.edges).toEqual([0.1, 0.25, null]);
  expect(firstDistribution!.counts.map((row) => row[0])).toEqual([120, 180, 240]);
});
