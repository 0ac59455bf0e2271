/** Creates and drops databases by name, for migration checks and tests. */
import pg from "pg";

/** Returns the connection string of another database on the same server. */
function withDatabaseName(connectionString: string, name: string): string {
  const url = new URL(connectionString);
  url.pathname = `/${encodeURIComponent(name)}`;
  return url.href;
}

/** Creates an empty database on the server of `connectionString` and returns its connection string. */
export async function createDatabase(connectionString: string, databaseName: string): Promise<string> {
  await withConnection(connectionString, (client) =>
    client.query(`create database ${client.escapeIdentifier(databaseName)}`),
  );
  return withDatabaseName(connectionString, databaseName);
}

/**
 * Copies the database `templateName`, which must have no connections, to `copyName`, and returns the
 * connection string of the copy.
 */
export async function copyDatabase(
  connectionString: string,
  templateName: string,
  copyName: string,
): Promise<string> {
  await withConnection(connectionString, (client) =>
    client.query(
      `create database ${client.escapeIdentifier(copyName)} template ${client.escapeIdentifier(templateName)}`,
    ),
  );
  return withDatabaseName(connectionString, copyName);
}

/** Drops a database and closes its connections. */
export async function dropDatabase(connectionString: string, databaseName: string): Promise<void> {
  await withConnection(connectionString, (client) =>
    client.query(`drop database if exists ${client.escapeIdentifier(databaseName)} with (force)`),
  );
}

async function withConnection(
  connectionString: string,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
