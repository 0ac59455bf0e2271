/**
 * An event while it is edited. Times are texts of date inputs in the browser's time zone. Validation runs locally,
 * per field.
 */
import type { CreateEventBody, EditEventBody } from "@/lib/contracts/events";
import {
  exclusionReasons,
  pointKinds,
  timesError,
  titleError,
  type ChangeEvent,
  type EventKind,
  type ExclusionReason,
} from "@/lib/model/event";
import { toField } from "./new-draft";

export const writableKinds = [...pointKinds, "exclusion"] as const satisfies readonly EventKind[];
export type WritableKind = (typeof writableKinds)[number];

export interface EventDraft {
  readonly kind: WritableKind;
  readonly at: string;
  /** Empty for an exclusion without an end. */
  readonly end: string;
  readonly reason: ExclusionReason;
  readonly title: string;
  /** A slug, or null for all deployments. */
  readonly deployment: string | null;
}

export type DraftField = "at" | "end" | "title";
export type DraftErrors = { readonly [Field in DraftField]?: string };

const fieldPattern = /^\d{4,6}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?$/;

/** Parses a date input. Returns undefined for incomplete or invalid text, which `Date.parse` alone would accept. */
export function fromField(text: string): number | undefined {
  if (!fieldPattern.test(text)) return undefined;
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? undefined : atMs;
}

export function draftOf(event: ChangeEvent): EventDraft {
  return {
    kind: writableKinds.find((kind) => kind === event.kind) ?? "comment",
    at: toField(event.atMs),
    end: event.endMs === null ? "" : toField(event.endMs),
    reason: event.reason ?? exclusionReasons[0],
    title: event.title,
    deployment: event.deployment,
  };
}

/** Returns the validation errors by field. Empty if the draft is valid. */
export function validateDraft(draft: EventDraft, nowMs: number): DraftErrors {
  const title = titleError(draft.title);
  const [atMs, endMs] = [fromField(draft.at), endOf(draft)];
  return {
    ...(title === null ? {} : { title }),
    ...(atMs === undefined
      ? { at: "Enter a date and a time." }
      : validateTimes(draft, { atMs, endMs: endMs ?? null }, nowMs)),
    ...(endMs === undefined ? { end: "Enter a date and a time, or leave the field empty." } : {}),
  };
}

function validateTimes(
  { kind }: EventDraft,
  { atMs, endMs }: { readonly atMs: number; readonly endMs: number | null },
  nowMs: number,
): DraftErrors {
  const startError = timesError({ kind, atMs, endMs: null }, nowMs);
  if (startError !== null) return { at: startError };
  const endError = timesError({ kind, atMs, endMs }, nowMs);
  return endError === null ? {} : { end: endError };
}

/** Returns null for an open exclusion and for other kinds, and undefined for an invalid date. */
function endOf({ kind, end }: EventDraft): number | null | undefined {
  return kind !== "exclusion" || end === "" ? null : fromField(end);
}

/** Converts a valid draft to a request body. */
export function toCreateBody(draft: EventDraft): CreateEventBody {
  const { kind, title, deployment, reason } = draft;
  const written = { atMs: fromField(draft.at) ?? 0, title, deployment, origin: "hand" as const };
  return kind === "exclusion"
    ? { kind, reason, endMs: endOf(draft) ?? null, ...written }
    : { kind, ...written };
}

/**
 * Returns the changed fields of `event`, or null without changes. Keeps milliseconds, which date inputs do not show.
 */
export function toEditBody(draft: EventDraft, event: ChangeEvent): EditEventBody | null {
  const before = draftOf(event);
  const atMs = fromField(draft.at);
  const body: EditEventBody = {
    ...(draft.at === before.at || atMs === undefined ? {} : { atMs }),
    ...(draft.kind !== "exclusion" || draft.end === before.end ? {} : { endMs: endOf(draft) ?? null }),
    ...(draft.kind !== "exclusion" || draft.reason === before.reason ? {} : { reason: draft.reason }),
    ...(draft.title === before.title ? {} : { title: draft.title }),
    ...(draft.deployment === before.deployment ? {} : { deployment: draft.deployment }),
  };
  return Object.keys(body).length === 0 ? null : body;
}
