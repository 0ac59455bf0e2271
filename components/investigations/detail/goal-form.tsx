"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { fail, succeed } from "@/lib/base/result";
import { baselinesQuery } from "@/lib/client/queries/baselines";
import type { EditInvestigationBody, Investigation } from "@/lib/contracts/investigations/investigations";
import { nullIfEmpty, textField, z, type FormSchema } from "@/components/shared/forms/field-schemas";
import { ChoiceField, LinesField } from "@/components/shared/forms/fields";
import { Form } from "@/components/shared/forms/form";
import { useSavedForm } from "@/components/shared/forms/use-saved-form";
import { conditionLinesField, toConditionLines } from "../goal/condition-lines";
import { GoalFields } from "../goal/goal-fields";
import { goalField, toGoalValues, type GoalValues } from "../goal/goal-schema";
import { editInvestigation } from "../investigation-requests";
import { investigationsKey } from "@/lib/client/queries/investigations";

interface GoalFormValues {
  readonly goal: GoalValues;
  readonly baselineId: string;
  readonly conditions: string;
}

type GoalBody = Pick<EditInvestigationBody, "goal" | "baselineId" | "conditions">;

const schema: FormSchema<GoalFormValues, GoalBody> = z.object({
  goal: goalField,
  baselineId: textField(nullIfEmpty((id) => (id.length > 36 ? fail("Choose a baseline.") : succeed(id)))),
  conditions: conditionLinesField,
});

interface GoalFormProps {
  readonly investigation: Investigation;
  readonly onClose: () => void;
}

/** Edits the goal, the baseline and the values that must not worsen. */
export function GoalForm({ investigation, onClose }: GoalFormProps) {
  const queries = useQueryClient();
  const { number, goal, baseline, conditions, version } = investigation;
  const listed = useQuery(baselinesQuery(null)).data?.baselines ?? [];
  const ready = listed.filter(({ state }) => state === "ready");
  const options = new Map(
    [...(baseline === null ? [] : [baseline]), ...ready].map(({ id, name }) => [id, name]),
  );
  const measured = conditions.filter(({ kind }) => kind === "signal");
  const form = useSavedForm({
    schema,
    stored: {
      version,
      values: {
        goal: toGoalValues(goal),
        baselineId: baseline?.id ?? "",
        conditions: toConditionLines(conditions),
      },
    },
    save: async (submission) => {
      const { changes } = submission;
      if (Object.keys(changes).length === 0) return;
      const changedConditions =
        changes.conditions === undefined ? {} : { conditions: [...measured, ...changes.conditions] };
      await editInvestigation({ number, version: submission.version }, { ...changes, ...changedConditions });
    },
    refetch: () => queries.invalidateQueries({ queryKey: investigationsKey }),
    onSaved: onClose,
  });
  return (
    <Form form={form} label="Goal and baseline" takesFocus onCancel={onClose}>
      <GoalFields form={form} />
      <ChoiceField
        form={form}
        name="baselineId"
        label="Baseline"
        options={[["", "Not chosen"], ...options]}
        hint={
          options.size === 0
            ? "No baseline was captured yet. Capture one on the page Baselines."
            : "A captured window of normal operation."
        }
      />
      <LinesField
        form={form}
        name="conditions"
        label="Must not worsen"
        rows={3}
        hint="One condition in each line, for example the cost per month."
      />
    </Form>
  );
}
