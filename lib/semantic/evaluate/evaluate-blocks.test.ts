import { expect, test } from "vitest";
import type { Matrix } from "@/lib/model/grid";
import type { SignalBlockPlan } from "@/lib/semantic/compile/compile-blocks";
import {
  evaluateCounterBlocks,
  evaluateDistributionBlocks,
  findResetBlocks,
  hasSamples,
  hasSumOnly,
} from "./evaluate-blocks";

type Row = readonly [le: string | null, values: readonly number[]];
const absentRow = Number.NaN;

function answer(...rows: readonly Row[]): Matrix {
  return {
    grid: { startMs: 0, stepMs: 60_000, pointCount: 4 },
    rows: rows.map(([le, values]) => ({
      labels: le === null ? {} : { le },
      values: Float64Array.from(values),
    })),
    warnings: [],
    infos: [],
  };
}

const continuity = [{ endCountQuery: "end", bothEdgesCountQuery: "throughout", resetsQuery: "resets" }];
const operand = (name: "buckets" | "sum" | "value") =>
  ({ name, query: name, resultKind: "increase", rawTerms: [] }) as const;
const histogramPlan = {
  kind: "blocks",
  signal: "ttft",
  scale: 0.001,
  operands: [operand("buckets"), operand("sum")],
  continuity,
  copyLabels: [],
} as const satisfies SignalBlockPlan;

const complete = {
  end: answer([null, [2, 2, 2, 2]]),
  throughout: answer([null, [2, 2, 2, 2]]),
  resets: answer([null, [0, 0, 0, 0]]),
};
const resultsOf = (answers: Readonly<Record<string, Matrix>>) => ({
  answers: new Map(Object.entries({ ...complete, ...answers })),
  blockCount: 3,
});

test("counts per bucket are differences of cumulative counts, and edges and sums have the canonical unit", () => {
  const results = resultsOf({
    buckets: answer(["250", [9, 1, 2, 0]], ["+Inf", [9, 4, 2, 0]]),
    sum: answer([null, [9, 1_000, 400, 0]]),
  });
  expect(evaluateDistributionBlocks(histogramPlan, results, new Map())).toEqual({
    unit: "seconds",
    upperEdges: [0.25, null],
    blocks: [
      { counts: [1, 3], count: 4, sum: 1, weight: 4 },
      { counts: [2, 0], count: 2, sum: 0.4, weight: 2 },
      { counts: [0, 0], count: 0, sum: 0, weight: 0 },
    ],
  });
});

test("increases are the differences of the counters at the edges, in each bucket and in the sum", () => {
  const ofCounters = ({ name }: ReturnType<typeof operand>) =>
    ({ ...operand(name), resultKind: "counter" }) as const;
  const plan = { ...histogramPlan, operands: histogramPlan.operands.map(ofCounters) };
  const results = resultsOf({
    buckets: answer(["250", [9, 10, 12, absentRow]], ["+Inf", [20, 24, 26, absentRow]]),
    sum: answer([null, [5_000, 6_000, 6_400, absentRow]]),
  });
  expect(evaluateDistributionBlocks(plan, results, new Map()).blocks).toEqual([
    { counts: [1, 3], count: 4, sum: 1, weight: 4 },
    { counts: [2, 0], count: 2, sum: 0.4, weight: 2 },
    "not-scraped",
  ]);
});

test("a block with falling cumulative counts or a missing edge has no value", () => {
  const results = resultsOf({
    buckets: answer(["250", [0, 5, absentRow, 1]], ["+Inf", [0, 4, 2, 1]]),
    sum: answer([null, [0, 1, 1, 1]]),
  });
  const { blocks } = evaluateDistributionBlocks(histogramPlan, results, new Map());
  expect(blocks.map((block) => (typeof block === "string" ? block : "value"))).toEqual([
    "mixed-edges",
    "mixed-edges",
    "value",
  ]);
});

test("the rounding error of counters that are not whole numbers is not a falling count", () => {
  const total = 1_595_373.65 + 0.1 - 1_595_373.55;
  const below = 1_595_373.75 + 0.1 - 1_595_373.65 + 2e-10;
  expect(total - below).toBeLessThan(0);
  const results = resultsOf({
    buckets: answer(["250", [0, below, below, below]], ["+Inf", [0, total, total, total]]),
    sum: answer([null, [0, 1, 1, 1]]),
  });
  const { blocks } = evaluateDistributionBlocks(histogramPlan, results, new Map());
  expect(blocks).toMatchObject(blocks.map(() => ({ counts: [below, 0], count: total })));
});

const counterPlan = { ...histogramPlan, signal: "requests", scale: 1, operands: [operand("value")] } as const;

test("a block is incomplete if a series is missing at its start or end", () => {
  const results = resultsOf({
    value: answer([null, [0, 5, 5, 5]]),
    end: answer([null, [1, 2, 2, 1]]),
    throughout: answer([null, [1, 1, 2, 1]]),
  });
  expect(evaluateCounterBlocks(counterPlan, results, new Map()).blocks).toEqual([
    "series-started",
    5,
    "series-stopped",
  ]);
});

test("a block with a reset uses its samples, or has no value without them", () => {
  const results = resultsOf({
    value: answer([null, [0, 5, -20, 5]]),
    resets: answer([null, [0, 0, 1, 0]]),
  });
  expect(findResetBlocks(counterPlan, results)).toEqual([1]);
  const raw = new Map([[1, { increases: { value: 7 }, cumulativeCounts: new Map<number, number>() }]]);
  expect(evaluateCounterBlocks(counterPlan, results, raw).blocks).toEqual([5, 7, 5]);
  expect(evaluateCounterBlocks(counterPlan, results, new Map()).blocks).toEqual([5, "counter-reset", 5]);
});

test("zero proven by other series is zero, and no series at all is not scraped", () => {
  const none = { end: answer(), throughout: answer(), resets: answer() };
  const zero = resultsOf({ ...none, value: answer([null, [0, 0, 0, absentRow]]) });
  expect(evaluateCounterBlocks(counterPlan, zero, new Map()).blocks).toEqual([0, 0, "not-scraped"]);
});

test("samples of the last edge only leave incomplete blocks, and no samples are not a measurement", () => {
  const started = resultsOf({
    end: answer([null, [absentRow, absentRow, absentRow, 2]]),
    throughout: answer(),
    resets: answer(),
  });
  expect(hasSamples(histogramPlan, started)).toBe(true);
  expect(evaluateDistributionBlocks(histogramPlan, started, new Map())).toEqual({
    unit: "seconds",
    upperEdges: [],
    blocks: ["not-scraped", "not-scraped", "series-started"],
    bucketsAbsentReason:
      "No time block of the window has histogram buckets at both ends, so percentiles are not known.",
  });
  const none = { end: answer(), throughout: answer(), resets: answer() };
  expect(hasSamples(histogramPlan, resultsOf(none))).toBe(false);
});

test("a histogram whose buckets were dropped has its sum only", () => {
  const sum = answer([null, [0, 1_000, 400, 0]]);
  const buckets = answer(["+Inf", [0, 4, 2, 0]]);
  expect(hasSumOnly(histogramPlan, resultsOf({ buckets: answer(), sum }))).toBe(true);
  expect(hasSumOnly(histogramPlan, resultsOf({ buckets, sum }))).toBe(false);
  expect(hasSumOnly(histogramPlan, resultsOf({ buckets: answer(), sum: answer() }))).toBe(false);
});

test("a block with a reset in which the buckets start has no value", () => {
  const results = resultsOf({
    buckets: answer(["250", [0, 5, 5, 5]], ["+Inf", [0, 5, 5, 5]]),
    sum: answer([null, [0, 5, -5, 5]]),
    resets: answer([null, [0, 0, 1, 0]]),
  });
  const cumulativeCounts = new Map([
    [250, 0],
    [Infinity, 0],
  ]);
  const raw = new Map([[1, { increases: { sum: 7 }, cumulativeCounts }]]);
  expect(evaluateDistributionBlocks(histogramPlan, results, raw).blocks[1]).toBe("mixed-edges");
});
