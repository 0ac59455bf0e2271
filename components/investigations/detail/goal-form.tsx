"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { baselinesQuery } from "@/lib/client/queries/baselines";
import type { Investigation } from "@/lib/contracts/investigations/investigations";
import { ChoiceField, LinesField, TextField } from "@/components/shared/forms/fields";
import { Form } from "@/components/shared/forms/form";
import { useSavedForm, type SaveAuthor } from "@/components/shared/forms/use-saved-form";
import { ConditionRows } from "../goal/condition-rows";
import { GoalFields } from "../goal/goal-fields";
import { goalFormSchema, toChangedProperties, toGoalFormValues } from "../goal/goal-form-schema";
import { editInvestigation } from "../investigation-requests";
import { investigationsKey } from "@/lib/client/queries/investigations";

interface GoalFormProps {
  readonly investigation: Investigation;
  readonly lastSave: SaveAuthor | null;
  readonly onClose: () => void;
}

/** Edits the goal, the baseline and the values that must not worsen. */
export function GoalForm({ investigation, lastSave, onClose }: GoalFormProps) {
  const queries = useQueryClient();
  const { number, baseline, version, deployments } = investigation;
  const listed = useQuery(baselinesQuery(null)).data?.baselines ?? [];
  const slugs = new Set(deployments.map(({ slug }) => slug));
  const ready = listed.filter(
    ({ state, deployment }) =>
      state === "ready" && (slugs.size === 0 || deployment === null || slugs.has(deployment.slug)),
  );
  const options = new Map(
    [...(baseline === null ? [] : [baseline]), ...ready].map(({ id, name }) => [id, name]),
  );
  const form = useSavedForm({
    schema: goalFormSchema,
    stored: { version, values: toGoalFormValues(investigation) },
    lastSave,
    save: async ({ body, changes, version: editedVersion }) => {
      const changed = toChangedProperties(body, changes);
      if (Object.keys(changed).length > 0)
        await editInvestigation({ number, version: editedVersion }, changed);
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
            ? `No baseline of ${slugs.size === 0 ? "any deployment" : "these deployments"} was captured yet. Capture one on the page Baselines.`
            : "A captured window of normal operation of a deployment of this investigation."
        }
      />
      <ConditionRows form={form} />
      <div className="grid grid-cols-1 gap-2 sm:grid-cols-2">
        <TextField
          form={form}
          name="cost.amount"
          label="Maximum cost per million output tokens"
          placeholder="no limit"
          hint="GPUs × price of a GPU hour ÷ output tokens. Enter the price on the page Roofline."
        />
        <TextField form={form} name="cost.currency" label="Currency" placeholder="EUR, USD" />
      </div>
      <LinesField
        form={form}
        name="statedConditions"
        label="Conditions that a person confirms"
        rows={3}
        hint="One condition per line, for example “answer quality does not drop”. Ridgepoint does not check these conditions."
      />
    </Form>
  );
}
