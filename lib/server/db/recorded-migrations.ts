/** Compares Prisma's table of applied migrations with the migrations of this release, without the schema engine. */
import { createHash } from "node:crypto";
import type pg from "pg";
import type { MigrationList } from "./schema-engine";

interface RecordedMigration {
  readonly name: string;
  /** SHA-256 of the file, as hexadecimal text. */
  readonly checksum: string;
  readonly isFinished: boolean;
  readonly isRolledBack: boolean;
}

/**
 * Returns true if the database has exactly the migrations of the list, each finished and unchanged. Returns false in
 * every other case, also for a database without the table: the schema engine decides then.
 */
export async function hasAllMigrations(client: pg.Client, list: MigrationList): Promise<boolean> {
  const table = await client.query<{ exists: boolean }>(
    `select to_regclass('_prisma_migrations') is not null as "exists"`,
  );
  if (table.rows[0]?.exists !== true) return false;
  const { rows } = await client.query<RecordedMigration>(
    `select migration_name as "name", checksum, finished_at is not null as "isFinished",
            rolled_back_at is not null as "isRolledBack"
     from _prisma_migrations`,
  );
  return isUpToDate(rows, list);
}

function isUpToDate(recorded: readonly RecordedMigration[], list: MigrationList): boolean {
  const checksums = new Map(
    recorded
      .filter(({ isFinished, isRolledBack }) => isFinished && !isRolledBack)
      .map(({ name, checksum }) => [name, checksum]),
  );
  return (
    recorded.length === list.migrationDirectories.length &&
    list.migrationDirectories.every(
      ({ path, migrationFile: { content } }) =>
        content.tag === "ok" &&
        checksums.get(path) === createHash("sha256").update(content.value).digest("hex"),
    )
  );
}
