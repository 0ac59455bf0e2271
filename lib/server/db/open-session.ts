/** Opens connections that hold a lock for longer than a transaction may last. */
import pg from "pg";

/** Database and limits of a connection that holds a lock. */
interface SessionOptions {
  readonly connectionString: string;
  /** Name of the connection in PostgreSQL. */
  readonly applicationName: string;
  readonly connectTimeoutMs: number;
  /** Time for which a statement waits for a lock. Absent if it waits without limit. */
  readonly lockTimeoutMs?: number;
}

/** Opens a dedicated connection. Its locks end with it. Throws errors of PostgreSQL. */
export async function openSession({
  connectionString,
  applicationName,
  connectTimeoutMs,
  lockTimeoutMs,
}: SessionOptions): Promise<pg.Client> {
  const session = new pg.Client({
    connectionString,
    application_name: applicationName,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    ...(lockTimeoutMs === undefined ? {} : { lock_timeout: lockTimeoutMs }),
  });
  // A lost connection ends the lock. The next statement reports it, and rows have the locks of their transactions.
  session.on("error", () => undefined);
  await session.connect();
  return session;
}
