import { expect, test } from "vitest";
import { toCounterSample, meanOfColumn, meanWaitingRequestsPerReplica } from "./roofline-samples";
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
  preemptions: none,
  acceptedTokens: Float64Array.of(20, 60, 40),
  draftedTokens: Float64Array.of(40, 120, 80),
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
  const reading = toCounterSample(columns, { fromIndex: 0, toIndex: 2 }, {});
  expect(reading.itlSeconds).toBeCloseTo(10 / 400, 12);
  expect(reading.promptTokensPerSecond).toBe(200);
  expect(reading).not.toHaveProperty("stepsPerSecond");
  expect(reading).not.toHaveProperty("runningRequests");
  expect(toCounterSample(columns, { fromIndex: 2, toIndex: 3 }, {})).not.toHaveProperty("itlSeconds");
});

test("accepted draft tokens: 100 decoded and 40 accepted leave one regular token per sequence and step", () => {
  const reading = toCounterSample(columns, { fromIndex: 2, toIndex: 3 }, { outputLengthVariation: 1.5 });
  expect(reading.tokensPerSequenceStep).toBeCloseTo(100 / 60, 12);
  expect(reading.computedTokensPerSequenceStep).toBeCloseTo(1 + 80 / 60, 12);
  expect(reading.outputTokensSelfWeighted).toBeCloseTo(150, 12);
});

test("waiting requests are divided by the instances, because each has separate steps", () => {
  const queued = { ...columns, waiting: Float64Array.of(1, 3, Number.NaN) };
  expect(meanWaitingRequestsPerReplica(queued, { fromIndex: 0, toIndex: 3 }, 4)).toBe(0.5);
  expect(meanWaitingRequestsPerReplica(columns, { fromIndex: 0, toIndex: 3 }, 4)).toBeUndefined();
});

test("a mean without values is undefined", () => {
  expect(meanOfColumn(none, { fromIndex: 0, toIndex: 3 })).toBeUndefined();
  expect(meanOfColumn(Float64Array.of(1, 2), { fromIndex: 1, toIndex: 1 })).toBeUndefined();
});
