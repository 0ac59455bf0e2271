/** Schema of the form of a step. An incomplete input can be saved: the page lists the missing parts. */
import type { SaveStepBody, StepRecordEntry } from "@/lib/contracts/investigations/progress";
import type { Step } from "@/lib/investigations/step";
import { z, type FormSchema } from "@/components/shared/forms/field-schemas";

/**
 * Form values of a step. Each tick is a separate value, so that two people can tick different items without
 * a conflict.
 */
export interface StepValues {
  readonly answers: Readonly<Record<string, string>>;
  readonly checked: Readonly<Record<string, boolean>>;
}

/** Output of the form: non-empty answers by field id, and ids of the ticked items. */
export type StepBody = Pick<SaveStepBody, "answers" | "checked">;

/** Checks the form of a step. Empty answers are removed. */
export const stepSchema: FormSchema<StepValues, StepBody> = z.object({
  answers: z.pipe(
    z.custom<StepValues["answers"]>(),
    z.transform((answers: StepValues["answers"]) =>
      Object.fromEntries(Object.entries(answers).filter(([, answer]) => answer.trim() !== "")),
    ),
  ),
  checked: z.pipe(
    z.custom<StepValues["checked"]>(),
    z.transform((checked: StepValues["checked"]) =>
      Object.keys(checked).filter((id) => checked[id] === true),
    ),
  ),
});

/** Returns the form values of a stored step. Values of fields that the step no longer has are retained. */
export function toStepValues(step: Step, record: Pick<StepRecordEntry, "answers" | "checked">): StepValues {
  const noAnswers = Object.fromEntries(step.fields.map(({ id }) => [id, ""]));
  const noTicks = Object.fromEntries(step.checklist.map(({ id }) => [id, false]));
  const ticks = Object.fromEntries(record.checked.map((id) => [id, true]));
  return { answers: { ...noAnswers, ...record.answers }, checked: { ...noTicks, ...ticks } };
}

/** Returns whether a draft has the values of the form of a step. */
export function isStepValues(values: unknown): values is StepValues {
  const { answers, checked } = (values ?? {}) as Partial<StepValues>;
  return typeof answers === "object" && typeof checked === "object";
}
