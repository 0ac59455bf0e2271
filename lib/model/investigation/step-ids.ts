/** The seven steps of an investigation. Their contents are declared in `lib/investigations/steps`. */

/** Ids of the steps, in order. They are stored and never change. */
export const stepIds = [
  "define-baseline",
  "identify-symptoms",
  "collect-data",
  "form-hypotheses",
  "reproduce",
  "optimise",
  "validate",
] as const;
/** Id of a step of an investigation. */
export type StepId = (typeof stepIds)[number];

/** The step with which an investigation starts. */
export const firstStep: StepId = "define-baseline";
/** The step with which each later round starts. */
export const firstStepOfNextRound: StepId = "identify-symptoms";

/** Returns the number of a step as displayed: 1 to 7. */
export function stepNumber(step: StepId): number {
  return stepIds.indexOf(step) + 1;
}

/** Returns the part of an investigation to which a draft of this step belongs. */
export function stepDraftPart(round: number, step: StepId): string {
  return `step:${round}:${step}`;
}
