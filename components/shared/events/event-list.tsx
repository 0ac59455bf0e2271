"use client";

import { useState } from "react";
import type { ChangeEvent } from "@/lib/model/event";
import { formatDateTime, formatCoarseDuration } from "@/lib/format/time";
import { MarkerIcon } from "@/components/charts/draw/marker-icon";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { Button } from "@/components/ui/button";
import { onsetText, type ProblemOnset } from "./problem-onset";
import { eventGlyphs, eventKindLabel } from "./event-marker";

interface EventListProps {
  readonly events: readonly ChangeEvent[];
  readonly onEdit: (event: ChangeEvent) => void;
  readonly onDelete: (event: ChangeEvent) => void;
  /** Start of the present problem, which the last event before it names. Null without one. */
  readonly onset: ProblemOnset | null;
}

/** Lists events, newest first: kind, time, scope, title and origin. */
export function EventList({ events, onset, onEdit, onDelete }: EventListProps) {
  return (
    <ul aria-label="Events in this time window" className="divide-y divide-rule">
      {events.map((event) => (
        <EventRow
          key={event.id}
          event={event}
          onset={event.atMs === onset?.eventAtMs ? onset : null}
          onEdit={onEdit}
          onDelete={onDelete}
        />
      ))}
    </ul>
  );
}

const origins = { manual: "added manually", api: "added by API", derived: "detected from metrics" } as const;

interface EventRowProps extends Omit<EventListProps, "events"> {
  readonly event: ChangeEvent;
}

function EventRow({ event, onset, onEdit, onDelete }: EventRowProps) {
  const timeZone = useTimeZone();
  const recordedBy =
    event.origin === "derived" ? origins.derived : `${event.author}, ${origins[event.origin]}`;
  return (
    <li className="group/event px-4 py-2.5">
      <p className="flex items-baseline gap-1.5 text-xs text-ink-2">
        <MarkerIcon glyph={eventGlyphs[event.kind]} className="self-center" />
        <span className="font-medium text-ink">{eventKindLabel(event)}</span>
        <time dateTime={new Date(event.atMs).toISOString()} className="tnum ml-auto whitespace-nowrap">
          {formatDateTime(event.atMs, timeZone)}
        </time>
      </p>
      <p className="mt-0.5 break-words">{event.title}</p>
      {onset !== null && <p className="text-xs font-medium text-bad">{onsetText(onset)}</p>}
      {event.kind === "exclusion" && (
        <p className="tnum text-xs text-ink-2">{exclusionEndText(event, timeZone)}</p>
      )}
      <div className="flex h-6 items-center text-xs text-ink-2">
        <span className="truncate">
          {event.deployment ?? "All deployments"} · {recordedBy}
        </span>
        {event.origin !== "derived" && <EventActions event={event} onEdit={onEdit} onDelete={onDelete} />}
      </div>
    </li>
  );
}

function exclusionEndText({ atMs, endMs }: ChangeEvent, timeZone: string): string {
  if (endMs === null) return "Ongoing";
  return `Until ${formatDateTime(endMs, timeZone)}, ${formatCoarseDuration(endMs - atMs)}`;
}

/** Deleting requires a second click. */
function EventActions({ event, onEdit, onDelete }: Omit<EventRowProps, "onset">) {
  const [isConfirming, setConfirming] = useState(false);
  if (isConfirming)
    return (
      <span className="ml-auto flex gap-1">
        <Button size="sm" onClick={() => onDelete(event)} aria-label={`Delete permanently: ${event.title}`}>
          Delete permanently
        </Button>
        <Button size="sm" variant="ghost" onClick={() => setConfirming(false)}>
          Cancel
        </Button>
      </span>
    );
  return (
    <span className="ml-auto flex gap-1">
      <Button size="sm" variant="ghost" onClick={() => onEdit(event)} aria-label={`Edit: ${event.title}`}>
        Edit
      </Button>
      <Button
        size="sm"
        variant="ghost"
        onClick={() => setConfirming(true)}
        aria-label={`Delete: ${event.title}`}
      >
        Delete
      </Button>
    </span>
  );
}
