/** Conditions as lines of text: those that a person confirms. Conditions with a signal are not edited as text. */
import { fail, succeed } from "@/lib/base/result";
import { titleError } from "@/lib/model/event";
import type { Condition } from "@/lib/model/investigation/goal";
import { investigationLimits } from "@/lib/model/investigation/investigation-limits";
import { textField } from "@/components/shared/forms/field-schemas";

const rules = { maxLength: 300, emptyError: "State the condition." } as const;

/** Field with one condition per line. Its output is the list of conditions that people confirm. */
export const conditionLinesField = textField((text) => {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const error = lines.map((line) => titleError(line, rules)).find((one) => one !== null) ?? null;
  if (error !== null) return fail(error);
  if (lines.length > investigationLimits.maxConditions)
    return fail(`Enter at most ${investigationLimits.maxConditions} lines.`);
  return succeed(lines.map((line): Condition => ({ kind: "stated", text: line })));
});

/** Returns the stored conditions that people confirm, one per line. */
export function toConditionLines(conditions: readonly Condition[]): string {
  return conditions.flatMap((one) => (one.kind === "stated" ? [one.text] : [])).join("\n");
}
