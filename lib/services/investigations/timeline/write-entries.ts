/** Adds comments and manual entries to the timeline, edits them, and pins entries. */
import type {
  addCommentContract,
  addTimelineEntryContract,
  editCommentContract,
  editTimelineEntryContract,
  pinTimelineEntryContract,
} from "@/lib/contracts/investigations/timeline";
import { AppError } from "@/lib/model/app-error";
import { investigationLimits } from "@/lib/model/investigation/investigation-limits";
import type { WrittenEntryKind } from "@/lib/model/investigation/timeline-entry";
import { timelinePayload, type TimelinePayload } from "@/lib/model/investigation/timeline-payload";
import type { Handler } from "@/lib/server/handler";
import { assertVersion } from "@/lib/server/route";
import { changeInvestigation, createRefusalError, type InvestigationChange } from "../change-investigation";
import {
  addMentions,
  listMentionedPersonIds,
  listMentionedPersonIdsAfterEdit,
  replaceMentions,
} from "./mentions";
import { toTimelineEntry, type TimelineRow } from "./timeline-row";

const { maxTimelineEntries } = investigationLimits;
/** Time by which the clock of a person may be ahead of the server's clock. */
const aheadMs = 5 * 60_000;

/**
 * Adds a comment to the timeline. Throws not-found and database-unavailable. Throws invalid-input for an unknown
 * person. Every reader may comment.
 */
export const addComment: Handler<typeof addCommentContract> = async ({ params, body, principal }) => {
  const { text } = body;
  const request = {
    principal,
    number: params.number,
    changeName: "add-comment",
    isComment: true,
  };
  const { asOfMs, value } = await changeInvestigation(request, async (write) => {
    await assertRemainingEntries(write);
    const mentions = await listMentionedPersonIds(write, body);
    const entryId = await write.recordTimelineEntry({ kind: "comment", text, mentions });
    await addMentions(write, entryId, mentions);
    return readEntry(write, entryId);
  });
  return { asOfMs, entry: value };
};

/**
 * Changes the text of a comment of the caller. Throws not-found, precondition-failed, invalid-input and
 * database-unavailable. Throws forbidden for a comment of another person.
 */
export const editComment: Handler<typeof editCommentContract> = async (input) => {
  const { params, body, principal, expectedVersion } = input;
  const { text } = body;
  const request = { principal, number: params.number, changeName: "edit-comment", isComment: true };
  const { asOfMs, value } = await changeInvestigation(request, async (write) => {
    const row = await findOwnEntry(write, params.entryId, "comment");
    assertVersion(String(row.version), expectedVersion);
    const before = timelinePayload.parse(row.payload);
    if (before.kind !== "comment") throw new AppError("not-found", "this entry does not exist");
    const mentions = await listMentionedPersonIdsAfterEdit(write, before, body);
    await updateEntry(write, row, { payload: { kind: "comment", text, mentions } });
    await replaceMentions(write, row, mentions);
    return readEntry(write, row.id);
  });
  return { asOfMs, entry: value };
};

/**
 * Adds an entry that a person wrote to the timeline. Throws not-found, forbidden and database-unavailable. Throws
 * invalid-input for a time in the future.
 */
export const addManualEntry: Handler<typeof addTimelineEntryContract> = async ({
  params,
  body,
  principal,
}) => {
  const request = { principal, number: params.number, changeName: "add-timeline-entry" };
  const { asOfMs, value } = await changeInvestigation(request, async (write) => {
    assertPast(body.atMs, write);
    await assertRemainingEntries(write);
    return readEntry(write, await write.recordTimelineEntry({ kind: "manual", text: body.text }, body.atMs));
  });
  return { asOfMs, entry: value };
};

/**
 * Changes a manual entry of the caller. Throws not-found, precondition-failed, invalid-input and database-unavailable.
 * Throws forbidden for an entry of another person.
 */
export const editManualEntry: Handler<typeof editTimelineEntryContract> = async (input) => {
  const { params, body, principal, expectedVersion } = input;
  const request = { principal, number: params.number, changeName: "edit-timeline-entry" };
  const { asOfMs, value } = await changeInvestigation(request, async (write) => {
    const row = await findOwnEntry(write, params.entryId, "manual");
    assertVersion(String(row.version), expectedVersion);
    assertPast(body.atMs, write);
    const payload = { kind: "manual", text: body.text } as const;
    await updateEntry(write, row, { payload, at: new Date(body.atMs) });
    return readEntry(write, row.id);
  });
  return { asOfMs, entry: value };
};

/** Pins or unpins an entry of the timeline. Throws not-found, forbidden and database-unavailable. */
export const pinTimelineEntry: Handler<typeof pinTimelineEntryContract> = async ({
  params,
  body,
  principal,
}) => {
  const request = { principal, number: params.number, changeName: "pin-timeline-entry" };
  const { asOfMs, value } = await changeInvestigation(request, async (write) => {
    const row = await findEntry(write, params.entryId);
    await write.transaction.timelineEntry.update({
      where: { id: row.id },
      data: { isPinned: body.isPinned },
    });
    return readEntry(write, row.id);
  });
  return { asOfMs, entry: value };
};

async function findEntry({ transaction, row }: InvestigationChange, entryId: string): Promise<TimelineRow> {
  const entry = await transaction.timelineEntry.findUnique({
    where: { id: entryId, investigationId: row.id },
  });
  if (entry === null) throw new AppError("not-found", "this entry does not exist");
  return entry;
}

async function findOwnEntry(
  write: InvestigationChange,
  entryId: string,
  kind: WrittenEntryKind,
): Promise<TimelineRow> {
  const entry = await findEntry(write, entryId);
  if (entry.kind !== kind) throw new AppError("not-found", "this entry does not exist");
  if (entry.author !== write.principal.id)
    throw new AppError("forbidden", "only the author can edit this entry", {
      userMessage: { title: "Another person wrote this entry", next: "Add a comment instead." },
    });
  return entry;
}

async function updateEntry(
  { transaction, asOf, row: { id: investigationId } }: InvestigationChange,
  { id }: TimelineRow,
  change: { readonly payload: TimelinePayload; readonly at?: Date },
): Promise<void> {
  const data = { ...change, editedAt: asOf, version: { increment: 1 } } as const;
  await transaction.timelineEntry.update({ where: { id }, data });
  await transaction.investigation.update({ where: { id: investigationId }, data: { updatedAt: asOf } });
}

async function readEntry({ transaction, principal }: InvestigationChange, entryId: string) {
  const row = await transaction.timelineEntry.findUniqueOrThrow({ where: { id: entryId } });
  return toTimelineEntry(row, timelinePayload.parse(row.payload), principal.id);
}

function assertPast(atMs: number, { asOf }: InvestigationChange): void {
  if (atMs <= asOf.getTime() + aheadMs) return;
  const detail = "The time is in the future.";
  throw new AppError("invalid-input", detail, { errors: [{ pointer: "#/atMs", detail }] });
}

async function assertRemainingEntries({ transaction, row }: InvestigationChange): Promise<void> {
  const count = await transaction.timelineEntry.count({ where: { investigationId: row.id } });
  if (count >= maxTimelineEntries)
    throw createRefusalError(
      `The timeline has ${count} entries, which is the limit. Open a related investigation.`,
      "The timeline is full",
    );
}
