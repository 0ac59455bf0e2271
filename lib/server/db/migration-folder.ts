/** Reads the migrations on disk in the form that the schema engine accepts. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { findProjectFolder } from "./project-folder";
import type { MigrationList } from "./schema-engine";

/** Folder of the migrations, relative to the project folder. */
export const migrationsPath = "prisma/migrations";

/** Returns the names of the migrations in `folder` in the order in which they apply. */
async function migrationNames(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .toSorted();
}

/**
 * Reads all migrations below `folder`, by default the project's. Throws for a missing file, because an incomplete
 * history must not be applied.
 */
export async function readMigrations(
  folder = join(findProjectFolder(), migrationsPath),
): Promise<MigrationList> {
  const names = await migrationNames(folder);
  return {
    baseDir: folder,
    lockfile: {
      path: "migration_lock.toml",
      content: await readFile(join(folder, "migration_lock.toml"), "utf8"),
    },
    shadowDbInitScript: "",
    migrationDirectories: await Promise.all(
      names.map(async (name) => ({
        path: name,
        migrationFile: {
          path: "migration.sql",
          content: { tag: "ok" as const, value: await readFile(join(folder, name, "migration.sql"), "utf8") },
        },
      })),
    ),
  };
}
