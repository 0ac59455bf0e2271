/** Lists entries of the audit trail, newest first. */
import type { auditContract } from "@/lib/contracts/audit";
import { nowMs } from "@/lib/server/clock";
import { readRows } from "@/lib/server/db/read-rows";
import type { Handler } from "@/lib/server/handler";
import { createConditions, readAuditEntries } from "./read-entries";

/**
 * Returns a page of the audit trail, newest entries first. Throws invalid-input for an empty or reversed time range,
 * and database-unavailable.
 */
export const listAuditEntries: Handler<typeof auditContract> = async ({ query }) => {
  const { cursor, limit, ...filter } = query;
  const [read, unsealedCount] = await Promise.all([
    readAuditEntries(createConditions(filter), { cursor, limit: limit + 1 }),
    countUnsealed(),
  ]);
  const entries = read.slice(0, limit);
  return {
    asOfMs: nowMs(),
    unsealedCount,
    entries,
    nextCursor: read.length > entries.length ? (entries.at(-1)?.id ?? null) : null,
  };
};

async function countUnsealed(): Promise<number> {
  const [row] = await readRows(
    (database) => database.$queryRaw<readonly { readonly count: bigint }[]>`
      select count(*) from audit_entries where sequence is null`,
  );
  return Number(row?.count ?? 0);
}
