/**
 * The one connection pool to PostgreSQL. Its limits make a sick database fail fast instead of holding requests: 2 s for a
 * connection, 5 s for a statement, 2 s for a lock, 10 s for a transaction that does nothing.
 */
import { PrismaPg } from "@prisma/adapter-pg";
import type { PoolConfig } from "pg";
import { logger } from "../logger";
import { readEnvironment } from "../env";
import { forgetProcessMemory, processMemory } from "../memory";
import { PrismaClient } from "./generated/client";

export const databaseLimits = {
  poolMax: 10,
  connectMs: 2_000,
  statementMs: 5_000,
  lockMs: 2_000,
  idleInTransactionMs: 10_000,
} as const;

/** Under which name the process remembers its client. */
export const databaseMemory = "database-client";

export type DatabaseLimits = { readonly [K in keyof typeof databaseLimits]: number };

/** Settings of a connection to `connectionString`, as node-postgres takes them. */
export function poolConfig(connectionString: string, limits: DatabaseLimits = databaseLimits): PoolConfig {
  return {
    connectionString,
    application_name: "ridgepoint",
    max: limits.poolMax,
    connectionTimeoutMillis: limits.connectMs,
    statement_timeout: limits.statementMs,
    lock_timeout: limits.lockMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionMs,
    keepAlive: true,
  };
}

/** A client for `connectionString`; callers that make their own disconnect it. */
export function makeDatabaseClient(
  connectionString: string,
  limits: DatabaseLimits = databaseLimits,
): PrismaClient {
  const note = (error: Error): void => {
    logger().warn({ error }, "a database connection was lost");
  };
  const adapter = new PrismaPg(poolConfig(connectionString, limits), {
    onPoolError: note,
    onConnectionError: note,
  });
  return new PrismaClient({
    adapter,
    errorFormat: "minimal",
    transactionOptions: { maxWait: limits.connectMs, timeout: limits.statementMs },
  });
}

/** The process's client. Connects when first used. */
export function database(): PrismaClient {
  return processMemory(databaseMemory, () => makeDatabaseClient(readEnvironment().databaseUrl));
}

/** Ends the pool, at the end of the process or of a test. */
export async function closeDatabase(): Promise<void> {
  const client = database();
  forgetProcessMemory(databaseMemory);
  await client.$disconnect();
}
