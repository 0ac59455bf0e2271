import type { ReactNode } from "react";
import { cn } from "./cn";

/** Classes of input elements. */
export const fieldClasses =
  "h-7 rounded-sm border border-rule-strong bg-sheet px-2 text-sm text-ink aria-invalid:border-bad";

interface FieldProps {
  readonly label: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A labelled form field. */
export function Field({ label, className, children }: FieldProps) {
  return (
    <label className={cn("flex flex-col gap-1 text-xs text-ink-2", className)}>
      {label}
      {children}
    </label>
  );
}

/** ARIA attributes of an invalid field. */
export interface InvalidAttributes {
  readonly "aria-invalid"?: true;
  readonly "aria-describedby"?: string;
}

/** Returns ARIA attributes of an invalid field. `id` is the id of the error element, which describes the field. */
export function invalidAttributes(id: string, error: string | null): InvalidAttributes {
  return error === null ? {} : { "aria-invalid": true, "aria-describedby": id };
}

interface FieldErrorProps {
  readonly id: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Validation error of a field. */
export function FieldError({ id, className, children }: FieldErrorProps) {
  return (
    <p id={id} role="alert" className={cn("text-xs text-bad", className)}>
      {children}
    </p>
  );
}
