/** Stores unsaved input of the caller, so that it remains after a crash and is available on other devices. */
import type {
  deleteDraftContract,
  ownDraftsContract,
  saveDraftContract,
} from "@/lib/contracts/investigations/drafts";
import { AppError } from "@/lib/model/app-error";
import { investigationLimits } from "@/lib/model/investigation/investigation-limits";
import { nowMs } from "@/lib/server/clock";
import { readRows } from "@/lib/server/db/read-rows";
import type { Handler } from "@/lib/server/handler";
import { writeChange, type Transaction } from "@/lib/server/with-change";
import { createRefusalError } from "../change-investigation";
import { findInvestigationId } from "../find-investigation";

const { maxDrafts } = investigationLimits;

/** Returns the caller's drafts of an investigation. Throws not-found and database-unavailable. */
export const listOwnDrafts: Handler<typeof ownDraftsContract> = async ({ params, principal }) => {
  const rows = await readRows(async (database) => {
    const investigationId = await findInvestigationId(database, params.number, principal);
    return database.draft.findMany({
      where: { writer: principal.id, investigationId },
      orderBy: { part: "asc" },
      take: maxDrafts,
    });
  });
  const drafts = rows.map(({ part, document, updatedAt }) => ({
    part,
    document,
    updatedAtMs: updatedAt.getTime(),
  }));
  return { asOfMs: nowMs(), drafts };
};

/**
 * Stores unsaved input of the caller. Throws precondition-failed if another tab or device of the caller stored a newer
 * draft than the caller read. Throws not-found and database-unavailable. Throws conflict at the maximum number of
 * drafts.
 */
export const saveDraft: Handler<typeof saveDraftContract> = async ({ params, body, principal }) => {
  const asOfMs = nowMs();
  const { part, document, replacedMs } = body;
  // The time of the change is the version of the draft, so two changes must not have the same time.
  const updatedAt = new Date(Math.max(asOfMs, (replacedMs ?? 0) + 1));
  await writeChange(principal, "save-draft", async (transaction) => {
    const investigationId = await findInvestigationId(transaction, params.number, principal);
    const key = { writer: principal.id, investigationId, part };
    await assertRemainingDrafts(transaction, key);
    const data = { document, updatedAt };
    const { count: replaced } = await transaction.draft.updateMany({
      where: { ...key, updatedAt: new Date(replacedMs ?? 0) },
      data,
    });
    if (replaced > 0) return null;
    const { count: created } = await transaction.draft.createMany({
      data: { ...key, ...data },
      skipDuplicates: true,
    });
    if (created === 0) throw createNewerDraftError();
    return null;
  });
  return { asOfMs, part, updatedAtMs: updatedAt.getTime() };
};

/**
 * Deletes a draft of the caller. Throws database-unavailable. Throws precondition-failed for a draft that the caller
 * has not read. Throws not-found for an unknown investigation.
 */
export const deleteDraft: Handler<typeof deleteDraftContract> = async ({ params, body, principal }) => {
  const { number, part } = params;
  await writeChange(principal, "delete-draft", async (transaction) => {
    const investigationId = await findInvestigationId(transaction, number, principal);
    const key = { writer: principal.id, investigationId, part };
    await transaction.draft.deleteMany({ where: { ...key, updatedAt: new Date(body.updatedAtMs) } });
    if ((await transaction.draft.count({ where: key })) > 0) throw createNewerDraftError();
    return null;
  });
  return { asOfMs: nowMs(), part };
};

function createNewerDraftError(): AppError {
  return new AppError("precondition-failed", "another tab or device of the caller stored a newer draft");
}

interface DraftKey {
  readonly writer: string;
  readonly investigationId: string;
  readonly part: string;
}

async function assertRemainingDrafts(
  transaction: Pick<Transaction, "draft">,
  { writer, investigationId, part }: DraftKey,
): Promise<void> {
  const count = await transaction.draft.count({
    where: { writer, investigationId, part: { not: part } },
  });
  if (count >= maxDrafts)
    throw createRefusalError(`You have ${count} drafts in this investigation.`, "There are too many drafts");
}
