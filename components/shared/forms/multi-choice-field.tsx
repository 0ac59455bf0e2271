"use client";

import { useId } from "react";
import { useController, type FieldPath, type FieldValues } from "react-hook-form";
import { FieldError } from "@/components/ui/field";
import type { FormConnection } from "./use-saved-form";

interface ChoicesFieldProps<Values extends FieldValues> {
  readonly form: FormConnection<Values>;
  readonly name: FieldPath<Values>;
  readonly legend: string;
  /** Values with their displayed texts. */
  readonly options: readonly (readonly [value: string, text: string])[];
}

/** A field with any number of several options. Its value is the list of the chosen ones. */
export function MultiChoiceField<Values extends FieldValues>(props: ChoicesFieldProps<Values>) {
  const { form, name, legend, options } = props;
  const { field, fieldState } = useController({ control: form.control, name });
  const id = useId();
  const chosen: readonly string[] = field.value;
  // The error of a list, in contrast to that of its items.
  const error = fieldState.error?.root?.message ?? fieldState.error?.message ?? null;
  const toggle = (value: string): void =>
    field.onChange(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);
  return (
    <fieldset className="flex flex-col gap-1 text-xs" {...(error === null ? {} : { "aria-describedby": id })}>
      <legend className="pb-1 text-ink-2">{legend}</legend>
      {options.map(([value, text], index) => (
        <label key={value} className="flex min-h-6 items-center gap-2">
          <input
            type="checkbox"
            ref={index === 0 ? field.ref : undefined}
            checked={chosen.includes(value)}
            onChange={() => toggle(value)}
            onBlur={field.onBlur}
          />
          {text}
        </label>
      ))}
      {error !== null && <FieldError id={id}>{error}</FieldError>}
    </fieldset>
  );
}
