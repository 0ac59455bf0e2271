/** Lists entries of the audit trail, newest first. */
import { z } from "zod";
import { recordedState, type auditContract } from "@/lib/contracts/audit";
import { nowMs } from "@/lib/server/clock";
import { Prisma } from "@/lib/server/db/generated/client";
import { readRows } from "@/lib/server/db/read-rows";
import type { Handler, HandlerInput } from "@/lib/server/handler";
import { entryColumns, type StoredEntry } from "./stored-entry";

type Query = HandlerInput<typeof auditContract>["query"];
type ListedEntry = StoredEntry & { readonly erasedAt: Date | null };

const storedPayload = z.object({
  address: z.string().nullable(),
  before: recordedState,
  after: recordedState,
});

/** Throws database-unavailable. */
export const listAuditEntries: Handler<typeof auditContract> = async ({ query }) => {
  const [rows, unsealedCount] = await Promise.all([readEntries(query), countUnsealed()]);
  const page = rows.slice(0, query.limit);
  return {
    asOfMs: nowMs(),
    unsealedCount,
    entries: page.map(toResponse),
    nextCursor: rows.length > page.length ? String(page.at(-1)?.id) : null,
  };
};

function readEntries(query: Query): Promise<readonly ListedEntry[]> {
  const conditions = createConditions(query);
  return readRows(
    (database) => database.$queryRaw<readonly ListedEntry[]>`
      select ${entryColumns}, erased_at as "erasedAt" from audit_entries
      where ${Prisma.join(conditions, " and ")} order by id desc limit ${query.limit + 1}`,
  );
}

function createConditions({ actor, action, table, objectId, cursor }: Query): readonly Prisma.Sql[] {
  return [
    Prisma.sql`true`,
    ...(actor === undefined ? [] : [Prisma.sql`actor_id = ${actor}`]),
    ...(action === undefined ? [] : [Prisma.sql`action = ${action}`]),
    ...(table === undefined ? [] : [Prisma.sql`object_table = ${table}`]),
    ...(objectId === undefined ? [] : [Prisma.sql`object_id = ${objectId}`]),
    ...(cursor === undefined ? [] : [Prisma.sql`id < ${BigInt(cursor)}`]),
  ];
}

async function countUnsealed(): Promise<number> {
  const [row] = await readRows(
    (database) => database.$queryRaw<readonly { readonly count: bigint }[]>`
      select count(*) from audit_entries where sequence is null`,
  );
  return Number(row?.count ?? 0);
}

function toResponse(entry: ListedEntry) {
  return {
    id: String(entry.id),
    sequence: entry.sequence === null ? null : Number(entry.sequence),
    atMs: entry.at.getTime(),
    actor: { kind: entry.actorKind, id: entry.actorId },
    action: entry.action,
    operation: entry.operation,
    object: { table: entry.objectTable, id: entry.objectId },
    content: toContent(entry),
  };
}

function toContent({ payload, erasedAt }: ListedEntry) {
  if (payload === null) return { kind: "erased" as const, erasedAtMs: erasedAt?.getTime() ?? 0 };
  return { kind: "present" as const, ...storedPayload.parse(JSON.parse(payload)) };
}
