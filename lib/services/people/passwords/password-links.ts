/** Links that set a new password of a person. */
import type { Transaction } from "@/lib/server/with-change";

/** Deletes the unused links after a new password was set, so that a lost link cannot replace it. */
export async function deletePasswordLinks(transaction: Transaction, personId: string): Promise<void> {
  await transaction.invitation.deleteMany({ where: { personId, purpose: "reset", usedAt: null } });
}
