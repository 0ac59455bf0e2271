"use client";

import { useQueryClient } from "@tanstack/react-query";
import { experimentName } from "@/lib/model/investigation/experiments/experiment";
import { TextField } from "@/components/shared/forms/fields";
import { z, type FormSchema } from "@/components/shared/forms/field-schemas";
import { Form } from "@/components/shared/forms/form";
import { useSavedForm } from "@/components/shared/forms/use-saved-form";
import { investigationKey } from "../investigation-requests";
import { optionalReasonField } from "../steps/reason-field";
import type { ExperimentFormPartProps } from "./decision-form";
import { approveExperiment } from "./experiment-requests";

interface ApprovalValues {
  readonly exceptionReason: string;
}

const schema: FormSchema<ApprovalValues, { readonly exceptionReason: string | null }> = z.object({
  exceptionReason: optionalReasonField,
});

/** Approves an adopted change. If no other person can approve it, the proposer signs an exception instead. */
export function ApprovalForm({ number, experiment, onClose }: ExperimentFormPartProps) {
  const queries = useQueryClient();
  const name = experimentName(experiment.number);
  const form = useSavedForm({
    schema,
    stored: { version: null, values: { exceptionReason: "" } },
    save: ({ body, idempotencyKey }) =>
      approveExperiment(number, experiment.id, body.exceptionReason, idempotencyKey),
    refetch: () => queries.invalidateQueries({ queryKey: investigationKey(number) }),
    onSaved: onClose,
  });
  return (
    <Form
      form={form}
      label={`Approve ${name}`}
      saveLabel={experiment.isProposer ? "Sign exception" : "Approve change"}
      className="max-w-[520px]"
      takesFocus
      onCancel={onClose}
    >
      {experiment.isProposer ? (
        <TextField
          form={form}
          name="exceptionReason"
          label="Reason for an exception"
          hint="You proposed this change, so another person must approve it. You can sign an exception only if no other person can edit the investigation. The timeline shows the exception."
        />
      ) : (
        <p className="text-xs">
          You approve that this change is deployed as a fix. The timeline shows your name.
        </p>
      )}
    </Form>
  );
}
