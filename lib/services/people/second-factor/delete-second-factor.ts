/** Ends a second factor. */
import type { Transaction } from "@/lib/server/with-change";

/** Deletes the second factor and the recovery codes of a person. Returns whether there was one. */
export async function deleteSecondFactor(transaction: Transaction, personId: string): Promise<boolean> {
  await transaction.recoveryCode.deleteMany({ where: { personId } });
  const { count } = await transaction.secondFactor.deleteMany({ where: { personId } });
  return count > 0;
}
