import { expect, test } from "vitest";
import { createUnionSize } from "./union-size";

const rules = { first: 8, max: 24, monotonicMs: () => 0 };

/** Queries of a source whose way takes `wayMs` and each part `workMs`, as large as allowed and smaller in turn. */
function play(size: ReturnType<typeof createUnionSize>, wayMs: number, workMs: number, queries = 40): void {
  for (let query = 0; query < queries; query += 1) {
    const count = query % 3 === 0 ? Math.max(1, Math.floor(size.limit() / 2)) : size.limit();
    size.recordSuccess(count, wayMs + count * workMs);
  }
}

test.each([
  ["a near source", 2, 3],
  ["one that is far away", 2_500, 3],
  ["one that is very far away", 8_000, 1],
])("%s is asked as much at once as may be", (_name, wayMs, workMs) => {
  const size = createUnionSize(rules);
  play(size, wayMs, workMs);
  expect(size.limit()).toBe(24);
});

test.each([
  [100, 5],
  [250, 2],
  [2_000, 1],
])("where a part takes %i ms of work, %i at once at most", (workMs, most) => {
  const size = createUnionSize(rules);
  play(size, 5, workMs);
  expect(size.limit()).toBeLessThanOrEqual(most + 1);
  expect(size.limit()).toBeGreaterThanOrEqual(1);
});

test("a source that becomes slow to reach is not asked in smaller pieces for long", () => {
  const size = createUnionSize(rules);
  play(size, 2, 2);
  play(size, 1_000, 2);
  expect(size.limit()).toBe(24);
});

test("what took too long altogether is asked in quarters, and not more for a minute", () => {
  let nowMs = 0;
  const size = createUnionSize({ ...rules, monotonicMs: () => nowMs });
  size.recordFailure(8);
  expect(size.limit()).toBe(2);
  play(size, 5, 1);
  expect(size.limit()).toBe(2);
  nowMs = 60_000;
  play(size, 5, 1);
  expect(size.limit()).toBe(24);
});
