/** The list of steps, in order. */
import type { StepId } from "@/lib/model/investigation/step-ids";
import type { ChecklistItem, Step } from "../step";
import { collectDataStep } from "./collect-data";
import { defineBaselineStep } from "./define-baseline";
import { formHypothesesStep } from "./form-hypotheses";
import { identifySymptomsStep } from "./identify-symptoms";
import { optimiseStep } from "./optimise";
import { reproduceStep } from "./reproduce";
import { validateStep } from "./validate";

/** Steps of the investigation method, in order. */
export const steps: readonly Step[] = [
  defineBaselineStep,
  identifySymptomsStep,
  collectDataStep,
  formHypothesesStep,
  reproduceStep,
  optimiseStep,
  validateStep,
];

const stepsById = new Map(steps.map((step) => [step.id, step]));

/** Returns the definition of a step. */
export function getStep(id: StepId): Step {
  const step = stepsById.get(id);
  if (step === undefined) throw new Error(`no step ${id}`);
  return step;
}

interface StepWithAddedItems {
  readonly step: StepId;
  /** Items that a template adds to the checklist. */
  readonly addedItems: readonly ChecklistItem[];
}

/** Returns the step of a record, with the items that its template adds to the checklist. */
export function getStepWithAddedItems({ step: id, addedItems }: StepWithAddedItems): Step {
  const step = getStep(id);
  return addedItems.length === 0 ? step : { ...step, checklist: [...step.checklist, ...addedItems] };
}
