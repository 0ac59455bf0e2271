"use client";

import { useQueryClient } from "@tanstack/react-query";
import type { ChangeEvent } from "@/lib/model/event";
import { createEvent, editEvent, eventsKey } from "@/lib/client/queries/events";
import { Form } from "@/components/shared/forms/form";
import { useSavedForm, type FormDraft } from "@/components/shared/forms/use-saved-form";
import { EventFields } from "./event-fields";
import { createEventSchema } from "./event-schema";
import { toStoredVersion, type EventDraft } from "./new-draft";

interface EventFormProps {
  readonly draft: FormDraft<EventDraft>;
  /** Receives the input when the form is closed. */
  readonly onDraftChange: (draft: FormDraft<EventDraft>) => void;
  /** The current version of the edited event, or null for a new event. */
  readonly editedEvent: ChangeEvent | null;
  readonly deployment: { readonly slug: string; readonly title: string } | null;
  readonly nowMs: () => number;
  readonly onDone: (message: string) => void;
}

/** Adds or edits an event. The input is kept until it is saved or cancelled. */
export function EventForm({ draft, onDraftChange, editedEvent, deployment, nowMs, onDone }: EventFormProps) {
  const queries = useQueryClient();
  const form = useSavedForm({
    schema: createEventSchema(nowMs),
    stored: editedEvent === null ? draft.openedVersion : toStoredVersion(editedEvent),
    draft,
    save: async ({ body, changes, idempotencyKey, version }) => {
      if (editedEvent === null) {
        await createEvent(body, idempotencyKey);
        return "The event was added.";
      }
      if (Object.keys(changes).length === 0) return "No changes.";
      await editEvent({ id: editedEvent.id, version }, changes);
      return "The event was saved.";
    },
    refetch: () => queries.invalidateQueries({ queryKey: eventsKey }),
    onSaved: onDone,
    onClose: onDraftChange,
  });
  return (
    <Form
      form={form}
      label={editedEvent === null ? "Add event" : "Edit event"}
      className="border-b border-rule bg-well px-4 py-3"
      saveLabel={editedEvent === null ? "Add" : "Save"}
      takesFocus
      onCancel={() => onDone("")}
    >
      <EventFields form={form} isKindFixed={editedEvent !== null} deployment={deployment} />
    </Form>
  );
}
