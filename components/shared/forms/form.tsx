"use client";

import { useEffect, useRef, type ReactNode, type SubmitEvent } from "react";
import { useFormState, type FieldPath, type FieldValues, type Path } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { ConflictDialog } from "./conflict-dialog";
import { markIncompleteInputs } from "./fields";
import { findFirstField } from "./first-field";
import { useGuardedForm } from "./leave-form";
import { useUnsavedChanges } from "./unsaved-changes";
import type { SavedForm } from "./use-saved-form";
import { WriteError } from "./write-error";

interface FormProps<Values extends FieldValues, Body> {
  readonly form: SavedForm<Values, Body>;
  /** Accessible name. */
  readonly label: string;
  readonly className?: string;
  /** Text of the submit button. Default: "Save". */
  readonly saveLabel?: string;
  readonly canSave?: boolean;
  /** Absent for a form that stays open. */
  readonly onCancel?: () => void;
  /** Further buttons in front of "Cancel". */
  readonly actions?: ReactNode;
  /** Button that replaces the submit button. Absent if the form shows the usual submit button. */
  readonly submitButton?: ReactNode;
  /** Runs at a submission instead of saving. Absent if a submission saves the form. */
  readonly onSubmit?: () => Promise<void>;
  /** Title of the errors of a submission. Absent if the title of each error is shown. */
  readonly errorTitle?: string;
  /** True if the first field gets the focus when the form appears. */
  readonly takesFocus?: boolean;
  readonly children: ReactNode;
}

/** A form with its fields, errors, buttons and dialogs. Changes are not discarded without a confirmation. */
export function Form<Values extends FieldValues, Body>(props: FormProps<Values, Body>) {
  const { form, label, className, saveLabel = "Save", canSave = true, onCancel, children } = props;
  const element = useRef<HTMLFormElement>(null);
  const unsaved = useUnsavedChanges(form.hasChanges, form.onDiscard);
  const { takesFocus = false, onSubmit = form.submit } = props;
  useGuardedForm(unsaved.leave);
  useEffect(() => {
    if (takesFocus && element.current?.contains(document.activeElement) === false)
      findFirstField(element.current)?.focus();
  }, [takesFocus]);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    markIncompleteInputs(event.currentTarget, (name, value) =>
      form.methods.setValue(name as Path<Values>, value as never),
    );
    if (canSave) void onSubmit();
  };
  return (
    <form
      ref={element}
      tabIndex={-1}
      noValidate
      aria-label={label}
      className={cn("flex flex-col gap-3 outline-none", className)}
      onSubmit={submit}
    >
      {children}
      <ErrorSummary form={form} />
      <WriteError
        error={form.error}
        lastSave={form.lastSave}
        {...(props.errorTitle === undefined ? {} : { title: props.errorTitle })}
      />
      {form.restoreMine !== null && (
        <p role="status" className="text-xs text-ink-2">
          The version of the other user is shown.{" "}
          <Button size="sm" onClick={form.restoreMine}>
            Restore my input
          </Button>
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {props.submitButton ?? (
          <Button type="submit" variant="selected" disabled={form.isSaving || !canSave}>
            {form.isSaving ? "Saving" : saveLabel}
          </Button>
        )}
        {props.actions}
        {onCancel !== undefined && (
          <Button variant="ghost" onClick={() => unsaved.leave(onCancel)}>
            Cancel
          </Button>
        )}
      </div>
      <ConflictDialog form={form} />
      {unsaved.dialog}
    </form>
  );
}

/** Up to this many errors are visible next to their fields. */
const maxUnlisted = 3;

/** Lists the invalid fields of a long form after a submission. Their errors are next to the fields. */
function ErrorSummary<Values extends FieldValues, Body>({
  form,
}: {
  readonly form: SavedForm<Values, Body>;
}) {
  const { control, labels, methods } = form;
  const formState = useFormState({ control });
  if (!formState.isSubmitted) return null;
  const found = [...labels].flatMap(([each, { label }]) => {
    const name = each as FieldPath<Values>;
    return methods.getFieldState(name, formState).invalid ? [{ name, label }] : [];
  });
  if (found.length <= maxUnlisted) return null;
  return (
    <section aria-label="Errors" className="text-xs">
      <p className="font-semibold text-bad">{found.length} fields are invalid.</p>
      <ul className="flex flex-wrap gap-x-4">
        {found.map(({ name, label }) => (
          <li key={name}>
            <button type="button" className="underline" onClick={() => methods.setFocus(name)}>
              {label}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
