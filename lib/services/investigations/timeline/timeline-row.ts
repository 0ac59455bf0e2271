/** Converts timeline entries from database rows. */
import type { TimelineEntry } from "@/lib/contracts/investigations/timeline";
import { writtenEntryKinds } from "@/lib/model/investigation/timeline-entry";
import { timelinePayload, type TimelinePayload } from "@/lib/model/investigation/timeline-payload";
import type { Prisma } from "@/lib/server/db/generated/client";
import { findAuthorName, createCallerFlag } from "@/lib/server/sessions/author-names";
import { withdrawOutdatedGoalVerdicts } from "../validation/withdraw-outdated-verdicts";

/** Entry of a timeline as stored in the database. */
export type TimelineRow = Prisma.TimelineEntryGetPayload<object>;

/**
 * Converts timeline entries from database rows. Rows whose content only a newer release can read are
 * skipped.
 */
export function toTimelineEntries(rows: readonly TimelineRow[], callerId: string): readonly TimelineEntry[] {
  return rows.flatMap((row) => {
    const payload = timelinePayload.safeParse(row.payload);
    return payload.success ? [toTimelineEntry(row, payload.data, callerId)] : [];
  });
}

/** Converts a timeline entry from a database row, with its parsed payload. */
export function toTimelineEntry(row: TimelineRow, payload: TimelinePayload, callerId: string): TimelineEntry {
  return {
    id: row.id,
    atMs: row.at.getTime(),
    author: findAuthorName(row.author),
    isPinned: row.isPinned,
    canEdit: isWritten(row) && row.author === callerId,
    ...createCallerFlag(row.author, callerId),
    editedAtMs: row.editedAt?.getTime() ?? null,
    version: row.version,
    payload: toPresentPayload(payload),
    people: Object.fromEntries(personIds(payload).map((id) => [id, findAuthorName(id)])),
  };
}

/** Returns the payload with present names, and with the verdict of a goal check only if the present rules give it too. */
function toPresentPayload(payload: TimelinePayload): TimelinePayload {
  if (payload.kind === "edited") return { ...payload, changes: payload.changes.map(withPresentNames) };
  return payload.kind === "state" && payload.goalCheck !== undefined
    ? { ...payload, goalCheck: withdrawOutdatedGoalVerdicts(payload.goalCheck) }
    : payload;
}

type PropertyChange = Extract<TimelinePayload, { kind: "edited" }>["changes"][number];

/**
 * Returns a change of a property with present names. Ids of owners become present names, also of removed people. The names
 * of teams and baselines are omitted, because not every reader may see them. Names that earlier releases stored are
 * omitted, because they may be names of removed people.
 */
function withPresentNames({ field, from, to }: PropertyChange): PropertyChange {
  if (field === "owner") return { field, from: presentName(from), to: presentName(to) };
  return field === "team" || field === "baseline" ? { field, from: null, to: null } : { field, from, to };
}

function presentName(personId: string | null): string | null {
  const name = personId === null ? null : findAuthorName(personId);
  return name === personId ? null : name;
}

function personIds(payload: TimelinePayload): readonly string[] {
  if (payload.kind === "comment") return payload.mentions;
  return payload.kind === "participant" ? [payload.personId] : [];
}

/** Returns whether a person wrote the text of the entry. Changes of the investigation add the other entries. */
function isWritten({ kind }: Pick<TimelineRow, "kind">): boolean {
  return writtenEntryKinds.some((one) => one === kind);
}
