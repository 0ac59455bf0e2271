/** Reads entries of the audit trail that match a filter, newest first. */
import { z } from "zod";
import { recordedState, type AuditEntry } from "@/lib/contracts/audit";
import { AppError } from "@/lib/model/app-error";
import { personKinds } from "@/lib/model/person";
import { resolveTime, type TimeExpression } from "@/lib/model/time-window";
import { nowMs } from "@/lib/server/clock";
import { Prisma } from "@/lib/server/db/generated/client";
import { readRows } from "@/lib/server/db/read-rows";
import { entryColumns, type StoredEntry } from "./stored-entry";

/** Conditions that an entry must meet. Absent conditions are met by every entry. */
export interface AuditFilter {
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly table?: string | undefined;
  readonly objectId?: string | undefined;
  readonly from?: TimeExpression | undefined;
  readonly to?: TimeExpression | undefined;
}

type ListedEntry = StoredEntry & {
  readonly erasedAt: Date | null;
  readonly actorName: string | null;
  readonly actorEmail: string | null;
  readonly accountKind: string | null;
  readonly tokenName: string | null;
  readonly makerId: string | null;
  readonly makerName: string | null;
};

const storedPayload = z.object({
  address: z.string().nullable(),
  before: recordedState,
  after: recordedState,
});

/** Returns the conditions of `filter` in SQL. Throws invalid-input for a time range that is empty or reversed. */
export function createConditions(filter: AuditFilter): readonly Prisma.Sql[] {
  const { actor, action, table, objectId } = filter;
  const { startMs, endMs } = resolveRange(filter);
  return [
    Prisma.sql`true`,
    ...(actor === undefined ? [] : [Prisma.sql`actor_id = ${actor}`]),
    ...(action === undefined ? [] : [Prisma.sql`action = ${action}`]),
    ...(table === undefined ? [] : [Prisma.sql`object_table = ${table}`]),
    ...(objectId === undefined ? [] : [Prisma.sql`object_id = ${objectId}`]),
    ...(startMs === undefined ? [] : [Prisma.sql`at >= ${new Date(startMs)}`]),
    ...(endMs === undefined ? [] : [Prisma.sql`at < ${new Date(endMs)}`]),
  ];
}

/** Reads up to `limit` entries older than the entry `cursor`. Throws database-unavailable. */
export async function readAuditEntries(
  conditions: readonly Prisma.Sql[],
  { cursor, limit }: { readonly cursor: string | undefined; readonly limit: number },
): Promise<readonly AuditEntry[]> {
  const older = cursor === undefined ? [] : [Prisma.sql`id < ${BigInt(cursor)}`];
  const rows = await readRows(
    (database) => database.$queryRaw<readonly ListedEntry[]>`
      select entry.*, account.name as "actorName", account.email as "actorEmail", account.kind as "accountKind", token.name as "tokenName",
        maker.id::text as "makerId", maker.name as "makerName"
      from (
        select ${entryColumns}, erased_at as "erasedAt" from audit_entries
        where ${Prisma.join([...conditions, ...older], " and ")} order by id desc limit ${limit}
      ) as entry
        left join people as account
          on account.id = case when entry."actorKind" in ('person', 'token') then entry."actorId"::uuid end
        left join api_tokens as token on token.id = (entry.payload::jsonb ->> 'token')::uuid
        left join people as maker on maker.id = token.maker_id
      order by entry.id desc`,
  );
  return rows.map(toEntry);
}

/** Returns the time range of a filter. It has no maximum length, because the audit trail covers years. */
function resolveRange({ from, to }: AuditFilter) {
  const atMs = nowMs();
  const startMs = from === undefined ? undefined : resolveTime(from, atMs);
  // A range that ends now has no end in the query, so that entries of this moment are listed too.
  const endMs = to === undefined || to === "now" ? undefined : resolveTime(to, atMs);
  if (startMs !== undefined && startMs >= (endMs ?? atMs))
    throw new AppError("invalid-input", "the time range must start before it ends");
  return { startMs, endMs };
}

function toEntry(entry: ListedEntry): AuditEntry {
  return {
    id: String(entry.id),
    sequence: entry.sequence === null ? null : Number(entry.sequence),
    atMs: entry.at.getTime(),
    actor: {
      kind: entry.actorKind,
      id: entry.actorId,
      name: entry.actorName,
      email: entry.actorEmail,
      accountKind: personKinds.find((kind) => kind === entry.accountKind) ?? null,
      tokenName: entry.tokenName,
      tokenMaker: toMaker(entry),
    },
    action: entry.action,
    operation: entry.operation,
    object: { table: entry.objectTable, id: entry.objectId },
    content: toContent(entry),
  };
}

function toMaker({ makerId: id, makerName: name }: ListedEntry): AuditEntry["actor"]["tokenMaker"] {
  return id === null || name === null ? null : { id, name };
}

function toContent({ payload, erasedAt }: ListedEntry): AuditEntry["content"] {
  if (payload === null) return { kind: "erased", erasedAtMs: erasedAt?.getTime() ?? 0 };
  return { kind: "present", ...storedPayload.parse(JSON.parse(payload)) };
}
