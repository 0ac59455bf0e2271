"use client";

import { useQueryClient } from "@tanstack/react-query";
import type { BaselineEntry, EditBaselineBody } from "@/lib/contracts/baselines";
import { baselinesKey, editBaseline } from "@/lib/client/queries/baselines";
import { dateTimeInput, formatDateInput } from "@/components/shared/date-input";
import { z, type FormSchema } from "@/components/shared/forms/field-schemas";
import { ChoiceField, TextField } from "@/components/shared/forms/fields";
import { Form } from "@/components/shared/forms/form";
import { useSavedForm } from "@/components/shared/forms/use-saved-form";
import { expiryField, nameField } from "@/components/shared/capture/baseline-fields";
import { parseVisibleTo, toVisibleTo, useVisibleToOptions } from "@/components/shared/capture/visible-to";

interface EditValues {
  readonly name: string;
  /** Text of a date input; empty without an expiry. */
  readonly expiresAtMs: string;
  /** "everyone", or the id of a team. */
  readonly visibleTo: string;
}

type EditedFields = Pick<EditBaselineBody, "name" | "expiresAtMs"> & Pick<EditValues, "visibleTo">;

const schema: FormSchema<EditValues, EditedFields> = z.object({
  name: nameField,
  expiresAtMs: expiryField,
  visibleTo: z.string(),
});

interface EditFormProps {
  readonly baseline: BaselineEntry;
  readonly onDone: () => void;
}

/** Renames a baseline, and changes when it expires and who sees it. */
export function EditForm({ baseline, onDone }: EditFormProps) {
  const queries = useQueryClient();
  const visibleToOptions = useVisibleToOptions(baseline.team);
  const { id, name, expiresAtMs, version } = baseline;
  const form = useSavedForm({
    schema,
    stored: {
      version,
      values: {
        name,
        expiresAtMs: expiresAtMs === null ? "" : formatDateInput(expiresAtMs),
        visibleTo: toVisibleTo(baseline),
      },
    },
    save: async (submission) => {
      if (Object.keys(submission.changes).length === 0) return;
      const { visibleTo, ...changes } = submission.changes;
      const edit = { ...changes, ...(visibleTo === undefined ? {} : parseVisibleTo(visibleTo)) };
      await editBaseline({ id, version: submission.version }, edit);
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
        {...dateTimeInput}
        hint="An expired baseline stays readable, and its health is “Expired”. A pinned baseline does not expire."
      />
      {visibleToOptions.length > 1 && (
        <ChoiceField
          form={form}
          name="visibleTo"
          label="Visible to"
          options={visibleToOptions}
          hint="The gate runs and comparisons of a team-only baseline are visible to the team only."
        />
      )}
    </Form>
  );
}
