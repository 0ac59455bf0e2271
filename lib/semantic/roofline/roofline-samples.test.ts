import { expect, test } from "vitest";
import { counterSampleOf, columnMean, waitingRequestsOf } from "./roofline-samples";
import type { RooflineColumns } from "./roofline-columns";

const none = Float64Array.of(Number.NaN, Number.NaN, Number.NaN);
const columns: RooflineColumns = {
  pointCount: 3,
  promptTokens: Float64Array.of(100, 300, Number.NaN),
  cachedTokens: none,
  outputTokens: Float64Array.of(50, 150, 110),
  firstTokens: Float64Array.of(10, 10, 10),
  steps: none,
  itl: { sum: Float64Array.of(1, 9, Number.NaN), count: Float64Array.of(100, 300, Number.NaN) },
  prefillTime: { sum: none, count: none },
  promptLength: { sum: none, count: none },
  outputLength: { sum: Float64Array.of(200, 200, 200), count: Float64Array.of(2, 2, 2) },
  running: none,
  waiting: none,
  kvUsage: none,
  accepted: Float64Array.of(20, 60, 40),
  drafted: Float64Array.of(40, 120, 80),
  flops: none,
  readBytes: none,
  writtenBytes: none,
  engineActive: none,
  tensorActive: none,
  dramActive: none,
  smClock: none,
  memoryUsed: none,
};

test("the mean of a window is total time over total events, not the mean of means; absent values stay absent", () => {
  const reading = counterSampleOf(columns, { from: 0, to: 2 }, {});
  expect(reading.itlSeconds).toBeCloseTo(10 / 400, 12);
  expect(reading.promptTokensPerSecond).toBe(200);
  expect(reading).not.toHaveProperty("stepsPerSecond");
  expect(reading).not.toHaveProperty("runningRequests");
  expect(counterSampleOf(columns, { from: 2, to: 3 }, {})).not.toHaveProperty("itlSeconds");
});

test("accepted draft tokens: 100 decoded and 40 accepted leave one regular token per sequence and step", () => {
  const reading = counterSampleOf(columns, { from: 2, to: 3 }, { outputSpread: 1.5 });
  expect(reading.tokensPerSequenceStep).toBeCloseTo(100 / 60, 12);
  expect(reading.computedPerSequenceStep).toBeCloseTo(1 + 80 / 60, 12);
  expect(reading.outputTokensSelfWeighted).toBeCloseTo(150, 12);
});

test("waiting requests are divided by the instances, because each has separate steps", () => {
  const queued = { ...columns, waiting: Float64Array.of(1, 3, Number.NaN) };
  expect(waitingRequestsOf(queued, { from: 0, to: 3 }, 4)).toBe(0.5);
  expect(waitingRequestsOf(columns, { from: 0, to: 3 }, 4)).toBeUndefined();
});

test("a mean without values is undefined", () => {
  expect(columnMean(none, { from: 0, to: 3 })).toBeUndefined();
  expect(columnMean(Float64Array.of(1, 2), { from: 1, to: 1 })).toBeUndefined();
});
