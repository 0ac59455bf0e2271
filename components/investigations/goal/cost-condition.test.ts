import { expect, test } from "vitest";
import { conditionSchema } from "@/lib/model/investigation/goal-schema";
import { z } from "@/components/shared/forms/field-schemas";
import { costField, toCostValues } from "./cost-condition";

const parse = (amount: string, currency: string) => z.safeParse(costField, { amount, currency });

test("an amount with a currency is a condition that the server accepts and the form shows again", () => {
  const [condition] = parse(" 0.5 ", "eur").data ?? [];
  expect(condition).toEqual({ kind: "cost", maxPerMillionTokens: 0.5, currency: "EUR" });
  expect(conditionSchema.safeParse(condition).success).toBe(true);
  expect(toCostValues(condition === undefined ? [] : [condition])).toEqual({
    amount: "0.5",
    currency: "EUR",
  });
});

test("an empty amount is not a condition", () => {
  expect(parse("", "EUR").data).toEqual([]);
  expect(toCostValues([])).toEqual({ amount: "", currency: "" });
});

test.each([
  ["0.5", "", "currency"],
  ["0.5", "euros", "currency"],
  ["0", "EUR", "amount"],
  ["cheap", "EUR", "amount"],
])("the amount %o with the currency %o is refused at its field", (amount, currency, field) => {
  expect(parse(amount, currency).error?.issues.map(({ path }) => path.join("."))).toEqual([field]);
});
