/**
 * Global setup of the integration project: one PostgreSQL server for the run, with one database that has the schema.
 */
import type { TestProject } from "vitest/node";
import { createDatabase } from "@/lib/server/db/database-name";
import { applyMigrations } from "@/lib/server/db/migrate";
import { startScratchPostgres } from "@/scripts/suites/scratch-postgres";

declare module "vitest" {
  interface ProvidedContext {
    readonly postgresUrl: string;
    /** Name of a database with the program's schema that has no connections, so that suites can copy it. */
    readonly migratedDatabase: string;
  }
}

const migrated = "migrated";

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startScratchPostgres("test");
  await applyMigrations({ connectionString: await createDatabase(postgres.url, migrated) });
  project.provide("postgresUrl", postgres.url);
  project.provide("migratedDatabase", migrated);
  return postgres.remove;
}
