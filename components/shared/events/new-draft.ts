/** Values of the event form. Separate from its schema because the page needs them before the form is loaded. */
import { formatDateInput } from "@/components/shared/date-input";
import type { FormDraft, StoredVersion } from "@/components/shared/forms/use-saved-form";
import { exclusionReasons, instantEventKinds, type ChangeEvent, type EventKind } from "@/lib/model/event";

/** Kinds of events that users can add. Ridgepoint derives events of all other kinds from metrics. */
export const writableEventKinds = [...instantEventKinds, "exclusion"] as const satisfies readonly EventKind[];

/** Texts in the fields of the event form, named like the request body. */
export interface EventDraft {
  readonly kind: (typeof writableEventKinds)[number];
  /** Times are texts of date inputs. */
  readonly atMs: string;
  /** Empty for an exclusion without an end. */
  readonly endMs: string;
  readonly reason: string;
  readonly title: string;
  /** A slug, or empty for all deployments. */
  readonly deployment: string;
}

/** Open event form. The page stores it, so that closing the panel loses no input. */
export interface EventFormState {
  readonly draft: FormDraft<EventDraft>;
  /** Null for a new event. */
  readonly editedEvent: ChangeEvent | null;
}

/** Returns the state of a newly opened event form. */
export function createEventFormState(
  storedVersion: StoredVersion<EventDraft>,
  editedEvent: ChangeEvent | null,
): EventFormState {
  return { draft: { openedVersion: storedVersion, values: storedVersion.values }, editedEvent };
}

/** Returns the draft of a new event that starts at this time. */
export function createEventDraft(startMs: number, slug: string | null): EventDraft {
  const [atMs, deployment] = [formatDateInput(startMs), slug ?? ""];
  return { kind: "deploy", atMs, endMs: "", reason: exclusionReasons[0], title: "", deployment };
}

/** Converts a stored event to the values of the event form and the version that an edit replaces. */
export function toStoredVersion(event: ChangeEvent): StoredVersion<EventDraft> {
  const values: EventDraft = {
    kind: writableEventKinds.find((kind) => kind === event.kind) ?? "comment",
    atMs: formatDateInput(event.atMs),
    endMs: event.endMs === null ? "" : formatDateInput(event.endMs),
    reason: event.reason ?? exclusionReasons[0],
    title: event.title,
    deployment: event.deployment ?? "",
  };
  return { version: event.version, values };
}
