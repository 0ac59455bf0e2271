"use client";

import { useEffect, useId, type InputHTMLAttributes, type ReactNode } from "react";
import { useController, type FieldPath, type FieldValues } from "react-hook-form";
import { cn } from "@/components/ui/cn";
import { fieldClasses, FieldError, invalidAttributes } from "@/components/ui/field";
import { formatFieldValue } from "./compare-values";
import type { FieldLabel, FormConnection } from "./use-saved-form";

interface FieldProps<Values extends FieldValues> {
  readonly form: FormConnection<Values>;
  readonly name: FieldPath<Values>;
  readonly label: string;
  /** Explanation below the field. Absent if the label is enough. */
  readonly hint?: ReactNode;
  /** Classes of the control, not of its label. */
  readonly className?: string;
  /** Fields that are validated again when this field changes. */
  readonly deps?: FieldPath<Values> | FieldPath<Values>[];
}

type TextAttributes = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  "placeholder" | "maxLength" | "type" | "step" | "spellCheck" | "autoComplete"
>;

/** The value of a field whose input contains text that the browser cannot convert, such as half a date. */
const unreadableText = "unreadable";

/** Label and format of a field in the conflict dialog, whose versions may have different units. */
interface DialogTexts {
  /** Absent for the label of the field. */
  readonly dialogLabel?: string;
  readonly formatValue?: FieldLabel["formatValue"];
}

/** A field for one line of text. */
export function TextField<Values extends FieldValues>(
  props: FieldProps<Values> & TextAttributes & DialogTexts,
) {
  const { placeholder, maxLength, type, step, spellCheck, autoComplete = "off", className } = props;
  const { control, frame } = useField(props, props.formatValue ?? formatFieldValue);
  return (
    <FieldFrame {...frame}>
      <input
        {...{ placeholder, maxLength, type, step, spellCheck, autoComplete }}
        {...control}
        value={control.value === unreadableText ? "" : control.value}
        className={cn(fieldClasses, "min-w-0", className)}
      />
    </FieldFrame>
  );
}

/** Marks fields with an incomplete date or number as invalid. Their value is empty, which may be a valid value. */
export function markIncompleteInputs(
  form: HTMLFormElement,
  setValue: (name: string, value: string) => void,
): void {
  for (const input of form.querySelectorAll("input"))
    if (input.validity.badInput) setValue(input.name, unreadableText);
}

/** A field for several lines of text. */
export function LinesField<Values extends FieldValues>(
  props: FieldProps<Values> & { readonly rows?: number },
) {
  const { control, frame } = useField(props, formatFieldValue);
  return (
    <FieldFrame {...frame}>
      <textarea
        autoComplete="off"
        spellCheck={false}
        rows={props.rows}
        {...control}
        className={cn(fieldClasses, "h-auto min-w-0 py-1", props.className)}
      />
    </FieldFrame>
  );
}

/** Options of a select element with their displayed texts. */
export type ChoiceOptions = readonly (readonly [value: string, text: string])[];

interface ChoiceFieldProps<Values extends FieldValues> extends FieldProps<Values> {
  readonly options: ChoiceOptions;
  readonly isFixed?: boolean;
}

/** A field with one of several options. A value that is no longer an option stays selectable. */
export function ChoiceField<Values extends FieldValues>(props: ChoiceFieldProps<Values>) {
  const { options, isFixed = false, className } = props;
  const { control, frame } = useField(
    props,
    (value) => options.find(([each]) => each === value)?.[1] ?? formatFieldValue(value),
  );
  const isListed = options.some(([each]) => each === control.value);
  return (
    <FieldFrame {...frame}>
      <select {...control} disabled={isFixed} className={cn(fieldClasses, "min-w-0", className)}>
        {!isListed && <option value={control.value}>{control.value}</option>}
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

/** Connects a field with its form: value, errors, and its name in the conflict dialog. */
function useField<Values extends FieldValues>(
  props: FieldProps<Values> & DialogTexts,
  text: FieldLabel["formatValue"],
) {
  const { form, name, label, dialogLabel = label, hint, deps = [] } = props;
  const id = useId();
  const { field, fieldState, formState } = useController({ control: form.control, name, rules: { deps } });
  const value: string = field.value ?? "";
  // A field that is not filled in yet is reported by the first submission only.
  const error = (value === "" && !formState.isSubmitted ? null : fieldState.error?.message) ?? null;
  const { labels } = form;
  useEffect(() => {
    labels.set(name, { label: dialogLabel, formatValue: text });
  });
  useEffect(() => () => void labels.delete(name), [labels, name]);
  const descriptions = [
    ...(error === null ? [] : [`${id}-error`]),
    ...(hint === undefined ? [] : [`${id}-hint`]),
  ];
  const control = {
    ...field,
    id,
    value,
    ...invalidAttributes(descriptions.join(" "), error),
    ...(descriptions.length === 0 ? {} : { "aria-describedby": descriptions.join(" ") }),
  };
  return { control, frame: { id, label, hint, error } };
}

interface FieldFrameProps {
  readonly id: string;
  readonly label: string;
  readonly hint: ReactNode;
  readonly error: string | null;
  readonly children: ReactNode;
}

function FieldFrame({ id, label, hint, error, children }: FieldFrameProps) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-xs text-ink-2">
        {label}
      </label>
      {children}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-2xs text-ink-2">
          {hint}
        </p>
      )}
      {error !== null && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}
