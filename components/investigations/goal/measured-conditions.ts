/** Schema of the rows for values that must not worsen. The limit is entered in percent. */
import { fail, succeed, type Result } from "@/lib/base/result";
import { listComparedStatistics } from "@/lib/model/comparison/compared-statistic";
import type { Condition } from "@/lib/model/investigation/goal";
import { signalDefinition, type SignalId } from "@/lib/model/signals/signals";
import { z, type FormSchema } from "@/components/shared/forms/field-schemas";
import { goalSignals } from "./goal-schema";

/** Texts of one row of conditions. */
export interface MeasuredConditionValues {
  readonly signal: SignalId;
  readonly statistic: string;
  /** Largest allowed worsening, in percent. */
  readonly amount: string;
}

/** A condition of the goal that is checked against a signal, in contrast to text that a person confirms. */
export type MeasuredCondition = Extract<Condition, { readonly kind: "signal" }>;

/** Signals whose values have a better direction, lower or higher. Other signals cannot become worse. */
export const conditionSignals: readonly SignalId[] = goalSignals.filter(
  (signal) => signalDefinition(signal).better !== "neither",
);

/** Initial values of a new row: p95 TPOT, at most 5 % worse, as in gates. */
export const newMeasuredCondition: MeasuredConditionValues = {
  signal: "tpot",
  statistic: "p95",
  amount: "5",
};

const maxPercent = 10_000;

type RowIssue = readonly [field: keyof MeasuredConditionValues, message: string];

/** Returns the condition of a row, or the field that is wrong. */
function parseMeasuredCondition({
  signal,
  statistic: name,
  amount,
}: MeasuredConditionValues): Result<MeasuredCondition, RowIssue> {
  const statistic = listComparedStatistics(signal).find((one) => one === name);
  if (statistic === undefined) return fail(["statistic", "Select a statistic of the signal."]);
  const percent = Number(amount.trim().replace(",", "."));
  if (amount.trim() === "" || !(percent >= 0 && percent <= maxPercent))
    return fail(["amount", `Enter a number from 0 to ${maxPercent}.`]);
  return succeed({ kind: "signal", signal, statistic, maxWorseningRatio: percent / 100 });
}

const row: FormSchema<MeasuredConditionValues, MeasuredCondition> = z.pipe(
  z.custom<MeasuredConditionValues>(),
  z.transform((values: MeasuredConditionValues, { issues }): MeasuredCondition => {
    const parsed = parseMeasuredCondition(values);
    if (parsed.ok) return parsed.value;
    const [field, message] = parsed.error;
    issues.push({ code: "custom", path: [field], message, input: values });
    return z.NEVER;
  }),
);

/**
 * Rows of measured conditions. The output is a list of conditions. Reports a signal and statistic that has
 * two limits.
 */
export const measuredConditionsField: FormSchema<readonly MeasuredConditionValues[], MeasuredCondition[]> =
  z.pipe(
    z.array(row) as FormSchema<readonly MeasuredConditionValues[], MeasuredCondition[]>,
    z.transform((conditions: MeasuredCondition[], { issues }): MeasuredCondition[] => {
      for (const index of findRepetitions(conditions))
        issues.push({
          code: "custom",
          path: [index, "statistic"],
          message: "This value is already listed.",
          input: conditions,
        });
      return conditions;
    }),
  );

function findRepetitions(conditions: readonly MeasuredCondition[]): readonly number[] {
  const names = conditions.map(({ signal, statistic }) => `${signal} ${statistic}`);
  return names.flatMap((name, index) => (names.indexOf(name) < index ? [index] : []));
}

/** Returns the rows for the stored conditions that signals measure. */
export function toMeasuredConditionValues(
  conditions: readonly Condition[],
): readonly MeasuredConditionValues[] {
  return conditions.flatMap((one) =>
    one.kind === "signal"
      ? [
          {
            signal: one.signal,
            statistic: one.statistic,
            amount: String(Number((one.maxWorseningRatio * 100).toPrecision(12))),
          },
        ]
      : [],
  );
}
