"use client";

import { useQueryClient } from "@tanstack/react-query";
import type { DecideExperimentBody, ExperimentEntry } from "@/lib/contracts/investigations/experiments";
import {
  experimentDecisions,
  experimentDecisionTitles,
  experimentName,
} from "@/lib/model/investigation/experiments/experiment";
import { ChoiceField, TextField } from "@/components/shared/forms/fields";
import { parseOption, textField, z, type FormSchema } from "@/components/shared/forms/field-schemas";
import { Form } from "@/components/shared/forms/form";
import { useSavedForm } from "@/components/shared/forms/use-saved-form";
import { investigationKey } from "../investigation-requests";
import { reasonField } from "../steps/reason-field";
import { decideExperiment } from "./experiment-requests";

interface DecisionValues {
  readonly decision: string;
  readonly reason: string;
}

const schema: FormSchema<DecisionValues, DecideExperimentBody> = z.object({
  decision: textField(parseOption(experimentDecisions)),
  reason: reasonField,
});

/** Props of a form of one experiment. `number` is the number of the investigation. */
export interface ExperimentFormPartProps {
  readonly number: number;
  readonly experiment: ExperimentEntry;
  readonly onClose: () => void;
}

/**
 * Records the decision on an experiment with its reason. The server also stores the result at the time of the
 * decision.
 */
export function DecisionForm({ number, experiment, onClose }: ExperimentFormPartProps) {
  const queries = useQueryClient();
  const name = experimentName(experiment.number);
  const form = useSavedForm({
    schema,
    stored: { version: null, values: { decision: "adopt", reason: "" } },
    save: ({ body, idempotencyKey }) => decideExperiment(number, experiment.id, body, idempotencyKey),
    refetch: () => queries.invalidateQueries({ queryKey: investigationKey(number) }),
    onSaved: onClose,
  });
  return (
    <Form
      form={form}
      label={`Decide on ${name}`}
      saveLabel="Record decision"
      className="max-w-[520px]"
      takesFocus
      onCancel={onClose}
    >
      <ChoiceField
        form={form}
        name="decision"
        label="Decision"
        options={experimentDecisions.map((one) => [one, experimentDecisionTitles[one]] as const)}
        hint="The current result is stored with the decision. Another person approves an adopted change."
      />
      <TextField form={form} name="reason" label="Reason" hint="Your reason appears in the timeline." />
    </Form>
  );
}
