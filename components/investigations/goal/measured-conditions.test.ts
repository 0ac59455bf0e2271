import fc from "fast-check";
import { expect, test } from "vitest";
import { listComparedStatistics } from "@/lib/model/comparison/compared-statistic";
import type { Condition } from "@/lib/model/investigation/goal";
import { conditionSchema } from "@/lib/model/investigation/goal-schema";
import { z } from "@/components/shared/forms/field-schemas";
import { conditionSignals, measuredConditionsField, toMeasuredConditionValues } from "./measured-conditions";

const parse = (rows: unknown) => z.safeParse(measuredConditionsField, rows);

const issuesOf = (rows: unknown) =>
  parse(rows).error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);

test("a limit in percent becomes a ratio", () => {
  expect(parse([{ signal: "tpot", statistic: "p95", amount: " 2,5 " }]).data).toEqual([
    { kind: "signal", signal: "tpot", statistic: "p95", maxWorseningRatio: 0.025 },
  ]);
});

test.each(["", " ", "-1", "ten", "10001", "Infinity", "NaN"])("the limit %o is refused", (amount) => {
  expect(issuesOf([{ signal: "tpot", statistic: "p95", amount }])).toEqual([
    "0.amount: Enter a number from 0 to 10000.",
  ]);
});

test("a statistic that the signal does not have, and a value with two limits are refused", () => {
  const row = { signal: "tpot", statistic: "p95", amount: "5" };
  expect(issuesOf([row, { ...row, statistic: "rate" }])).toEqual([
    "1.statistic: Select a statistic of the signal.",
  ]);
  expect(issuesOf([row, { ...row, statistic: "p99" }, { ...row, amount: "9" }])).toEqual([
    "2.statistic: This value is already listed.",
  ]);
});

const anyCondition: fc.Arbitrary<Condition> = fc.constantFrom(...conditionSignals).chain((signal) =>
  fc.record({
    kind: fc.constant("signal" as const),
    signal: fc.constant(signal),
    statistic: fc.constantFrom(...listComparedStatistics(signal)),
    maxWorseningRatio: fc.integer({ min: 0, max: 1_000 }).map((permille) => permille / 1_000),
  }),
);

test("a stored condition survives the form, and the server accepts it", () => {
  fc.assert(
    fc.property(anyCondition, (condition) => {
      const [read] = parse(toMeasuredConditionValues([condition])).data ?? [];
      expect(read).toMatchObject({ ...condition, maxWorseningRatio: expect.any(Number) });
      expect(read?.maxWorseningRatio).toBeCloseTo(
        condition.kind === "signal" ? condition.maxWorseningRatio : Number.NaN,
        12,
      );
      expect(conditionSchema.safeParse(read).success).toBe(true);
    }),
  );
});
