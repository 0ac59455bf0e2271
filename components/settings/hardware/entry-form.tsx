"use client";

import { useId, type FormEvent, type ReactNode } from "react";
import { toSentence } from "@/lib/format/sentence";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Field, fieldClasses, FieldError, invalidAttributes } from "@/components/ui/field";

export const errorMessageOf = (error: unknown): string =>
  toSentence(error instanceof Error ? error.message : "unknown");

interface EntryFormProps {
  /** "New GPU" or "Edit" with the name of the entry. */
  readonly label: string;
  /** Why saving failed, or null. */
  readonly error: string | null;
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
  /** Buttons in front of "Cancel". */
  readonly buttons: ReactNode;
  readonly children: ReactNode;
}

/** Frame of the form for a GPU or model: fields, save error and buttons. */
export function EntryForm({ label, error, onSubmit, onCancel, buttons, children }: EntryFormProps) {
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form
      aria-label={label}
      className="my-3 flex max-w-[860px] flex-col gap-3 border-y border-rule py-3"
      onSubmit={submit}
    >
      {children}
      {error !== null && (
        <p role="alert" className="text-xs text-bad">
          Not saved. {error}
        </p>
      )}
      <div className="flex gap-2">
        {buttons}
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Declaration of a form field. */
export interface DeclaredField<Name extends string> {
  readonly name: Name;
  readonly label: string;
  /** CSS height of a multi-line field. Absent for a single-line field. */
  readonly lines?: string;
}

interface EntryFieldsProps<Name extends string> {
  readonly fields: readonly DeclaredField<Name>[];
  readonly draft: Readonly<Record<Name, string>>;
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (name: Name, value: string) => void;
}

/** Renders the declared fields in order, each with its validation error. */
export function EntryFields<Name extends string>({
  fields,
  draft,
  errors,
  onChange,
}: EntryFieldsProps<Name>) {
  return fields.map(({ name, label, lines }) => (
    <EntryField
      key={name}
      label={label}
      lines={lines}
      value={draft[name]}
      error={errors[name] ?? null}
      onChange={(value) => onChange(name, value)}
    />
  ));
}

interface EntryFieldProps {
  readonly label: string;
  readonly lines: string | undefined;
  readonly value: string;
  readonly error: string | null;
  readonly onChange: (value: string) => void;
}

function EntryField({ label, lines, value, error, onChange }: EntryFieldProps) {
  const id = useId();
  const isLong = lines !== undefined;
  const Typed = isLong ? "textarea" : "input";
  return (
    <div className={cn("min-w-0", isLong && "col-span-full")}>
      <Field label={label}>
        <Typed
          className={cn(fieldClasses, "w-full min-w-0", lines)}
          value={value}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
          {...invalidAttributes(id, error)}
        />
      </Field>
      {error !== null && <FieldError id={id}>{error}</FieldError>}
    </div>
  );
}
