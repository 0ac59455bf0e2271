"use client";

import { useSavedForm } from "@/components/shared/forms/use-saved-form";
import { Form } from "@/components/shared/forms/form";
import { TextField } from "@/components/shared/forms/fields";
import { textField, validatedBy, z, type FormSchema } from "@/components/shared/forms/field-schemas";
import { parseDateInputMs } from "@/components/shared/date-input";
import type { ChosenBefore } from "./validation-requests";

interface BeforeValues {
  readonly from: string;
  readonly to: string;
}

const time = textField(
  validatedBy((text) => (parseDateInputMs(text) === undefined ? "Enter a date and a time." : null)),
);
const schema: FormSchema<BeforeValues, BeforeValues> = z.object({ from: time, to: time });

interface BeforeFormProps {
  readonly onChoose: (before: ChosenBefore) => void;
  readonly onClose: () => void;
}

/** Chooses the window before the fix. */
export function BeforeForm({ onChoose, onClose }: BeforeFormProps) {
  const form = useSavedForm({
    schema,
    stored: { version: null, values: { from: "", to: "" } },
    save: ({ body }) => {
      onChoose({ from: String(parseDateInputMs(body.from)), to: String(parseDateInputMs(body.to)) });
      return Promise.resolve();
    },
    refetch: () => Promise.resolve(),
    onSaved: onClose,
  });
  return (
    <Form
      form={form}
      label="Window before the fix"
      saveLabel="Use this window"
      className="max-w-[520px] py-2"
      takesFocus
      onCancel={onClose}
    >
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <TextField form={form} name="from" label="From" type="datetime-local" step="1" />
        <TextField form={form} name="to" label="To" type="datetime-local" step="1" />
      </div>
    </Form>
  );
}
