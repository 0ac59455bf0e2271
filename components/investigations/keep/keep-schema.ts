/** Schema of the form that keeps an answer as evidence. */
import { fail, succeed } from "@/lib/base/result";
import { titleError } from "@/lib/model/event";
import { evidenceTitleRules, investigationLimits } from "@/lib/model/investigation/investigation-limits";
import { textField, validatedBy, z, type FormSchema } from "@/components/shared/forms/field-schemas";
import { hypothesisFields, noHypothesis, type HypothesisValues } from "../evidence/hypothesis-link";

/** Form values for keeping the data of a panel as evidence. */
export interface KeepValues extends HypothesisValues {
  readonly title: string;
  readonly text: string;
  readonly includesPromptText: boolean;
}

const { maxNoteLength } = investigationLimits;

/** Checks the form that keeps data as evidence: a title, an optional remark, and a link to a hypothesis. */
export const keepSchema = z.object({
  title: textField(validatedBy((text) => titleError(text, evidenceTitleRules))),
  text: textField((text) =>
    text.length > maxNoteLength
      ? fail(`Must have at most ${maxNoteLength} characters, but has ${text.length}.`)
      : succeed(text),
  ),
  includesPromptText: z.custom<boolean>(),
  ...hypothesisFields,
}) satisfies FormSchema<KeepValues, object>;

/** Returns the values of a new form. */
export function createKeepValues(title: string): KeepValues {
  return { title, text: "", includesPromptText: false, ...noHypothesis };
}
