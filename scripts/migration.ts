/**
 * `npm run db:migration -- <name>`: writes a migration from the previous schema to `prisma/schema`, applies all
 * migrations to a scratch database, and keeps the new one only when they produce the schema.
 */
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { applyMigrations, MigrationError } from "@/lib/server/db/migrate";
import { migrationsPath, readMigrations } from "@/lib/server/db/migration-folder";
import { withSchemaEngine, type SchemaEngine, type SchemaFile } from "@/lib/server/db/schema-engine";
import { StackError } from "@/demo/stack/stack-error";
import { startScratchPostgres } from "./suites/scratch-postgres";

const schemaPath = "prisma/schema";
const previousPath = join(migrationsPath, "previous-schema.prisma");
const lockFile = `# Which database the migrations are written for.\nprovider = "postgresql"\n`;

const noFilter = { externalTables: [], externalEnums: [] };

async function readSchema(): Promise<readonly SchemaFile[]> {
  const names = (await readdir(schemaPath)).filter((name) => name.endsWith(".prisma")).toSorted();
  return Promise.all(
    names.map(async (name) => ({ path: name, content: await readFile(join(schemaPath, name), "utf8") })),
  );
}

async function readPreviousSchema(): Promise<readonly SchemaFile[]> {
  try {
    return [{ path: "previous-schema.prisma", content: await readFile(previousPath, "utf8") }];
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

async function diffSchemas(
  engine: SchemaEngine,
  from: readonly SchemaFile[],
  to: readonly SchemaFile[],
): Promise<string> {
  const { stdout } = await engine.diff({
    from: from.length === 0 ? { tag: "empty" } : { tag: "schemaDatamodel", files: [...from] },
    to: { tag: "schemaDatamodel", files: [...to] },
    script: true,
    exitCode: null,
    filters: noFilter,
  });
  return stdout ?? "";
}

/**
 * Returns the remaining difference after applying all migrations to the scratch database; empty if there is none.
 */
async function diffDatabase(url: string, to: readonly SchemaFile[]): Promise<string> {
  await applyMigrations({ connectionString: url });
  return withSchemaEngine(url, async (engine) => {
    const { exitCode, stdout } = await engine.diff({
      from: { tag: "schemaDatasource", files: [...to], configDir: process.cwd() },
      to: { tag: "schemaDatamodel", files: [...to] },
      script: true,
      exitCode: true,
      filters: { externalTables: ["public._prisma_migrations"], externalEnums: [] },
    });
    return exitCode === 2 ? (stdout ?? "") : "";
  });
}

/** Returns whether a script contains statements and not only comments. */
function hasStatements(script: string): boolean {
  return script.split("\n").some((line) => line.trim() !== "" && !line.trimStart().startsWith("--"));
}

async function write(name: string, url: string): Promise<string> {
  const schema = await readSchema();
  const previous = await readPreviousSchema();
  const script = await withSchemaEngine(url, (engine) => diffSchemas(engine, previous, schema));
  if (!hasStatements(script)) return "the schema has not changed; nothing was written";
  const folder = `${new Date().toISOString().replaceAll(/[-:T]/g, "").slice(0, 14)}_${name}`;
  const target = join(migrationsPath, folder);
  await mkdir(target, { recursive: true });
  await writeFile(join(migrationsPath, "migration_lock.toml"), lockFile);
  await writeFile(join(target, "migration.sql"), script);
  try {
    const rest = await diffDatabase(url, schema);
    if (hasStatements(rest)) {
      throw new StackError(
        `the migrations do not produce the schema; still missing:\n${rest}`,
        "check for a migration created on another branch",
      );
    }
  } catch (error) {
    await rm(target, { recursive: true, force: true });
    throw error;
  }
  await writeFile(previousPath, schema.map((file) => file.content.trim()).join("\n\n") + "\n");
  const count = (await readMigrations()).migrationDirectories.length;
  return `wrote ${join(target, "migration.sql")} (${count} in total); review it before committing`;
}

const name = process.argv[2] ?? "";
if (!/^[a-z0-9]+(?:_[a-z0-9]+)*$/.test(name)) {
  process.stderr.write("a migration needs a name in snake_case. fix: npm run db:migration -- add_teams\n");
  process.exit(64);
}

const scratch = await startScratchPostgres("migration");
try {
  process.stdout.write(`${await write(name, scratch.url)}\n`);
} catch (error) {
  if (!(error instanceof MigrationError || error instanceof StackError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  await scratch.remove();
}
// The schema engine keeps a 10 s timer open.
process.exit();
