/** Lists the authors, actions and tables that occur in the audit trail. */
import type { auditChoicesContract } from "@/lib/contracts/audit";
import { nowMs } from "@/lib/server/clock";
import { Prisma } from "@/lib/server/db/generated/client";
import { readRows } from "@/lib/server/db/read-rows";
import type { Handler } from "@/lib/server/handler";

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const columns = {
  actors: Prisma.sql`actor_id`,
  actions: Prisma.sql`action`,
  tables: Prisma.sql`object_table`,
} as const;

/** Returns the values by which the audit trail can be filtered. Throws database-unavailable. */
export const listAuditChoices: Handler<typeof auditChoicesContract> = async () => {
  const [actors, actions, tables] = await Promise.all([
    readDistinct(columns.actors),
    readDistinct(columns.actions),
    readDistinct(columns.tables),
  ]);
  return { asOfMs: nowMs(), actors: await nameActors(actors), actions, tables };
};

/** Adds the names of people, whose ids are UUIDs. Other authors, such as the operator, have no name. */
async function nameActors(ids: readonly string[]) {
  const people = await readRows((database) =>
    database.person.findMany({
      where: { id: { in: ids.filter((id) => uuid.test(id)) } },
      select: { id: true, name: true, email: true },
    }),
  );
  const byId = new Map(people.map((person) => [person.id, person]));
  return ids.map((id) => byId.get(id) ?? { id, name: null, email: null });
}

/** Returns the distinct values of a column in ascending order. Each value needs one lookup in the index, so the table is not scanned. */
async function readDistinct(column: Prisma.Sql): Promise<string[]> {
  const rows = await readRows(
    (database) => database.$queryRaw<readonly { readonly value: string }[]>`
      with recursive found as (
        (select min(${column}) as value from audit_entries)
        union all
        select (select min(${column}) from audit_entries where ${column} > found.value)
        from found where found.value is not null
      )
      select value from found where value is not null`,
  );
  return rows.map(({ value }) => value);
}
