/** Removes the content of a piece of evidence. The row stays as a tombstone with the reason and the hash of the content. */
import { createHash } from "node:crypto";
import type { EvidenceItem } from "@/lib/server/db/generated/client";
import type { Transaction } from "@/lib/server/with-change";
import type { InvestigationChange } from "../change-investigation";
import { revokeEvidenceCopies } from "../reports/links/delete-copies";

type RemovalWrite = Pick<
  InvestigationChange,
  "transaction" | "row" | "asOf" | "principal" | "recordTimelineEntry"
>;

/**
 * Deletes the data, file and text of evidence, also from the audit trail and from the copies behind public
 * links. The hash chain of the audit trail stays valid.
 */
export async function removeContent(
  write: RemovalWrite,
  { id, text }: Pick<EvidenceItem, "id" | "text">,
  reason: string,
): Promise<void> {
  const { transaction, asOf, principal } = write;
  const removedHash = await readContentHash(transaction, { id, text });
  if (text !== null) await eraseText(transaction, id, asOf);
  await transaction.evidenceItem.update({
    where: { id },
    data: { removedAt: asOf, removedBy: principal.id, removalReason: reason, removedHash },
  });
  await transaction.evidenceAnswer.deleteMany({ where: { evidenceId: id } });
  await transaction.evidenceFile.deleteMany({ where: { evidenceId: id } });
  await revokeEvidenceCopies(write);
}

/** Returns the hash of the data, of the file or of the text. Null for an answer that was not stored. */
async function readContentHash(
  transaction: Pick<Transaction, "evidenceItem">,
  { id, text }: Pick<EvidenceItem, "id" | "text">,
): Promise<string | null> {
  const select = { select: { contentHash: true } } as const;
  const { answer, file } = await transaction.evidenceItem.findUniqueOrThrow({
    where: { id },
    select: { answer: select, file: select },
  });
  if (file !== null) return file.contentHash;
  if (answer !== null) return answer.contentHash;
  return text === null ? null : createHash("sha256").update(text).digest("hex");
}

/**
 * Erases the text from the audit trail, which records it with each change of the row. The hash chain contains only hashes
 * of these payloads, so they can be erased. The text of the row is cleared first, so that the entry of the removal has no
 * text and remains. The stored responses of the requests that added or linked the evidence contain the text too, so they
 * are deleted.
 */
async function eraseText(transaction: Transaction, id: string, asOf: Date): Promise<void> {
  await transaction.evidenceItem.update({ where: { id }, data: { text: null }, select: { id: true } });
  await transaction.$executeRaw`
    update audit_entries set payload = null, erased_at = ${asOf}
    where object_table = 'evidence_items' and object_id = ${id} and payload is not null`;
  await transaction.$executeRaw`delete from idempotency_keys where outcome -> 'value' ->> 'id' = ${id}`;
}
