"use client";

import { useQueryClient } from "@tanstack/react-query";
import { defaultReasonRules } from "@/lib/model/baseline/baseline";
import { titleError } from "@/lib/model/event";
import { baselinesKey, setDefaultBaseline } from "@/lib/client/queries/baselines";
import { textField, validatedBy, z } from "@/components/shared/forms/field-schemas";
import { TextField } from "@/components/shared/forms/fields";
import { Form } from "@/components/shared/forms/form";
import { useSavedForm } from "@/components/shared/forms/use-saved-form";

const schema = z.object({ reason: textField(validatedBy((text) => titleError(text, defaultReasonRules))) });

interface DefaultFormProps {
  readonly baselineId: string;
  /** Text of the button that opened the form. */
  readonly label: string;
  readonly onDone: () => void;
}

/** Makes a baseline the default of its deployment, with a reason. */
export function DefaultForm({ baselineId, label, onDone }: DefaultFormProps) {
  const queries = useQueryClient();
  const form = useSavedForm({
    schema,
    stored: { version: null, values: { reason: "" } },
    save: ({ body, idempotencyKey }) => setDefaultBaseline(baselineId, body.reason, idempotencyKey),
    refetch: () => queries.invalidateQueries({ queryKey: baselinesKey }),
    onSaved: onDone,
  });
  return (
    <Form
      form={form}
      label={label}
      className="max-w-[420px] py-3"
      saveLabel={label}
      takesFocus
      onCancel={onDone}
    >
      <TextField
        form={form}
        name="reason"
        label="Reason"
        maxLength={defaultReasonRules.maxLength}
        hint="Why this window is normal, for example “after the upgrade to 0.11, a stable week”. The reason is stored in the history of defaults."
      />
    </Form>
  );
}
