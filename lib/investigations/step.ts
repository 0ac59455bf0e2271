/** A step of an investigation as data: its explanation, form, checklist and conditions. `steps/steps.ts` lists all steps. */

import type { CollectionId } from "@/lib/model/investigation/collection-id";
import type { BaselineState } from "@/lib/model/investigation/step-change";
import type { StepId } from "@/lib/model/investigation/step-ids";
import type { AnsweringExperiment } from "./experiment-answers";

/** Parts of an experiment that answer a field of a step. */
export type ExperimentPart = "factor" | "result" | "rollback-plan" | "decision";

interface FieldText {
  /** Key of the stored value: kebab-case, unique in its step. Never changes. */
  readonly id: string;
  readonly label: string;
  /** Explanation below the field: a sentence. */
  readonly help: string;
  /** True if the step is incomplete without a value in this field. */
  readonly isRequired: boolean;
  /**
   * Part of an experiment that answers the field if the round has experiments. Without an experiment, a person answers
   * the field. Absent if a person always answers it.
   */
  readonly experimentPart?: ExperimentPart;
  /** Collection of the step whose values a person can take over as the answer. Absent if there is none. */
  readonly collection?: CollectionId;
}

/** A field of a step's form. Each value is text. A field with an empty text counts as not filled in. */
export type StepField = FieldText &
  (
    | { readonly kind: "text" }
    /** Several lines of text. */
    | { readonly kind: "lines" }
    | {
        readonly kind: "count";
        /** Id of a count in the same step that this count cannot exceed. */
        readonly limitField?: string;
      }
    | {
        readonly kind: "choice";
        readonly options: readonly { readonly id: string; readonly title: string }[];
      }
  );

/** A statement that a person confirms by hand. */
export interface ChecklistItem {
  /** Key of the stored tick: kebab-case, unique in its step. Never changes. */
  readonly id: string;
  readonly text: string;
}

/** Facts of the investigation outside the step's form, on which conditions of steps depend. */
export interface ProgressFacts {
  /** True if the investigation has a measurable target. */
  readonly hasGoal: boolean;
  readonly baseline: BaselineState;
  /** Number of hypotheses of the round that are open or supported, with evidence for them. */
  readonly provenHypothesisCount: number;
  /** Experiments of the round, in their order. */
  readonly experiments: readonly AnsweringExperiment[];
}

/** A condition on facts outside the step's form. */
export interface StepCondition {
  readonly id: string;
  /** Noun phrase for the timeline, such as "goal". */
  readonly name: string;
  /** Action of a person that meets the condition: a sentence. */
  readonly remedy: string;
  readonly isMet: (facts: ProgressFacts) => boolean;
}

/** Step of the investigation method, with its form, checklist and conditions. */
export interface Step {
  readonly id: StepId;
  readonly title: string;
  readonly focus: string;
  /** Question that the step answers. */
  readonly question: string;
  readonly keyOutput: string;
  readonly doneWhen: string;
  readonly riskIfSkipped: string;
  readonly collections: readonly CollectionId[];
  readonly fields: readonly StepField[];
  readonly checklist: readonly ChecklistItem[];
  readonly conditions: readonly StepCondition[];
}
