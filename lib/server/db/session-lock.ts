/**
 * Locks that only one process holds at a time, for work that is longer than a transaction may be. A lock belongs to a
 * dedicated connection, so it ends with the process.
 */
import type pg from "pg";
import { readEnvironment } from "../environment/env";
import { databaseLimits } from "./client";
import { toDatabaseError } from "./failure";
import { openSession } from "./open-session";

/** Runs `work` when the lock is free. Throws database-unavailable, and errors of `work`. */
export function runUnderLock<T>(key: number, work: () => Promise<T>): Promise<T> {
  return withSession(async (session) => {
    await query(session, "select pg_advisory_lock($1)", key);
    return work();
  });
}

/**
 * Runs `work` if the lock is free. Returns without running it if another process holds the lock. Throws
 * database-unavailable, and errors of `work`.
 */
export function runUnderLockIfFree(key: number, work: () => Promise<void>): Promise<void> {
  return withSession(async (session) => {
    const { rows } = await query(session, "select pg_try_advisory_lock($1) as locked", key);
    if (rows[0]?.locked === true) await work();
  });
}

async function withSession<T>(work: (session: pg.Client) => Promise<T>): Promise<T> {
  const session = await openSession({
    connectionString: readEnvironment().databaseUrl,
    applicationName: "ridgepoint-lock",
    connectTimeoutMs: databaseLimits.connectTimeoutMs,
  }).catch((error: unknown) => {
    throw toDatabaseError(error, "PostgreSQL does not respond");
  });
  try {
    return await work(session);
  } finally {
    await session.end();
  }
}

async function query(session: pg.Client, text: string, key: number) {
  try {
    return await session.query<{ readonly locked?: boolean }>(text, [key]);
  } catch (error) {
    throw toDatabaseError(error, "PostgreSQL does not respond");
  }
}
