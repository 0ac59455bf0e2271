/** Migrates the database and registers the sources, and waits for the database for as long as it is unavailable. */
import { setTimeout as wait } from "node:timers/promises";
import { applyMigrations, MigrationError } from "@/lib/server/db/migrate";
import { isAppError } from "@/lib/model/app-error";
import { getLifecycle } from "@/lib/server/lifecycle";
import { getLogger } from "@/lib/server/logger";
import { addDemoPeople } from "@/lib/services/people/add-demo-people";
import { registerSources } from "@/lib/services/sources/register-sources";

const retryDelayMs = 2_000;

/**
 * Waits for the database and applies migrations. Ends the process if a migration fails although the database is
 * available.
 */
export async function prepareDatabase(connectionString: string): Promise<void> {
  let lastLogged = "";
  for (;;) {
    const problem = await attemptMigration(connectionString);
    if (problem === undefined) break;
    getLifecycle().waitingFor = problem;
    if (problem !== lastLogged) getLogger().warn(problem);
    lastLogged = problem;
    await wait(retryDelayMs);
  }
  getLifecycle().isPrepared = true;
}

/** Returns the reason why the database is not ready yet, or undefined when it is. */
async function attemptMigration(connectionString: string): Promise<string | undefined> {
  try {
    const applied = await applyMigrations({ connectionString });
    if (applied.length > 0) getLogger().info({ applied }, "database migrated");
    await registerSources();
    await addDemoPeople();
    return undefined;
  } catch (error) {
    if (error instanceof MigrationError && !error.isTemporary) {
      process.stderr.write(`${error.message}\n`);
      process.exit(1);
    }
    if (error instanceof MigrationError || isAppError(error)) return error.message;
    throw error;
  }
}
