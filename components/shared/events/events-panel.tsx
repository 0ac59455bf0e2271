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

/** What a hand is doing: kept by the page, so that closing the panel loses nothing. */
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
  /** Begins a new event where the cursor is, or now. */
  readonly onAdd: () => void;
}

/** The events of the window beside its charts: a list, and a form to write one down or correct it. */
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
            Add an event
          </Button>
        )}
        <SidePanelClose
          aria-label="Close the events"
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

/** What the list beneath is worth: being read, failed, empty, cut. */
function EventListStatus({
  view: { error, isReading, isTruncated, events },
}: Pick<EventsPanelProps, "view">) {
  const line = "px-4 py-2 text-xs text-ink-2";
  if (error !== null)
    return (
      <p role="alert" className={line}>
        <span className="font-semibold text-bad">The events could not be read.</span> {error}.{" "}
        {events.length === 0 ? "They are asked for again." : "The list is the last one that came."}
      </p>
    );
  if (isReading) return <p className={line}>Reading the events</p>;
  if (events.length === 0)
    return (
      <p className={line}>
        Nothing was marked in this window. Deploys can come from a pipeline by POST /api/v1/events; replicas
        and flags are watched in the metrics.
      </p>
    );
  return isTruncated ? (
    <p className={line}>The newest {events.length} are shown; a shorter window shows the others.</p>
  ) : null;
}
