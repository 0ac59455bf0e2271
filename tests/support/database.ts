/** Databases for suites: each has one of its own on the run's server. */
import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { createDatabase, dropDatabase } from "@/lib/server/db/database-name";
import { applyMigrations } from "@/lib/server/db/migrate";

export interface TestDatabase {
  readonly url: string;
  readonly drop: () => Promise<void>;
}

/** An empty database; `createMigratedDatabase` for one with the program's schema. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const server = inject("postgresUrl");
  const name = `test_${randomBytes(6).toString("hex")}`;
  return { url: await createDatabase(server, name), drop: () => dropDatabase(server, name) };
}

export async function createMigratedDatabase(): Promise<TestDatabase> {
  const database = await createEmptyDatabase();
  await applyMigrations({ connectionString: database.url });
  return database;
}
