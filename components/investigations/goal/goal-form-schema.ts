/** Schema of the form for the goal, the baseline and the conditions. */
import { fail, succeed } from "@/lib/base/result";
import type { EditInvestigationBody, Investigation } from "@/lib/contracts/investigations/investigations";
import type { Condition } from "@/lib/model/investigation/goal";
import { nullIfEmpty, textField, z, type FormSchema } from "@/components/shared/forms/field-schemas";
import { conditionLinesField, toConditionLines } from "./condition-lines";
import { costField, toCostValues, type CostValues } from "./cost-condition";
import { goalField, toGoalValues, type GoalValues } from "./goal-schema";
import {
  measuredConditionsField,
  toMeasuredConditionValues,
  type MeasuredConditionValues,
} from "./measured-conditions";

/** Form values of the goal, its baseline and its conditions. */
export interface GoalFormValues {
  readonly goal: GoalValues;
  readonly baselineId: string;
  readonly measuredConditions: readonly MeasuredConditionValues[];
  readonly cost: CostValues;
  /** Conditions that a person confirms, one per line. */
  readonly statedConditions: string;
}

/** Output of the form. The three lists of conditions become one list when the form is sent. */
export interface GoalFormBody extends Pick<EditInvestigationBody, "goal" | "baselineId"> {
  readonly measuredConditions: readonly Condition[];
  readonly cost: readonly Condition[];
  readonly statedConditions: readonly Condition[];
}

/** Checks the form of the goal. Conditions are one per line. */
export const goalFormSchema: FormSchema<GoalFormValues, GoalFormBody> = z.object({
  goal: goalField,
  baselineId: textField(nullIfEmpty((id) => (id.length > 36 ? fail("Choose a baseline.") : succeed(id)))),
  measuredConditions: measuredConditionsField,
  cost: costField,
  statedConditions: conditionLinesField,
});

/** Returns the form values for a stored investigation. */
export function toGoalFormValues({ goal, baseline, conditions }: Investigation): GoalFormValues {
  return {
    goal: toGoalValues(goal),
    baselineId: baseline?.id ?? "",
    measuredConditions: toMeasuredConditionValues(conditions),
    cost: toCostValues(conditions),
    statedConditions: toConditionLines(conditions),
  };
}

/**
 * Returns the body of the edit. The API has one list for all conditions, so a changed condition sends them
 * all.
 */
export function toChangedProperties(
  { measuredConditions, cost, statedConditions }: GoalFormBody,
  changes: Partial<GoalFormBody>,
): EditInvestigationBody {
  const { measuredConditions: measured, cost: limit, statedConditions: stated, ...properties } = changes;
  if (measured === undefined && limit === undefined && stated === undefined) return properties;
  return { ...properties, conditions: [...measuredConditions, ...cost, ...statedConditions] };
}
