"use client";

import { useQueryClient } from "@tanstack/react-query";
import { experimentName, factorText } from "@/lib/model/investigation/experiments/experiment";
import { TextField } from "@/components/shared/forms/fields";
import { z, type FormSchema } from "@/components/shared/forms/field-schemas";
import { Form } from "@/components/shared/forms/form";
import { useSavedForm } from "@/components/shared/forms/use-saved-form";
import { isolateDirection } from "@/components/shared/isolated-text";
import { investigationKey } from "../investigation-requests";
import { reasonField } from "../steps/reason-field";
import type { ExperimentFormPartProps } from "./decision-form";
import { fireRollbackHook } from "./experiment-requests";

interface FireValues {
  readonly reason: string;
}

const schema: FormSchema<FireValues, FireValues> = z.object({ reason: reasonField });

/** Fires the rollback hook with a reason. */
export function FireHookForm({ number, experiment, onClose }: ExperimentFormPartProps) {
  const queries = useQueryClient();
  const name = experimentName(experiment.number);
  const form = useSavedForm({
    schema,
    stored: { version: null, values: { reason: "" } },
    save: ({ body, idempotencyKey }) => fireRollbackHook(number, experiment.id, body, idempotencyKey),
    refetch: () => queries.invalidateQueries({ queryKey: investigationKey(number) }),
    onSaved: onClose,
  });
  return (
    <Form
      form={form}
      label={`Fire the rollback hook of ${name}`}
      saveLabel="Request rollback"
      className="max-w-[520px]"
      takesFocus
      onCancel={onClose}
    >
      <p className="text-xs wrap-anywhere">
        Ridgepoint sends a request to {isolateDirection(experiment.rollbackHook?.name ?? "the webhook")} to
        undo the change <span className="font-mono">{isolateDirection(factorText(experiment.factor))}</span>.
        It cannot be recalled.
      </p>
      <TextField form={form} name="reason" label="Reason" hint="Your reason appears in the timeline." />
    </Form>
  );
}
