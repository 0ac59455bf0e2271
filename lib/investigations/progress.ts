/** Progress of a step: its missing parts, from the step's record and the facts of the investigation. */
import { ownValue } from "@/lib/base/own-value";
import type { StepInput } from "@/lib/model/investigation/step-record";
import { answerFromExperiments } from "./experiment-answers";
import type { ProgressFacts, Step, StepField } from "./step";

/** Field, checklist item or condition that a step still needs. */
export interface MissingPart {
  readonly kind: "field" | "check" | "condition";
  /** Id of the field, the item or the condition. */
  readonly id: string;
  /** For a field or a condition, a sentence. For a checklist item, its text. */
  readonly text: string;
  /** Name in a list of missing parts, such as "goal". */
  readonly name: string;
}

/** Returns what a step still needs, in the order of the page: conditions, fields, checklist items. */
export function findMissingParts(
  step: Pick<Step, "fields" | "checklist" | "conditions">,
  input: StepInput,
  facts: ProgressFacts,
): readonly MissingPart[] {
  const conditions = step.conditions
    .filter((condition) => !condition.isMet(facts))
    .map(({ id, remedy, name }) => ({ kind: "condition", id, text: remedy, name }) as const);
  const fields = step.fields.flatMap((field) => {
    const text = findGap(field, input.answers, facts);
    const name = `“${field.label}”`;
    return text === null ? [] : [{ kind: "field", id: field.id, text, name } as const];
  });
  const checks = step.checklist
    .filter(({ id }) => !input.checked.includes(id))
    .map(({ id, text }) => ({ kind: "check", id, text, name: `“${withoutPeriod(text)}”` }) as const);
  return [...conditions, ...fields, ...checks];
}

function withoutPeriod(text: string): string {
  return text.replace(/\.$/, "");
}

/** Returns what a field lacks: from the experiments that answer it, or else from the form. */
function findGap(field: StepField, answers: StepInput["answers"], facts: ProgressFacts): string | null {
  const answered = answerFromExperiments(field, facts.experiments);
  if (answered.length === 0) return fieldError(field, answers);
  const remedies = answered.flatMap(({ remedy }) => (remedy === null ? [] : [remedy]));
  return remedies.length === 0 ? null : `“${field.label}” is not complete. ${remedies.join(" ")}`;
}

const wholeNumber = /^\d{1,9}$/;

/** Returns what a field of the form lacks, as a sentence; null for a field that is complete. */
export function fieldError(field: StepField, answers: StepInput["answers"]): string | null {
  const value = readAnswer(answers, field.id);
  if (value === "") return field.isRequired ? `“${field.label}” is empty.` : null;
  if (field.kind === "choice" && !field.options.some(({ id }) => id === value))
    return `“${field.label}” has a value that is not in its list.`;
  if (field.kind !== "count") return null;
  if (!wholeNumber.test(value)) return `“${field.label}” must be a number without decimals.`;
  const limit = field.limitField === undefined ? "" : readAnswer(answers, field.limitField);
  return wholeNumber.test(limit) && Number(value) > Number(limit)
    ? `“${field.label}” must be at most ${limit}.`
    : null;
}

function readAnswer(answers: StepInput["answers"], id: string): string {
  return ownValue(answers, id)?.trim() ?? "";
}
