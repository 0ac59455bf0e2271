"use client";

import { useQueryClient } from "@tanstack/react-query";
import type { BaselineEntry, EditBaselineBody } from "@/lib/contracts/baselines";
import { baselinesKey, editBaseline } from "@/lib/client/queries/baselines";
import { formatDateInput } from "@/components/shared/events/new-draft";
import { z, type FormSchema } from "@/components/shared/forms/field-schemas";
import { TextField } from "@/components/shared/forms/fields";
import { Form } from "@/components/shared/forms/form";
import { useSavedForm } from "@/components/shared/forms/use-saved-form";
import { expiryField, nameField } from "@/components/shared/capture/baseline-fields";

interface EditValues {
  readonly name: string;
  /** Text of a date input; empty without an expiry. */
  readonly expiresAtMs: string;
}

const schema: FormSchema<EditValues, EditBaselineBody> = z.object({
  name: nameField,
  expiresAtMs: expiryField,
});

interface EditFormProps {
  readonly baseline: BaselineEntry;
  readonly onDone: () => void;
}

/** Renames a baseline and changes when it expires. */
export function EditForm({ baseline, onDone }: EditFormProps) {
  const queries = useQueryClient();
  const { id, name, expiresAtMs, version } = baseline;
  const form = useSavedForm({
    schema,
    stored: {
      version,
      values: { name, expiresAtMs: expiresAtMs === null ? "" : formatDateInput(expiresAtMs) },
    },
    save: async (submission) => {
      if (Object.keys(submission.changes).length === 0) return;
      await editBaseline({ id, version: submission.version }, submission.changes);
    },
    refetch: () => queries.invalidateQueries({ queryKey: baselinesKey }),
    onSaved: onDone,
  });
  return (
    <Form form={form} label="Edit baseline" className="max-w-[420px] py-3" takesFocus onCancel={onDone}>
      <TextField form={form} name="name" label="Name" />
      <TextField
        form={form}
        name="expiresAtMs"
        label="Expires (empty: never)"
        type="datetime-local"
        step="1"
        hint="An expired baseline stays readable, and its health is “Expired”. A pinned baseline does not expire."
      />
    </Form>
  );
}
