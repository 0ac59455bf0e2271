/**
 * Reads rows and retries once after a lost connection. A read is safe to repeat, and a restarted PostgreSQL responds
 * to the second attempt.
 */
import { setTimeout as wait } from "node:timers/promises";
import { getDatabase } from "./client";
import { toDatabaseError, isDatabaseUnavailable } from "./failure";
import type { PrismaClient } from "./generated/client";

/** Long enough for the connection pool to detect a lost connection, and short compared to a panel's time limit. */
const retryAfterMs = 250;

/**
 * Reads from the database and repeats a failed read once. Throws database-unavailable when both attempts
 * fail.
 */
export async function readRows<T>(read: (database: PrismaClient) => Promise<T>): Promise<T> {
  try {
    return await read(getDatabase());
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
  }
  await wait(retryAfterMs);
  try {
    return await read(getDatabase());
  } catch (error) {
    throw toDatabaseError(error, "PostgreSQL does not respond");
  }
}
