import type { ReactNode } from "react";

export const fieldClasses = "h-7 rounded-sm border border-rule-strong bg-sheet px-1.5 text-sm text-ink";

/** A form's field below its name. */
export function Field({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <label className="flex flex-col gap-0.5 text-xs text-ink-2">
      {name}
      {children}
    </label>
  );
}

interface ChoiceProps {
  /** Over the field. */
  readonly title: string;
  /** Within the form. */
  readonly name: string;
  readonly value: string;
  /** Values and how each is called. */
  readonly options: readonly (readonly [value: string, title: string])[];
}

/** One of several, as a field of a form. */
export function Choice({ title, name, value, options }: ChoiceProps) {
  return (
    <Field name={title}>
      <select name={name} defaultValue={value} className={fieldClasses}>
        {options.map(([one, called]) => (
          <option key={one} value={one}>
            {called}
          </option>
        ))}
      </select>
    </Field>
  );
}
