/** The content of a database as text, for tests that search it. */
import pg from "pg";

/**
 * Returns every row of every table in all schemas of the application, like a dump. PostgreSQL prints binary values in
 * hexadecimal.
 */
export async function readDatabaseText(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ schema: string; name: string }>(
      `select table_schema as schema, table_name as name from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    );
    const texts: string[] = [];
    for (const { schema, name } of tables) {
      const table = `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`;
      const { rows } = await client.query<{ line: string }>(`select row::text as line from ${table} as row`);
      texts.push(name, ...rows.map(({ line }) => line));
    }
    return texts.join("\n");
  } finally {
    await client.end();
  }
}
