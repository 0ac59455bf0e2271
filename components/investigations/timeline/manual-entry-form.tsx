"use client";

import { useQueryClient } from "@tanstack/react-query";
import { fail, succeed } from "@/lib/base/result";
import type { TimelineEntry } from "@/lib/contracts/investigations/timeline";
import { investigationLimits } from "@/lib/model/investigation/investigation-limits";
import { dateTimeInput, formatDateInput, parseDateInputMs } from "@/components/shared/date-input";
import { textField, z, type FormSchema } from "@/components/shared/forms/field-schemas";
import { LinesField, TextField } from "@/components/shared/forms/fields";
import { Form } from "@/components/shared/forms/form";
import { useSavedForm } from "@/components/shared/forms/use-saved-form";
import { addTimelineEntry, editTimelineEntry } from "../record-requests";
import { investigationKey } from "../investigation-requests";

interface EntryValues {
  readonly text: string;
  /** Text of a date input. */
  readonly atMs: string;
}

interface EntryBody {
  readonly text: string;
  readonly atMs: number;
}

const { maxCommentLength } = investigationLimits;

const schema: FormSchema<EntryValues, EntryBody> = z.object({
  text: textField((text) => {
    if (text === "") return fail("Describe what happened.");
    return text.length > maxCommentLength
      ? fail(`Must have at most ${maxCommentLength} characters, but has ${text.length}.`)
      : succeed(text);
  }),
  atMs: textField((text) => {
    const atMs = parseDateInputMs(text);
    return atMs === undefined ? fail("Enter a date and a time.") : succeed(atMs);
  }),
});

interface EntryFormProps {
  readonly number: number;
  /** The entry to edit. Absent for a new one. */
  readonly edited?: Pick<TimelineEntry, "id" | "version" | "atMs"> & { readonly text: string };
  /** Time of a new entry. */
  readonly asOfMs: number;
  readonly onClose: () => void;
}

/** Adds or edits an entry about something that happened outside Ridgepoint, such as a call with a provider. */
export function ManualEntryForm({ number, edited, asOfMs, onClose }: EntryFormProps) {
  const queries = useQueryClient();
  const form = useSavedForm({
    schema,
    stored: {
      version: edited?.version ?? null,
      values: { text: edited?.text ?? "", atMs: formatDateInput(edited?.atMs ?? asOfMs) },
    },
    save: ({ body, idempotencyKey, version }) =>
      edited === undefined
        ? addTimelineEntry(number, body, idempotencyKey)
        : editTimelineEntry(number, { id: edited.id, version }, body),
    refetch: () => queries.invalidateQueries({ queryKey: investigationKey(number) }),
    onSaved: onClose,
  });
  return (
    <Form
      form={form}
      label={edited === undefined ? "Add entry" : "Edit entry"}
      saveLabel={edited === undefined ? "Add entry" : "Save"}
      className="py-2 print:hidden"
      takesFocus
      onCancel={onClose}
    >
      <LinesField form={form} name="text" label="What happened" rows={2} />
      <TextField form={form} name="atMs" label="Time" {...dateTimeInput} />
    </Form>
  );
}
