/** Reads the saved answers of a step as text. */
import type { StepField } from "./step";

/** Returns the text of a saved answer. For a choice, returns the title of the option. */
export function readSavedText(field: StepField, answers: Readonly<Record<string, string>>): string {
  const answer = answers[field.id] ?? "";
  const option = field.kind === "choice" ? field.options.find(({ id }) => id === answer) : undefined;
  return option?.title ?? answer;
}
