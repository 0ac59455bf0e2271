/** Values of the event form. Separate from its schema because the page needs them before the form is loaded. */
import type { FormDraft, StoredVersion } from "@/components/shared/forms/use-saved-form";
import { exclusionReasons, instantEventKinds, type ChangeEvent, type EventKind } from "@/lib/model/event";

export const writableKinds = [...instantEventKinds, "exclusion"] as const satisfies readonly EventKind[];

/** An event while it is edited. The names are those of the request body. */
export interface EventDraft {
  readonly kind: (typeof writableKinds)[number];
  /** Times are texts of date inputs in the browser's time zone. */
  readonly atMs: string;
  /** Empty for an exclusion without an end. */
  readonly endMs: string;
  readonly reason: string;
  readonly title: string;
  /** A slug, or empty for all deployments. */
  readonly deployment: string;
}

/** Open form. The page keeps it, so that closing the panel loses no input. */
export interface EventFormState {
  readonly draft: FormDraft<EventDraft>;
  /** Null for a new event. */
  readonly editing: ChangeEvent | null;
}

/** Returns the state of a form that has just been opened. */
export function createFormState(
  opened: StoredVersion<EventDraft>,
  editing: ChangeEvent | null,
): EventFormState {
  return { draft: { openedVersion: opened, values: opened.values }, editing };
}

/** Formats a time for a date input, in the browser's time zone: "2026-11-19T15:42:07". */
export function formatDateInput(atMs: number): string {
  const truncatedMs = Math.floor(atMs / 1_000) * 1_000;
  return new Date(truncatedMs - new Date(truncatedMs).getTimezoneOffset() * 60_000)
    .toISOString()
    .slice(0, 19);
}

export function createDraft(startMs: number, slug: string | null): EventDraft {
  const [atMs, deployment] = [formatDateInput(startMs), slug ?? ""];
  return { kind: "deploy", atMs, endMs: "", reason: exclusionReasons[0], title: "", deployment };
}

export function toStoredVersion(event: ChangeEvent): StoredVersion<EventDraft> {
  const values: EventDraft = {
    kind: writableKinds.find((kind) => kind === event.kind) ?? "comment",
    atMs: formatDateInput(event.atMs),
    endMs: event.endMs === null ? "" : formatDateInput(event.endMs),
    reason: event.reason ?? exclusionReasons[0],
    title: event.title,
    deployment: event.deployment ?? "",
  };
  return { version: event.version, values };
}
