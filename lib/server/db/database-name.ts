/** Databases of a server by name: scratch ones for checking migrations and for tests. */
import pg from "pg";

/** `connectionString` with another database. */
export function withDatabaseName(connectionString: string, name: string): string {
  const url = new URL(connectionString);
  url.pathname = `/${encodeURIComponent(name)}`;
  return url.href;
}

/** Makes an empty database beside the one of `connectionString` and answers its address. */
export async function createDatabase(connectionString: string, name: string): Promise<string> {
  await withConnection(connectionString, (client) =>
    client.query(`create database ${client.escapeIdentifier(name)}`),
  );
  return withDatabaseName(connectionString, name);
}

/** Makes a copy of the database `from`, to which nobody is connected, and answers its address. */
export async function copyDatabase(connectionString: string, from: string, name: string): Promise<string> {
  await withConnection(connectionString, (client) =>
    client.query(
      `create database ${client.escapeIdentifier(name)} template ${client.escapeIdentifier(from)}`,
    ),
  );
  return withDatabaseName(connectionString, name);
}

/** Removes it again, whoever is still connected. */
export async function dropDatabase(connectionString: string, name: string): Promise<void> {
  await withConnection(connectionString, (client) =>
    client.query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`),
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
