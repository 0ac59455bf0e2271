import { expect, test } from "vitest";
import { computeLoad } from "./describe-load";
import type { RequestCounting } from "@/lib/model/baseline/request-counting";
import { measureRequests } from "./fixtures";

test("load is the rate of complete blocks, per ready instance", () => {
  const measured = measureRequests([60, 120, "series-started", 60]);
  expect(computeLoad(measured, { instanceCount: 2, requestCounting: null, entered: {} })).toMatchObject({
    requestsPerSecond: 240 / 180,
    requestsPerSecondPerInstance: 240 / 360,
  });
  expect(
    computeLoad(measured, { instanceCount: null, requestCounting: null, entered: {} })
      .requestsPerSecondPerInstance,
  ).toBeNull();
});

test("the index of dispersion is variance ÷ mean of the requests per block", () => {
  const dispersionOf = (requests: number[]) =>
    computeLoad(measureRequests(requests), { instanceCount: 1, requestCounting: null, entered: {} })
      .dispersionIndex;
  expect(dispersionOf([5, 5, 5, 5])).toBe(0);
  // Mean 10, variance 100.
  expect(dispersionOf([0, 20, 0, 20])).toBe(10);
  expect(dispersionOf([0, 0])).toBeNull();
});

test("mean tokens are tokens ÷ requests of the same blocks without a distribution of lengths", () => {
  const measured = measureRequests([10, 10]);
  const counters = {
    ...measured.counters,
    "prompt-tokens": { unit: "tokens-per-second" as const, blocks: [1_000, "counter-reset" as const] },
  };
  const load = computeLoad(
    { ...measured, counters },
    { instanceCount: 1, requestCounting: null, entered: { users: 5 } },
  );
  expect(load).toMatchObject({
    meanPromptTokens: 100,
    meanOutputTokens: null,
    requestCounting: null,
    entered: { users: 5 },
  });
});

/** One request per second finishes for 30 minutes, while the numbers of requests in flight change by these amounts. */
function loadWithInFlight(
  growthPerBlock: { readonly running: number; readonly waiting: number },
  requestCounting: RequestCounting,
) {
  const measured = measureRequests(Array.from({ length: 30 }, () => 60));
  const gaugeOf = (growth: number) => ({
    unit: "requests" as const,
    blocks: Array.from({ length: 30 }, (_, block) => 500 + growth * block),
  });
  const gauges = { running: gaugeOf(growthPerBlock.running), waiting: gaugeOf(growthPerBlock.waiting) };
  return computeLoad({ ...measured, gauges }, { instanceCount: 2, requestCounting, entered: {} });
}

test("requests that arrive faster than they finish are part of the load", () => {
  const counting: RequestCounting = { isOnArrival: false, inFlightSignals: ["running", "waiting"] };
  // 60 requests finish per minute, and 3 + 12 more are in flight.
  expect(loadWithInFlight({ running: 3, waiting: 12 }, counting)).toMatchObject({
    requestsPerSecond: 75 / 60,
    requestsPerSecondPerInstance: 75 / 120,
    requestCounting: counting,
    meanInstanceCount: 2,
  });
  expect(loadWithInFlight({ running: 0, waiting: 0 }, counting).requestsPerSecond).toBe(1);
  expect(loadWithInFlight({ running: -3, waiting: -12 }, counting).requestsPerSecond).toBe(45 / 60);
});

test("the growth of requests in flight is divided by the time between the blocks, with missing blocks", () => {
  // 12 more in flight after 3 blocks, of which one is missing: 4 per minute.
  const measured = measureRequests([60, 60, 60]);
  const running = { unit: "requests" as const, blocks: [500, 508, 512] };
  const load = computeLoad(
    { ...measured, gauges: { running } },
    {
      instanceCount: 1,
      requestCounting: { isOnArrival: false, inFlightSignals: ["running"] },
      entered: {},
      blockIndexes: [0, 2, 3],
    },
  );
  expect(load.requestsPerSecond).toBeCloseTo(64 / 60, 12);
});

test("a gap between windows is no growth of the requests in flight", () => {
  const requestCounting: RequestCounting = { isOnArrival: false, inFlightSignals: ["waiting"] };
  const measured = measureRequests(Array.from({ length: 20 }, () => 60));
  // Each of the two windows begins with an empty queue, and 6 more requests wait after each minute.
  const blocks = Array.from({ length: 20 }, (_, block) => 6 * (block % 10));
  const blockIndexes = blocks.map((_, block) => (block < 10 ? block : block + 10));
  const windows = { ...measured, gauges: { waiting: { unit: "requests" as const, blocks } } };
  const context = { instanceCount: 1, requestCounting, entered: {}, blockIndexes, hasSeveralWindows: true };
  expect(computeLoad(windows, context).requestsPerSecond).toBeCloseTo(66 / 60, 9);
});

test("requests in flight do not count twice", () => {
  const growth = { running: 3, waiting: 12 };
  // The gauge of running requests includes the waiting ones.
  expect(
    loadWithInFlight(growth, { isOnArrival: false, inFlightSignals: ["running"] }).requestsPerSecond,
  ).toBe(63 / 60);
  expect(
    loadWithInFlight(growth, { isOnArrival: true, inFlightSignals: ["running", "waiting"] })
      .requestsPerSecond,
  ).toBe(1);
});

test("a gauge that was not measured is not recorded, and the load is the finished requests", () => {
  const load = computeLoad(measureRequests([60, 60]), {
    instanceCount: 1,
    requestCounting: { isOnArrival: false, inFlightSignals: ["running", "waiting"] },
    entered: {},
  });
  expect(load).toMatchObject({
    requestsPerSecond: 1,
    requestCounting: { isOnArrival: false, inFlightSignals: [] },
  });
});
