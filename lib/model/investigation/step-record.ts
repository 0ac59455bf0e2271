/** States of a step in one round. */
export const stepStates = ["open", "done", "skipped"] as const;
/** State of a step in one round of an investigation. */
export type StepState = (typeof stepStates)[number];

/** Input of a person to the form of a step. */
export interface StepInput {
  /** Text of each field, by field id. A field with an empty text counts as not filled in. */
  readonly answers: Readonly<Record<string, string>>;
  /** Ids of the ticked items of the checklist. */
  readonly checked: readonly string[];
}
