/** States of a step in one round. */
export const stepStates = ["open", "done", "skipped"] as const;
/** State of a step in one round of an investigation. */
export type StepState = (typeof stepStates)[number];

/** Input of a person to the form of a step. */
export interface StepInput {
  /** By field id. The empty text is not a value. */
  readonly answers: Readonly<Record<string, string>>;
  /** Ids of the ticked items of the checklist. */
  readonly checked: readonly string[];
}
