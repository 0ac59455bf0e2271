"use client";

import { useEffect, useRef, useState, type SubmitEvent } from "react";
import type { ChangeEvent } from "@/lib/model/event";
import { Button } from "@/components/ui/button";
import { validateDraft, toCreateBody, toEditBody, type DraftErrors, type EventDraft } from "./event-draft";
import { EventFields } from "./event-fields";
import type { EventWriter } from "./use-event-writer";

interface EventFormProps {
  readonly draft: EventDraft;
  readonly onChange: (draft: EventDraft) => void;
  /** The event before the edit, or null for a new event. */
  readonly editing: ChangeEvent | null;
  /** The current version on the server, or null if the event was deleted. */
  readonly present: ChangeEvent | null;
  readonly onRebase: (present: ChangeEvent) => void;
  readonly deployment: { readonly slug: string; readonly title: string } | null;
  readonly writer: EventWriter;
  readonly nowMs: () => number;
  readonly onDone: (message: string) => void;
  readonly onCancel: () => void;
}

/** Adds or edits an event. The input is kept until it is saved or cancelled. */
export function EventForm(props: EventFormProps) {
  const { draft, onChange, editing, deployment, writer, nowMs, onDone, onCancel } = props;
  const [errors, setErrors] = useState<DraftErrors>({});
  const firstField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The user opened this form to type.
    firstField.current?.focus();
  }, []);
  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const found = { ...validateDraft(draft, nowMs()), ...incompleteDates(event.currentTarget) };
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    if (editing === null) {
      if (await writer.create(toCreateBody(draft))) onDone("The event was added.");
      return;
    }
    const body = toEditBody(draft, editing);
    if (body === null) onDone("No changes.");
    else if (await writer.edit(editing, body)) onDone("The event was changed.");
  };
  return (
    <form
      noValidate
      aria-label={editing === null ? "Add event" : "Edit event"}
      className="flex flex-col gap-3 border-b border-rule bg-well px-4 py-3"
      onSubmit={(event) => void submit(event)}
    >
      <EventFields
        draft={draft}
        onChange={(next) => {
          setErrors({});
          onChange(next);
        }}
        errors={errors}
        isKindFixed={editing !== null}
        deployment={deployment}
        firstField={firstField}
      />
      <WriteErrorNotice {...props} />
      <div className="flex gap-2">
        <Button type="submit" variant="selected" disabled={writer.isBusy}>
          {writer.isBusy ? "Saving" : editing === null ? "Add" : "Save"}
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Finds date inputs with an incomplete date. Their value is empty, which would be a valid value. */
function incompleteDates(form: HTMLFormElement): DraftErrors {
  const isIncomplete = (name: string): boolean => {
    const input = form.elements.namedItem(name);
    return input instanceof HTMLInputElement && input.validity.badInput;
  };
  return {
    ...(isIncomplete("at") ? { at: "Enter a date and a time." } : {}),
    ...(isIncomplete("end") ? { end: "Enter a date and a time, or leave the field empty." } : {}),
  };
}

function WriteErrorNotice({ writer, editing, present, onRebase }: EventFormProps) {
  const { error } = writer;
  if (error === null) return null;
  const isNewer = present !== null && editing !== null && present.version > editing.version;
  return (
    <div role="alert" className="flex flex-col items-start gap-1 text-xs">
      <p className="font-semibold text-bad">{error.title}.</p>
      {error.isConflict && isNewer ? (
        <>
          <p className="text-ink-2">
            The current title is “{present.title}”. Your input is kept. Saving again overwrites the current
            version.
          </p>
          <Button
            size="sm"
            onClick={() => {
              onRebase(present);
              writer.clearError();
            }}
          >
            Keep my input and edit the current version
          </Button>
        </>
      ) : (
        <p className="text-ink-2">
          {error.detail} {error.next}
        </p>
      )}
    </div>
  );
}
