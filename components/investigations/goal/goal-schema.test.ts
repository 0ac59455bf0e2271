import fc from "fast-check";
import { expect, test } from "vitest";
import { listComparedStatistics } from "@/lib/model/comparison/compared-statistic";
import type { Goal } from "@/lib/model/investigation/goal";
import { formatGoal } from "@/lib/sentences/investigations/goal-text";
import { goalSignals, parseGoal, toGoalValues } from "./goal-schema";

test("amounts are entered in the display unit of the signal", () => {
  const goal: Goal = { kind: "at-most", signal: "tpot", statistic: "mean", value: 0.05 };
  expect(toGoalValues(goal)).toMatchObject({ kind: "at-most", amount: "50" });
  expect(parseGoal({ kind: "at-most", signal: "tpot", statistic: "mean", amount: "50" })).toEqual({ goal });
  expect(formatGoal(goal).replaceAll("\u202f", " ")).toBe("TPOT mean at most 50.0 ms");
});

test.each([
  ["", "amount"],
  ["-1", "amount"],
  ["fast", "amount"],
  ["120", "amount"],
])("a decrease by %o %% is refused", (amount, field) => {
  const parsed = parseGoal({ kind: "decrease", signal: "ttft", statistic: "p95", amount });
  expect("issue" in parsed && parsed.issue[0]).toBe(field);
});

test("a statistic that the signal does not have is refused", () => {
  const parsed = parseGoal({ kind: "at-most", signal: "kv-usage", statistic: "p95", amount: "1" });
  expect("issue" in parsed && parsed.issue[0]).toBe("statistic");
});

const anyGoal: fc.Arbitrary<Goal> = fc
  .constantFrom(...goalSignals)
  .chain((signal) =>
    fc.record({
      signal: fc.constant(signal),
      statistic: fc.constantFrom(...listComparedStatistics(signal)),
      amount: fc.integer({ min: 1, max: 99 }),
      kind: fc.constantFrom("at-most", "at-least", "change"),
    }),
  )
  .map(({ kind, signal, statistic, amount }): Goal =>
    kind === "change"
      ? { kind, signal, statistic, changeRatio: -amount / 100 }
      : { kind, signal, statistic, value: amount },
  );

test("a stored goal survives the form", () => {
  fc.assert(
    fc.property(anyGoal, (goal) => {
      const parsed = parseGoal(toGoalValues(goal));
      const read = "goal" in parsed ? parsed.goal : null;
      expect(read).toMatchObject({ kind: goal.kind, signal: goal.signal, statistic: goal.statistic });
      const [before, after] = [goal, read].map((one) =>
        one === null ? 0 : one.kind === "change" ? one.changeRatio : one.value,
      );
      expect(after).toBeCloseTo(before ?? 0, 9);
    }),
  );
});
