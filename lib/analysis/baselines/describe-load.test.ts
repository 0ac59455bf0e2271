import { expect, test } from "vitest";
import { describeLoad } from "./describe-load";
import { measureRequests } from "./fixtures";

test("load is the rate of complete blocks, per ready instance", () => {
  const measured = measureRequests([60, 120, "series-started", 60]);
  expect(describeLoad(measured, { instanceCount: 2, entered: {} })).toMatchObject({
    requestsPerSecond: 240 / 180,
    requestsPerSecondPerInstance: 240 / 360,
  });
  expect(
    describeLoad(measured, { instanceCount: null, entered: {} }).requestsPerSecondPerInstance,
  ).toBeNull();
});

test("the index of dispersion is variance ÷ mean of the requests per block", () => {
  const dispersionOf = (requests: number[]) =>
    describeLoad(measureRequests(requests), { instanceCount: 1, entered: {} }).dispersionIndex;
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
  const load = describeLoad({ ...measured, counters }, { instanceCount: 1, entered: { users: 5 } });
  expect(load).toMatchObject({ meanPromptTokens: 100, meanOutputTokens: null, entered: { users: 5 } });
});
