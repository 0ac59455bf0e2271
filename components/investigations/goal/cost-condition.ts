/** Schema of the fields for the maximum cost. An empty amount sets no limit. */
import type { Condition } from "@/lib/model/investigation/goal";
import {
  nullIfEmpty,
  positiveNumber,
  textField,
  z,
  type FormSchema,
} from "@/components/shared/forms/field-schemas";

/** Texts of the form fields of the cost limit. */
export interface CostValues {
  readonly amount: string;
  readonly currency: string;
}

/**
 * Fields of the cost limit. The output is a list with the cost condition, or an empty list without an
 * amount.
 */
export const costField: FormSchema<CostValues, Condition[]> = z.pipe(
  z.object({ amount: textField(nullIfEmpty(positiveNumber({ max: 1e9 }))), currency: z.string() }),
  z.transform(({ amount, currency: text }, { issues }): Condition[] => {
    if (amount === null) return [];
    const currency = text.trim().toUpperCase();
    const message = "Enter the three letters of the currency, such as EUR.";
    if (!/^[A-Z]{3}$/.test(currency))
      issues.push({ code: "custom", path: ["currency"], message, input: text });
    return [{ kind: "cost", maxPerMillionTokens: amount, currency }];
  }),
);

/** Returns the form values for the stored cost condition; empty texts without one. */
export function toCostValues(conditions: readonly Condition[]): CostValues {
  const limit = conditions.find((one) => one.kind === "cost");
  return limit === undefined
    ? { amount: "", currency: "" }
    : { amount: String(limit.maxPerMillionTokens), currency: limit.currency };
}
