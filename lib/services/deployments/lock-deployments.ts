/** The lock that serialises changes of the stored deployments across processes. */
import type { Transaction } from "@/lib/server/with-change";

/** Advisory lock key for discovery and reviews across processes. The value is arbitrary. */
const lockKey = 7_210_392;

/** Prevents other processes from discovering, renaming or merging deployments until the transaction ends. */
export async function lockDeployments(transaction: Transaction): Promise<void> {
  await transaction.$executeRaw`select pg_advisory_xact_lock(${lockKey})`;
}
