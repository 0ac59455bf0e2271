"use client";

import { X } from "lucide-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState, type Dispatch, type SetStateAction } from "react";
import type { InvestigationEntry } from "@/lib/contracts/investigations/investigations";
import type { Sentence } from "@/lib/model/sentence";
import { deleteEvent, eventsKey } from "@/lib/client/queries/events";
import { OpenFormProvider, useOpenForm } from "@/components/shared/forms/leave-form";
import { WriteError } from "@/components/shared/forms/write-error";
import { Button } from "@/components/ui/button";
import { SidePanel, SidePanelClose, SidePanelTitle } from "@/components/ui/side-panel";
import { EventList } from "./event-list";
import { InvestigationList } from "./investigation-list";
import { findProblemOnset } from "./problem-onset";
import { createEventFormState, toStoredVersion, type EventFormState } from "./new-draft";
import type { PolledEvents } from "./use-events";

const EventForm = dynamic(() => import("./event-form").then((module) => module.EventForm), {
  loading: () => <p aria-busy>Loading the form</p>,
});

interface EventsPanelProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly polledEvents: PolledEvents;
  readonly investigations: readonly InvestigationEntry[];
  readonly deployment: { readonly slug: string; readonly title: string } | null;
  /** The headline's sentence about the start of the deployment's present problem. Absent without one. */
  readonly onset: Sentence | undefined;
  readonly formState: EventFormState | null;
  readonly onFormStateChange: Dispatch<SetStateAction<EventFormState | null>>;
  /** Opens a form for a new event at the cursor time, or now. */
  readonly onAdd: () => void;
}

/** Side panel with the events of the time window and a form to add or edit one. */
export function EventsPanel({
  isOpen,
  onClose,
  polledEvents,
  investigations,
  deployment,
  onset,
  formState,
  onFormStateChange,
  onAdd,
}: EventsPanelProps) {
  const queries = useQueryClient();
  const [message, setMessage] = useState("");
  const guard = useOpenForm();
  const removal = useMutation({
    mutationFn: deleteEvent,
    onSuccess: () => setMessage("The event was deleted."),
    onSettled: () => queries.invalidateQueries({ queryKey: eventsKey }),
  });
  const finish = (text: string): void => {
    setMessage(text);
    onFormStateChange(null);
  };
  return (
    <SidePanel isOpen={isOpen} onClose={onClose}>
      <PanelHeader
        onAdd={
          formState === null
            ? () => {
                setMessage("");
                onAdd();
              }
            : null
        }
      />
      {formState !== null && (
        <OpenFormProvider value={guard.registerForm}>
          <EventForm
            key={formState.editedEvent?.id ?? "new"}
            draft={formState.draft}
            onDraftChange={(draft) =>
              onFormStateChange((present) =>
                present?.editedEvent === formState.editedEvent ? { ...present, draft } : present,
              )
            }
            editedEvent={
              polledEvents.events.find(({ id }) => id === formState.editedEvent?.id) ?? formState.editedEvent
            }
            deployment={deployment}
            nowMs={() => Date.now() + polledEvents.clockLeadMs}
            onDone={finish}
          />
        </OpenFormProvider>
      )}
      <output className="block px-4 text-xs text-ink-2 [&:not(:empty)]:py-2">{message}</output>
      {formState === null && <WriteError error={removal.error} className="px-4 py-2" />}
      <InvestigationList investigations={investigations} />
      <EventListStatus polledEvents={polledEvents} />
      <EventList
        events={polledEvents.events}
        onset={findProblemOnset(onset)}
        onEdit={(event) =>
          guard.leaveForm(() => {
            setMessage("");
            removal.reset();
            onFormStateChange(createEventFormState(toStoredVersion(event), event));
          })
        }
        onDelete={(event) => removal.mutate(event)}
      />
    </SidePanel>
  );
}

/** Title and buttons. The button for a new event is absent while a form is open. */
function PanelHeader({ onAdd }: { readonly onAdd: (() => void) | null }) {
  return (
    <header className="flex items-center gap-2 border-b border-rule px-4 py-2">
      <SidePanelTitle className="text-lg font-semibold">Events</SidePanelTitle>
      {onAdd !== null && (
        <Button size="sm" className="ml-auto" onClick={onAdd}>
          Add event
        </Button>
      )}
      <SidePanelClose aria-label="Close events" className={onAdd === null ? `ml-auto ${closing}` : closing}>
        <X aria-hidden className="size-4" />
      </SidePanelClose>
    </header>
  );
}

const closing =
  "inline-flex size-7 items-center justify-center rounded-sm text-ink-2 hover:bg-hover hover:text-ink";

/** Status of the list: loading, failed, empty or truncated. */
function EventListStatus({
  polledEvents: { error, isLoading, isTruncated, events },
}: Pick<EventsPanelProps, "polledEvents">) {
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
        Ridgepoint adds changes of instances, configuration and versions that it detects in metrics.
      </p>
    );
  return isTruncated ? (
    <p className={line}>
      Only the latest {events.length} events are shown. Select a shorter time window to see the other events.
    </p>
  ) : null;
}
