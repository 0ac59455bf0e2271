/** Stores unsaved input of the caller, so that it survives a crash and another device. */
import type {
  deleteDraftContract,
  draftsContract,
  saveDraftContract,
} from "@/lib/contracts/investigations/drafts";
import { investigationLimits } from "@/lib/model/investigation/investigation-limits";
import { nowMs } from "@/lib/server/clock";
import { readRows } from "@/lib/server/db/read-rows";
import type { Handler } from "@/lib/server/handler";
import { writeChange, type Transaction } from "@/lib/server/with-change";
import { createRefusal } from "../change-investigation";
import { findInvestigationId } from "../find-investigation";

const { maxDrafts } = investigationLimits;

/** Returns the caller's drafts of an investigation. Throws not-found and database-unavailable. */
export const listDrafts: Handler<typeof draftsContract> = async ({ params, principal }) => {
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

/** Stores unsaved input of the caller. Throws not-found, conflict at the limit, and database-unavailable. */
export const saveDraft: Handler<typeof saveDraftContract> = async ({ params, body, principal }) => {
  const asOfMs = nowMs();
  const { part } = body;
  await writeChange(principal, "save-draft", async (transaction) => {
    const investigationId = await findInvestigationId(transaction, params.number, principal);
    await assertRemainingDrafts(transaction, { writer: principal.id, investigationId, part });
    const key = { writer: principal.id, investigationId, part };
    const content = { document: body.document, updatedAt: new Date(asOfMs) };
    await transaction.draft.upsert({
      where: { writer_investigationId_part: key },
      create: { ...key, ...content },
      update: content,
    });
    return null;
  });
  return { asOfMs, part };
};

/** Deletes a draft of the caller. Throws not-found for an unknown investigation, and database-unavailable. */
export const deleteDraft: Handler<typeof deleteDraftContract> = async ({ params, principal }) => {
  const { number, part } = params;
  await writeChange(principal, "delete-draft", async (transaction) => {
    const investigationId = await findInvestigationId(transaction, number, principal);
    await transaction.draft.deleteMany({ where: { writer: principal.id, investigationId, part } });
    return null;
  });
  return { asOfMs: nowMs(), part };
};

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
    throw createRefusal(`You have ${count} drafts in this investigation.`, "There are too many drafts");
}
