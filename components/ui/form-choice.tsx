import { Field, fieldClasses } from "./field";

interface FormChoiceProps {
  readonly label: string;
  /** Field name in the submitted form. */
  readonly name: string;
  readonly value: string;
  /** Option values with their texts. */
  readonly options: readonly (readonly [value: string, text: string])[];
}

/** Selects one option as a field of a submitted form. */
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
