"use client";

import { useId, type InputHTMLAttributes } from "react";
import { fieldClasses } from "@/components/ui/field";

interface CredentialFieldProps extends Pick<
  InputHTMLAttributes<HTMLInputElement>,
  "type" | "autoComplete" | "minLength" | "maxLength" | "spellCheck"
> {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
}

/** A required field of a form that sends a password. */
export function CredentialField({ name, label, hint, ...attributes }: CredentialFieldProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-xs text-ink-2">
        {label}
      </label>
      <input
        id={id}
        name={name}
        required
        className={fieldClasses}
        {...(hint === undefined ? {} : { "aria-describedby": `${id}-hint` })}
        {...attributes}
      />
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-2xs text-ink-2">
          {hint}
        </p>
      )}
    </div>
  );
}

/** Returns the text of a field. */
export function readField(values: FormData, name: string): string {
  const value = values.get(name);
  return typeof value === "string" ? value : "";
}
