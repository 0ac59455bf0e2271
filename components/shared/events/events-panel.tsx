"use client";

import { X } from "lucide-react";
import { useState } from "react";
import type { ChangeEvent } from "@/lib/model/event";
import { Button } from "@/components/ui/button";
import { SidePanel, SidePanelClose, SidePanelTitle } from "@/components/ui/side-panel";
import { draftOf, type EventDraft } from "./event-draft";
import { EventForm } from "./event-form";
import { EventList } from "./event-list";
import { useEventWriter } from "./use-event-writer";
import type { EventsView } from "./use-events";

/** Open form. The page keeps it, so that closing the panel loses no input. */
export interface EventFormState {
  readonly draft: EventDraft;
  readonly editing: ChangeEvent | null;
}

interface EventsPanelProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly view: EventsView;
  readonly deployment: { readonly slug: string; readonly title: string } | null;
  readonly formState: EventFormState | null;
  readonly onFormStateChange: (formState: EventFormState | null) => void;
  /** Opens a form for a new event at the cursor time, or now. */
  readonly onAdd: () => void;
}

/** Side panel with the events of the time window and a form to add or edit one. */
export function EventsPanel({
  isOpen,
  onClose,
  view,
  deployment,
  formState,
  onFormStateChange,
  onAdd,
}: EventsPanelProps) {
  const writer = useEventWriter();
  const [message, setMessage] = useState("");
  const finish = (text: string): void => {
    setMessage(text);
    writer.clearError();
    onFormStateChange(null);
  };
  const remove = async (event: ChangeEvent): Promise<void> => {
    if (await writer.remove(event)) setMessage("The event was deleted.");
  };
  return (
    <SidePanel isOpen={isOpen} onClose={onClose}>
      <header className="flex items-center gap-2 border-b border-rule px-4 py-2">
        <SidePanelTitle className="text-lg font-semibold">Events</SidePanelTitle>
        {formState === null && (
          <Button
            size="sm"
            className="ml-auto"
            onClick={() => {
              setMessage("");
              onAdd();
            }}
          >
            Add event
          </Button>
        )}
        <SidePanelClose
          aria-label="Close events"
          className={formState === null ? closing : `ml-auto ${closing}`}
        >
          <X aria-hidden className="size-4" />
        </SidePanelClose>
      </header>
      {formState !== null && (
        <EventForm
          key={formState.editing?.id ?? "new"}
          draft={formState.draft}
          onChange={(draft) => onFormStateChange({ ...formState, draft })}
          editing={formState.editing}
          present={view.events.find(({ id }) => id === formState.editing?.id) ?? null}
          onRebase={(editing) => onFormStateChange({ ...formState, editing })}
          deployment={deployment}
          writer={writer}
          nowMs={() => Date.now() + view.clockLeadMs}
          onDone={finish}
          onCancel={() => finish("")}
        />
      )}
      <output className="block px-4 text-xs text-ink-2 [&:not(:empty)]:py-2">{message}</output>
      {formState === null && writer.error !== null && (
        <p role="alert" className="px-4 py-2 text-xs">
          <span className="font-semibold text-bad">{writer.error.title}.</span> {writer.error.detail}{" "}
          {writer.error.next}
        </p>
      )}
      <EventListStatus view={view} />
      <EventList
        events={view.events}
        onEdit={(event) => {
          setMessage("");
          writer.clearError();
          onFormStateChange({ draft: draftOf(event), editing: event });
        }}
        onDelete={(event) => void remove(event)}
      />
    </SidePanel>
  );
}

const closing =
  "inline-flex size-7 items-center justify-center rounded-sm text-ink-2 hover:bg-hover hover:text-ink";

/** Status of the list: loading, failed, empty or truncated. */
function EventListStatus({
  view: { error, isLoading, isTruncated, events },
}: Pick<EventsPanelProps, "view">) {
  const line = "px-4 py-2 text-xs text-ink-2";
  if (error !== null)
    return (
      <p role="alert" className={line}>
        <span className="font-semibold text-bad">The events could not be loaded.</span> {error}.{" "}
        {events.length === 0 ? "Ridgepoint retries automatically." : "The previous list is shown."}
      </p>
    );
  if (isLoading) return <p className={line}>Loading events</p>;
  if (events.length === 0)
    return (
      <p className={line}>
        No events in this time window. Add one here, or let your pipeline send deploys to POST /api/v1/events.
        Ridgepoint detects changes of replicas and flags from metrics.
      </p>
    );
  return isTruncated ? (
    <p className={line}>
      Only the latest {events.length} are shown. Select a shorter time window to see the others.
    </p>
  ) : null;
}
