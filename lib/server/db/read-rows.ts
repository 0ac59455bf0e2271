/** Reading rows: tried twice when the connection was lost, since a read repeats safely and a restarted server answers the second time. */
import { setTimeout as wait } from "node:timers/promises";
import { database } from "./client";
import { asDatabaseError, isDatabaseUnavailable } from "./failure";
import type { PrismaClient } from "./generated/client";

/** Long enough for a lost connection to be noticed by the pool, short against a panel's time limit. */
const retryAfterMs = 250;

/** What `read` finds. Throws database-unavailable when the database does not answer twice. */
export async function readRows<T>(read: (database: PrismaClient) => Promise<T>): Promise<T> {
  try {
    return await read(database());
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
  }
  await wait(retryAfterMs);
  try {
    return await read(database());
  } catch (error) {
    throw asDatabaseError(error, "PostgreSQL does not answer");
  }
}
