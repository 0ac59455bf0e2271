import { expect, test } from "vitest";
import { createQueryBatchSizeControl } from "./query-batch-size";

const rules = { initialSize: 8, maxSize: 24, monotonicMs: () => 0 };

/** Simulates queries to a source with latency `latencyMs` and `workMs` per part, of full and smaller size in turn. */
function simulate(
  size: ReturnType<typeof createQueryBatchSizeControl>,
  latencyMs: number,
  workMs: number,
  queries = 40,
): void {
  for (let query = 0; query < queries; query += 1) {
    const count =
      query % 3 === 0 ? Math.max(1, Math.floor(size.maxExpressions() / 2)) : size.maxExpressions();
    size.recordSuccess(count, latencyMs + count * workMs);
  }
}

test.each([
  ["a nearby source", 2, 3],
  ["a distant source", 2_500, 3],
  ["a very distant source", 8_000, 1],
])("sends batches of the maximum size to %s", (_name, latencyMs, workMs) => {
  const size = createQueryBatchSizeControl(rules);
  simulate(size, latencyMs, workMs);
  expect(size.maxExpressions()).toBe(24);
});

test.each([
  [100, 5],
  [250, 2],
  [2_000, 1],
])("with %i ms of work per part, sends at most %i at once", (workMs, maxSize) => {
  const size = createQueryBatchSizeControl(rules);
  simulate(size, 5, workMs);
  expect(size.maxExpressions()).toBeLessThanOrEqual(maxSize + 1);
  expect(size.maxExpressions()).toBeGreaterThanOrEqual(1);
});

test("returns to large batches when the latency of a source increases", () => {
  const size = createQueryBatchSizeControl(rules);
  simulate(size, 2, 2);
  simulate(size, 1_000, 2);
  expect(size.maxExpressions()).toBe(24);
});

test("reduces the batch to a quarter after a timeout and does not increase it for a minute", () => {
  let nowMs = 0;
  const size = createQueryBatchSizeControl({ ...rules, monotonicMs: () => nowMs });
  size.recordFailure(8);
  expect(size.maxExpressions()).toBe(2);
  simulate(size, 5, 1);
  expect(size.maxExpressions()).toBe(2);
  nowMs = 60_000;
  simulate(size, 5, 1);
  expect(size.maxExpressions()).toBe(24);
});
