"use client";

import { getStep } from "@/lib/investigations/steps/steps";
import { stepNumber, type StepId } from "@/lib/model/investigation/step-ids";
import { z, type FormSchema } from "@/components/shared/forms/field-schemas";
import { TextField } from "@/components/shared/forms/fields";
import { Form } from "@/components/shared/forms/form";
import { useSavedForm } from "@/components/shared/forms/use-saved-form";
import { reasonField } from "./reason-field";

interface ReasonValues {
  readonly reason: string;
}

const schema: FormSchema<ReasonValues, ReasonValues> = z.object({ reason: reasonField });

interface SkipFormProps {
  readonly step: StepId;
  readonly save: (reason: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Skips a step with a reason that stays on record. Shows the risk. */
export function StepSkipForm({ step, save, onClose }: SkipFormProps) {
  const form = useSavedForm({
    schema,
    stored: { version: null, values: { reason: "" } },
    save: ({ body }) => save(body.reason),
    refetch: () => Promise.resolve(),
    onSaved: onClose,
  });
  return (
    <Form
      form={form}
      label={`Skip step ${stepNumber(step)}`}
      saveLabel={`Skip step ${stepNumber(step)}`}
      className="max-w-[520px] py-3"
      takesFocus
      onCancel={onClose}
    >
      <p className="text-xs">
        <span className="font-semibold text-warn">Risk: </span>
        {getStep(step).riskIfSkipped}
      </p>
      <TextField
        form={form}
        name="reason"
        label="Reason"
        hint="Everyone who can read this investigation sees your reason in the timeline."
      />
    </Form>
  );
}
