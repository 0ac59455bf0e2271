"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { listedDeploymentsQuery } from "@/lib/client/queries/deployments";
import type { ExperimentEntry } from "@/lib/contracts/investigations/experiments";
import type { InvestigationResponse } from "@/lib/contracts/investigations/investigations";
import {
  experimentKinds,
  experimentKindTitles,
  experimentName,
} from "@/lib/model/investigation/experiments/experiment";
import { hypothesisName } from "@/lib/model/investigation/hypothesis";
import { ChoiceField, LinesField, TextField } from "@/components/shared/forms/fields";
import { Form } from "@/components/shared/forms/form";
import { useSavedForm, type FormConnection } from "@/components/shared/forms/use-saved-form";
import { investigationKey } from "../investigation-requests";
import { findExperimentSaveAuthor } from "../timeline/find-last-save-author";
import { ArmFields } from "./arm-fields";
import { addExperiment, editExperiment } from "./experiment-requests";
import { experimentSchema, toExperimentValues, type ExperimentValues } from "./experiment-schema";
import { HookFields } from "./hook-fields";
import { MeasureFields } from "./measure-fields";

interface ExperimentFormProps {
  readonly page: InvestigationResponse;
  /** Null for a new experiment. */
  readonly experiment: ExperimentEntry | null;
  readonly onClose: () => void;
}

/** Plans or edits an experiment. While it runs, only windows, the rollback plan and its hook can be changed. */
export function ExperimentForm({ page, experiment, onClose }: ExperimentFormProps) {
  const queries = useQueryClient();
  const { investigation } = page;
  const { number } = investigation;
  const listed = useQuery(listedDeploymentsQuery).data?.deployments ?? [];
  // The deployments of the investigation come first.
  const deployments = new Map(
    [...investigation.deployments, ...listed].map(({ slug, title }) => [slug, title] as const),
  );
  const isNew = experiment === null;
  const isRunning = experiment?.state === "running";
  const form = useSavedForm({
    schema: experimentSchema,
    stored: {
      version: experiment?.version ?? null,
      values: toExperimentValues(experiment, investigation.deployments[0]?.slug ?? ""),
    },
    save: async ({ body, changes, version, idempotencyKey }) => {
      if (isNew) await addExperiment(number, body, idempotencyKey);
      else if (Object.keys(changes).length > 0)
        await editExperiment(number, { id: experiment.id, version }, changes);
    },
    refetch: () => queries.invalidateQueries({ queryKey: investigationKey(number) }),
    lastSave: experiment === null ? null : findExperimentSaveAuthor(page, experiment),
    onSaved: onClose,
  });
  return (
    <Form
      form={form}
      label={isNew ? "Add experiment" : `Edit ${experimentName(experiment.number)}`}
      saveLabel={isNew ? "Add experiment" : "Save"}
      className="max-w-[760px] py-3"
      takesFocus
      onCancel={onClose}
    >
      {!isRunning && <SubjectFields form={form} hypotheses={page.hypotheses} />}
      <ArmFields
        form={form}
        arm="reference"
        deployments={deployments}
        isRunning={isRunning}
        baseline={experiment?.arms[0].baseline ?? null}
      />
      <ArmFields
        form={form}
        arm="changed"
        deployments={deployments}
        isRunning={isRunning}
        baseline={experiment?.arms[1].baseline ?? null}
      />
      {!isRunning && <MeasureFields form={form} />}
      <LinesField
        form={form}
        name="rollbackPlan"
        label="Rollback plan"
        rows={2}
        hint="How to undo the change, and how long it takes."
      />
      <HookFields form={form} number={number} present={experiment?.rollbackHook ?? null} />
    </Form>
  );
}

interface SubjectFieldsProps {
  readonly form: FormConnection<ExperimentValues>;
  readonly hypotheses: InvestigationResponse["hypotheses"];
}

/** Fields of the kind, the tested hypothesis, and the declared factor. */
function SubjectFields({ form, hypotheses }: SubjectFieldsProps) {
  return (
    <>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <ChoiceField
          form={form}
          name="kind"
          label="Kind"
          options={experimentKinds.map((kind) => [kind, experimentKindTitles[kind]] as const)}
        />
        <ChoiceField
          form={form}
          name="hypothesisId"
          label="Hypothesis"
          options={[
            ["", "None"],
            ...hypotheses.map((one) => [one.id, `${hypothesisName(one.number)}: ${one.statement}`] as const),
          ]}
        />
      </div>
      <fieldset className="grid grid-cols-1 gap-3 sm:grid-cols-3">
        <legend className="pb-1 text-xs text-ink-2">The one factor that differs between the arms</legend>
        <TextField
          form={form}
          name="factor.path"
          label="Path"
          placeholder="engine.flags.max_num_seqs"
          hint="A path of the environment, or load."
        />
        <TextField form={form} name="factor.from" label="Value in the reference arm" />
        <TextField form={form} name="factor.to" label="Value in the changed arm" />
      </fieldset>
    </>
  );
}
