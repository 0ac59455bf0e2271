/**
 * The connection pool to PostgreSQL. Its limits make an unhealthy database fail fast: 2 s for a connection, 5 s for a
 * statement, 2 s for a lock, 10 s for an idle transaction.
 */
import { PrismaPg } from "@prisma/adapter-pg";
import type { PoolConfig } from "pg";
import { getLogger } from "../logger";
import { readEnvironment } from "../environment/env";
import { deleteProcessState, getProcessState } from "../process-state";
import { PrismaClient } from "./generated/client";

/** Limits of the connections to PostgreSQL. */
export const databaseLimits = {
  maxConnections: 10,
  connectTimeoutMs: 2_000,
  statementTimeoutMs: 5_000,
  lockTimeoutMs: 2_000,
  idleInTransactionTimeoutMs: 10_000,
} as const;

/** Name under which the process state contains the database client. */
export const databaseStateName = "database-client";

/** Limits of the connections to PostgreSQL. */
export type DatabaseLimits = { readonly [K in keyof typeof databaseLimits]: number };

/** Returns the node-postgres settings of a connection. */
export function createPoolConfig(
  connectionString: string,
  limits: DatabaseLimits = databaseLimits,
): PoolConfig {
  return {
    connectionString,
    application_name: "ridgepoint",
    max: limits.maxConnections,
    connectionTimeoutMillis: limits.connectTimeoutMs,
    statement_timeout: limits.statementTimeoutMs,
    lock_timeout: limits.lockTimeoutMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionTimeoutMs,
    keepAlive: true,
  };
}

/** Creates a client. The caller must disconnect it. */
export function createDatabaseClient(
  connectionString: string,
  limits: DatabaseLimits = databaseLimits,
): PrismaClient {
  const note = (error: Error): void => {
    getLogger().warn({ error }, "a database connection was lost");
  };
  const adapter = new PrismaPg(createPoolConfig(connectionString, limits), {
    onPoolError: note,
    onConnectionError: note,
  });
  return new PrismaClient({
    adapter,
    errorFormat: "minimal",
    transactionOptions: { maxWait: limits.connectTimeoutMs, timeout: limits.statementTimeoutMs },
  });
}

/** Returns the client of the process. It connects on first use. */
export function getDatabase(): PrismaClient {
  return getProcessState(databaseStateName, () => createDatabaseClient(readEnvironment().databaseUrl));
}

/** Ends the connection pool at the end of the process or of a test. */
export async function closeDatabase(): Promise<void> {
  const client = getDatabase();
  deleteProcessState(databaseStateName);
  await client.$disconnect();
}
