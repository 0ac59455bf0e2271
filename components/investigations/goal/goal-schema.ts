/** Schema of the fields of a goal. Amounts are entered in the display unit of their signal, changes in percent. */
import { displayFactor } from "@/lib/format/number";
import { unitOfStatistic, listComparedStatistics } from "@/lib/model/comparison/compared-statistic";
import { goalError, type Goal } from "@/lib/model/investigation/goal";
import { signalIds, type SignalId } from "@/lib/model/signals/signals";
import { z, type FormSchema } from "@/components/shared/forms/field-schemas";

/**
 * Kinds of goals in the form. "at-most" and "at-least" are absolute; "decrease" and "increase" are relative
 * to the baseline.
 */
export const goalKinds = ["none", "at-most", "at-least", "decrease", "increase"] as const;
/** Kind of the goal in the form. */
export type GoalKind = (typeof goalKinds)[number];

/** Texts of the form fields of a goal. */
export interface GoalValues {
  readonly kind: GoalKind;
  readonly signal: SignalId;
  readonly statistic: string;
  readonly amount: string;
}

/** Signals that a goal can name. */
export const goalSignals: readonly SignalId[] = signalIds.filter(
  (signal) => listComparedStatistics(signal).length > 0,
);

/** Initial values of the goal: none, with p95 TTFT preselected. */
export const noGoal: GoalValues = { kind: "none", signal: "ttft", statistic: "p95", amount: "" };

type GoalIssue = readonly [field: keyof GoalValues, message: string];

/**
 * Returns the goal of the form; null for no goal. Returns an issue with the field and its error if the form
 * is invalid.
 */
export function parseGoal(
  values: GoalValues,
): { readonly goal: Goal | null } | { readonly issue: GoalIssue } {
  const { kind, signal } = values;
  if (kind === "none") return { goal: null };
  const statistic = listComparedStatistics(signal).find((one) => one === values.statistic);
  if (statistic === undefined) return { issue: ["statistic", "Select a statistic of the signal."] };
  const amount = Number(values.amount.trim().replace(",", "."));
  if (values.amount.trim() === "" || !Number.isFinite(amount) || amount < 0)
    return { issue: ["amount", "Enter a number that is not negative."] };
  const measured = { signal, statistic };
  const { unit, displayUnit } = unitOfStatistic(signal, statistic);
  const goal: Goal =
    kind === "at-most" || kind === "at-least"
      ? { kind, ...measured, value: amount / displayFactor(unit, displayUnit) }
      : { kind: "change", ...measured, changeRatio: (kind === "decrease" ? -amount : amount) / 100 };
  const error = goalError(goal);
  return error === null ? { goal } : { issue: ["amount", error] };
}

/** Fields of a goal. The output is the goal in the form of the API. */
export const goalField: FormSchema<GoalValues, Goal | null> = z.pipe(
  z.custom<GoalValues>(),
  z.transform((values: GoalValues, { issues }): Goal | null => {
    const parsed = parseGoal(values);
    if ("goal" in parsed) return parsed.goal;
    const [field, message] = parsed.issue;
    issues.push({ code: "custom", path: [field], message, input: values });
    return null;
  }),
);

/** Returns the form values for a stored goal. */
export function toGoalValues(goal: Goal | null): GoalValues {
  if (goal === null) return noGoal;
  const { signal, statistic } = goal;
  if (goal.kind === "change") {
    const kind = goal.changeRatio < 0 ? "decrease" : "increase";
    return { kind, signal, statistic, amount: toText(Math.abs(goal.changeRatio) * 100) };
  }
  const { unit, displayUnit } = unitOfStatistic(signal, statistic);
  return {
    kind: goal.kind,
    signal,
    statistic,
    amount: toText(goal.value * displayFactor(unit, displayUnit)),
  };
}

/** Removes the digits that the conversion between units adds. */
function toText(value: number): string {
  return String(Number(value.toPrecision(12)));
}
