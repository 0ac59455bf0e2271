/** Limits requests of clients in PostgreSQL, so that all processes share one limit. */
import { getDatabase } from "@/lib/server/db/client";
import { toDatabaseError } from "@/lib/server/db/failure";
import { Prisma } from "@/lib/server/db/generated/client";

/** Rate limit: how many requests a client may send at once, and the time after which it may send one further request. */
export interface RequestLimit {
  /** Name of the group of requests that are counted together. */
  readonly kind: string;
  readonly burstCount: number;
  readonly refillMs: number;
}

/** Maximum number of rows that a request of a new client removes. The table thus has only rows of recently active clients. */
const maxRemovedRows = 100;

/**
 * Counts one request of `client` against a rate limit that all processes share. Returns 0 if it is permitted,
 * or the time in milliseconds until the next request is permitted. Uses the clock of the database, because
 * clocks of processes differ. Throws database-unavailable.
 */
export async function consumeSharedRateLimit(limit: RequestLimit, client: string): Promise<number> {
  const key = `${limit.kind} ${client}`;
  try {
    const left = await takeOne(key, limit);
    if (left === undefined) return await readWaitMs(key, limit);
    if (left === limit.burstCount - 1) await removeFullRows();
    return 0;
  } catch (error) {
    throw toDatabaseError(error, "PostgreSQL does not respond, so the limit of requests cannot be checked");
  }
}

/** Takes one request from the allowance of the client. Returns the number of requests left; undefined if none was left. */
async function takeOne(key: string, { burstCount, refillMs }: RequestLimit): Promise<number | undefined> {
  const refilled = Prisma.sql`(stored.count +
    greatest(0, extract(epoch from now() - stored.updated_at)) * 1000 / ${refillMs}::float8)`;
  const refill = Prisma.sql`${refillMs}::float8 * interval '1 millisecond'`;
  const rows = await getDatabase().$queryRaw<readonly { readonly count: number }[]>`
    insert into allowances as stored (key, count, updated_at, full_at)
    values (${key}, ${burstCount - 1}, now(), now() + ${refill})
    on conflict (key) do update set
      count = least(${burstCount}::float8, ${refilled}) - 1,
      updated_at = greatest(stored.updated_at, now()),
      full_at = greatest(stored.full_at, now()) + ${refill}
    where ${refilled} >= 1
    returning count`;
  return rows[0]?.count;
}

async function readWaitMs(key: string, { refillMs }: RequestLimit): Promise<number> {
  const [row] = await getDatabase().$queryRaw<readonly { readonly waitMs: number }[]>`
    select ((1 - count) * ${refillMs}::float8 - extract(epoch from now() - updated_at) * 1000)::float8 as "waitMs"
    from allowances where key = ${key}`;
  return Math.max(1, Math.ceil(row?.waitMs ?? 0));
}

/** Removes rows of clients that have all their requests left. */
async function removeFullRows(): Promise<void> {
  await getDatabase().$executeRaw`
    delete from allowances where key in (
      select key from allowances where full_at < now() order by full_at limit ${maxRemovedRows}
      for update skip locked
    )`;
}
