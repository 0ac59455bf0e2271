import { Field, fieldClasses } from "./field";

interface FormChoiceProps {
  readonly label: string;
  /** Within the form. */
  readonly name: string;
  readonly value: string;
  /** Values and how each is called. */
  readonly options: readonly (readonly [value: string, text: string])[];
}

/** One of several, as a field of a form that is sent as a whole. */
export function FormChoice({ label, name, value, options }: FormChoiceProps) {
  return (
    <Field label={label}>
      <select name={name} defaultValue={value} className={fieldClasses}>
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  );
}
