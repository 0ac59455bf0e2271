/**
 * Global setup of the integration projects: one PostgreSQL server for the run, with one database that has the schema.
 */
import type { TestProject } from "vitest/node";
import { createDatabase } from "@/lib/server/db/database-name";
import { applyMigrations } from "@/lib/server/db/migrate";
import { startScratchPostgres, type ScratchPostgres } from "@/scripts/suites/scratch-postgres";

declare module "vitest" {
  interface ProvidedContext {
    readonly postgresUrl: string;
    /** Name of a database with the program's schema that has no connections, so that suites can copy it. */
    readonly migratedDatabase: string;
  }
}

const migrated = "migrated";

/** The server that the projects of a run share. Each project loads this module separately. */
interface SharedServer {
  readonly started: Promise<ScratchPostgres>;
  userCount: number;
}

const servers = globalThis as typeof globalThis & { testPostgres?: SharedServer };

async function startServer(): Promise<ScratchPostgres> {
  const postgres = await startScratchPostgres("test");
  await applyMigrations({ connectionString: await createDatabase(postgres.url, migrated) });
  return postgres;
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  servers.testPostgres ??= { started: startServer(), userCount: 0 };
  const server = servers.testPostgres;
  server.userCount += 1;
  const postgres = await server.started;
  project.provide("postgresUrl", postgres.url);
  project.provide("migratedDatabase", migrated);
  return async () => {
    server.userCount -= 1;
    if (server.userCount === 0) await postgres.remove();
  };
}
