"use client";

import { useQueryClient } from "@tanstack/react-query";
import type { ChangeEvent } from "@/lib/model/event";
import { createEvent, editEvent, eventsKey } from "@/lib/client/queries/events";
import { Form } from "@/components/shared/forms/form";
import { useSavedForm, type FormDraft } from "@/components/shared/forms/use-saved-form";
import { EventFields } from "./event-fields";
import { eventSchema } from "./event-schema";
import { toStoredVersion, type EventDraft } from "./new-draft";

interface EventFormProps {
  readonly draft: FormDraft<EventDraft>;
  /** Receives the input when the form is closed. */
  readonly onDraftChange: (draft: FormDraft<EventDraft>) => void;
  /** The current version of the edited event, or null for a new event. */
  readonly editing: ChangeEvent | null;
  readonly deployment: { readonly slug: string; readonly title: string } | null;
  readonly nowMs: () => number;
  readonly onDone: (message: string) => void;
}

/** Adds or edits an event. The input is kept until it is saved or cancelled. */
export function EventForm({ draft, onDraftChange, editing, deployment, nowMs, onDone }: EventFormProps) {
  const queries = useQueryClient();
  const form = useSavedForm({
    schema: eventSchema(nowMs),
    stored: editing === null ? draft.openedVersion : toStoredVersion(editing),
    draft,
    save: async ({ body, changes, idempotencyKey, version }) => {
      if (editing === null) {
        await createEvent(body, idempotencyKey);
        return "The event was added.";
      }
      if (Object.keys(changes).length === 0) return "No changes.";
      await editEvent({ id: editing.id, version }, changes);
      return "The event was changed.";
    },
    refetch: () => queries.invalidateQueries({ queryKey: eventsKey }),
    onSaved: onDone,
    onClose: onDraftChange,
  });
  return (
    <Form
      form={form}
      label={editing === null ? "Add event" : "Edit event"}
      className="border-b border-rule bg-well px-4 py-3"
      saveLabel={editing === null ? "Add" : "Save"}
      takesFocus
      onCancel={() => onDone("")}
    >
      <EventFields form={form} isKindFixed={editing !== null} deployment={deployment} />
    </Form>
  );
}
