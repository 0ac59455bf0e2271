import { Field, fieldClasses } from "./field";
import { cn } from "./cn";

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly (readonly [value: T, text: string])[];
  readonly onChoose: (value: T) => void;
  readonly isDisabled?: boolean;
  /** Classes of the option list, not of the label. */
  readonly className?: string;
}

/** Selects one of a few options. */
export function Choice<T extends string>({
  label,
  value,
  options,
  onChoose,
  isDisabled = false,
  className,
}: ChoiceProps<T>) {
  return (
    <Field label={label}>
      <select
        className={cn(fieldClasses, className)}
        disabled={isDisabled}
        value={value}
        onChange={(event) => {
          const chosen = options.find(([each]) => each === event.target.value);
          if (chosen !== undefined) onChoose(chosen[0]);
        }}
      >
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  );
}
