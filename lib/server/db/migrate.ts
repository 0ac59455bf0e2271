/**
 * Applies the migrations. Several processes may start at the same time: an advisory lock lets one of them apply while
 * the others wait. The history is Prisma's table `_prisma_migrations`.
 */
import type pg from "pg";
import { removeUrlCredentials } from "../logger";
import { isDatabaseUnavailable } from "./failure";
import { readMigrations } from "./migration-folder";
import { openSession } from "./open-session";
import { hasAllMigrations } from "./recorded-migrations";
import { withSchemaEngine, type MigrationList, type SchemaEngine } from "./schema-engine";

/** Id of the lock. Its value has no meaning, but all releases must use the same value. */
const lockKey = 7_210_391;
/** Time for which a process waits for the lock. It is longer than any migration. */
const lockWaitMs = 120_000;

/** Failed migration, in one line with the fix. `isTemporary`: the database does not respond now. */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
  readonly isTemporary: boolean;

  constructor(
    message: string,
    fix: string,
    options: { readonly cause: unknown; readonly isTemporary: boolean },
  ) {
    super(`${message}. fix: ${fix}`, { cause: options.cause });
    this.isTemporary = options.isTemporary;
  }
}

/** Database and migrations to apply. */
export interface MigrateOptions {
  readonly connectionString: string;
  /** Migrations to apply. By default, the migrations of the project. */
  readonly migrations?: MigrationList;
  readonly lockWaitMs?: number;
}

const noFilter = { externalTables: [], externalEnums: [] };

/** Applies pending migrations and returns their names. Throws MigrationError. */
export async function applyMigrations(options: MigrateOptions): Promise<readonly string[]> {
  const migrationsList = options.migrations ?? (await readMigrations());
  try {
    return await underLock(options, async (client) => {
      // The engine needs 50 MB and half a second, and most starts have nothing to migrate.
      if (await hasAllMigrations(client, migrationsList)) return [];
      return await withSchemaEngine(options.connectionString, async (engine) => {
        const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters: noFilter });
        return appliedMigrationNames;
      });
    });
  } catch (error) {
    throw toMigrationError(error);
  }
}

/** Differences between the migrations of the database and those of this release. */
export interface MigrationState {
  readonly pendingNames: readonly string[];
  readonly failedNames: readonly string[];
  /** Names of migrations that a newer release applied and this release does not know. */
  readonly unknownNames: readonly string[];
}

/**
 * Compares the migrations of the database with those of this release, without changes. Throws MigrationError
 * when the database does not respond.
 */
export async function readMigrationState(options: MigrateOptions): Promise<MigrationState> {
  const migrationsList = options.migrations ?? (await readMigrations());
  try {
    return await withSchemaEngine(options.connectionString, (engine) => diagnose(engine, migrationsList));
  } catch (error) {
    throw toMigrationError(error);
  }
}

async function diagnose(engine: SchemaEngine, migrationsList: MigrationList): Promise<MigrationState> {
  const { history, failedMigrationNames } = await engine.diagnoseMigrationHistory({
    migrationsList,
    optInToShadowDatabase: false,
    filters: noFilter,
  });
  const pending =
    history !== null && "unappliedMigrationNames" in history ? history.unappliedMigrationNames : [];
  const unknown =
    history !== null && "unpersistedMigrationNames" in history ? history.unpersistedMigrationNames : [];
  return { pendingNames: pending, failedNames: failedMigrationNames, unknownNames: unknown };
}

/**
 * Runs `work` while this session holds the lock. The lock ends with the session, and the session with the process.
 */
async function underLock<T>(options: MigrateOptions, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const session = await openSession({
    connectionString: options.connectionString,
    applicationName: "ridgepoint-migrate",
    connectTimeoutMs: 5_000,
    lockTimeoutMs: options.lockWaitMs ?? lockWaitMs,
  });
  let lost: Error | undefined;
  session.on("error", (error) => {
    lost = error;
  });
  try {
    await session.query("select pg_advisory_lock($1)", [lockKey]);
    const result = await work(session);
    if (lost !== undefined) throw lost;
    return result;
  } finally {
    await session.end();
  }
}

function toMigrationError(error: unknown): MigrationError {
  const text = removeUrlCredentials(error instanceof Error ? error.message : String(error));
  const line = text
    .split("\n")
    .map((each) => each.trim())
    .filter(Boolean)
    .slice(0, 6)
    .join(" ");
  if (/55P03|lock timeout/.test(`${codeOf(error)} ${text}`)) {
    return new MigrationError(
      "another process has been migrating the database for longer than the time limit",
      "wait for it to finish and start again",
      {
        cause: error,
        isTemporary: true,
      },
    );
  }
  if (isDatabaseUnavailable(error) || /P1001|P1017|P1002/.test(text)) {
    return new MigrationError(
      `the database does not respond (${line})`,
      "start PostgreSQL or correct DATABASE_URL",
      {
        cause: error,
        isTemporary: true,
      },
    );
  }
  if (/P3009|failed migrations in the target database/.test(text)) {
    return new MigrationError(
      `an earlier migration failed (${line})`,
      "restore the backup made before the upgrade, then run npm run db:migrate",
      { cause: error, isTemporary: false },
    );
  }
  return new MigrationError(`the database could not be migrated (${line})`, "run npm run doctor", {
    cause: error,
    isTemporary: false,
  });
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
