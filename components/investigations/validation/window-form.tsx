"use client";

import { windowError } from "@/lib/model/time-window";
import { useSavedForm } from "@/components/shared/forms/use-saved-form";
import { Form } from "@/components/shared/forms/form";
import { TextField } from "@/components/shared/forms/fields";
import { textField, validatedBy, z, type FormSchema } from "@/components/shared/forms/field-schemas";
import { dateTimeInput, parseDateInputMs } from "@/components/shared/date-input";
import type { ChosenWindow } from "./validation-requests";

interface WindowValues {
  readonly from: string;
  readonly to: string;
}

const time = textField(
  validatedBy((text) => (parseDateInputMs(text) === undefined ? "Enter a date and a time." : null)),
);
const schema: FormSchema<WindowValues, WindowValues> = z.object({ from: time, to: time }).check(
  z.superRefine((values, { issues }) => {
    const message = windowError(toWindow(values), Date.now());
    if (message !== undefined) issues.push({ code: "custom", path: ["to"], message, input: values.to });
  }),
);

function toWindow({ from, to }: WindowValues): ChosenWindow {
  return { from: String(parseDateInputMs(from)), to: String(parseDateInputMs(to)) };
}

interface WindowFormProps {
  readonly side: "before" | "after";
  readonly onChoose: (window: ChosenWindow) => void;
  readonly onClose: () => void;
}

/** Chooses the window before or after the fix. */
export function WindowForm({ side, onChoose, onClose }: WindowFormProps) {
  const form = useSavedForm({
    schema,
    stored: { version: null, values: { from: "", to: "" } },
    save: ({ body }) => {
      onChoose(toWindow(body));
      return Promise.resolve();
    },
    refetch: () => Promise.resolve(),
    onSaved: onClose,
  });
  return (
    <Form
      form={form}
      label={`Window ${side} the fix`}
      saveLabel="Use this window"
      className="max-w-[520px] py-2"
      takesFocus
      onCancel={onClose}
    >
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <TextField form={form} name="from" label="From" {...dateTimeInput} />
        <TextField form={form} name="to" label="To" {...dateTimeInput} />
      </div>
    </Form>
  );
}
