import { expect, test } from "vitest";
import { goalError } from "./goal";
import { conditionSchema, goalSchema } from "./goal-schema";

const ttft = { signal: "ttft", statistic: "p95" } as const;

test.each([
  [{ kind: "at-most", ...ttft, value: 1 }, null],
  [{ kind: "at-most", ...ttft, value: -1 }, "The value must not be negative."],
  [{ kind: "change", ...ttft, changeRatio: -0.3 }, null],
  [{ kind: "change", ...ttft, changeRatio: 0 }, "The change must not be 0."],
  [{ kind: "change", ...ttft, changeRatio: -1.2 }, "A value cannot decrease by more than 100 %."],
] as const)("%j is judged", (goal, error) => {
  expect(goalError(goal)).toBe(error);
  expect(goalSchema.safeParse(goal).success).toBe(error === null);
});

test("a goal names a statistic of its signal", () => {
  expect(goalError({ kind: "at-most", signal: "ttft", statistic: "rate", value: 1 })).toContain(
    "rate is not a statistic",
  );
});

test("a condition is a measured value or one line of text", () => {
  const measured = { kind: "signal", signal: "e2e", statistic: "p95", maxWorseningRatio: 0.05 };
  expect(conditionSchema.safeParse(measured).success).toBe(true);
  expect(conditionSchema.safeParse({ ...measured, statistic: "value" }).success).toBe(false);
  expect(conditionSchema.safeParse({ kind: "stated", text: "At most 4 GPUs" }).success).toBe(true);
  expect(conditionSchema.safeParse({ kind: "stated", text: " " }).success).toBe(false);
});
