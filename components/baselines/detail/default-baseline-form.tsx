"use client";

import { useQueryClient } from "@tanstack/react-query";
import { defaultReasonRules, removalReasonRules } from "@/lib/model/baseline/baseline";
import { titleError } from "@/lib/model/event";
import { baselinesKey, unsetDefaultBaseline, setDefaultBaseline } from "@/lib/client/queries/baselines";
import { textField, validatedBy, z } from "@/components/shared/forms/field-schemas";
import { TextField } from "@/components/shared/forms/fields";
import { Form } from "@/components/shared/forms/form";
import { useSavedForm } from "@/components/shared/forms/use-saved-form";

/** Whether a baseline becomes the default of its deployment, or is removed as its default. */
export type DefaultBaselineChange = "set" | "remove";

const schemaOf = (rules: typeof defaultReasonRules | typeof removalReasonRules) =>
  z.object({ reason: textField(validatedBy((text) => titleError(text, rules))) });

const changes = {
  set: {
    schema: schemaOf(defaultReasonRules),
    save: setDefaultBaseline,
    hint: "Why this window is normal, for example “after the upgrade to 0.11, a stable week”. The reason is stored in the history of defaults.",
  },
  remove: {
    schema: schemaOf(removalReasonRules),
    save: unsetDefaultBaseline,
    hint: "Why the window is not a reference any more, for example “other hardware since Monday”. Signals then draw no baseline, and gates and comparisons must name one. The reason is stored in the history of defaults.",
  },
} as const;

interface DefaultFormProps {
  readonly baselineId: string;
  readonly change: DefaultBaselineChange;
  /** Text of the button that opened the form. */
  readonly label: string;
  readonly onDone: () => void;
}

/** Makes a baseline the default of its deployment, or removes it as the default, with a reason. */
export function DefaultBaselineForm({ baselineId, change, label, onDone }: DefaultFormProps) {
  const queries = useQueryClient();
  const { schema, save, hint } = changes[change];
  const form = useSavedForm({
    schema,
    stored: { version: null, values: { reason: "" } },
    save: ({ body, idempotencyKey }) => save(baselineId, body.reason, idempotencyKey),
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
        hint={hint}
      />
    </Form>
  );
}
