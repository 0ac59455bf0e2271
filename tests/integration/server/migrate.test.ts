import { once } from "node:events";
import { mkdtemp, mkdir, rm, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, expect, test } from "vitest";
import { applyMigrations, readMigrationState } from "@/lib/server/db/migrate";
import { hasAllMigrations } from "@/lib/server/db/recorded-migrations";
import { readMigrations } from "@/lib/server/db/migration-folder";
import { createEmptyDatabase, type TestDatabase } from "@/tests/support/server/database";

const made: TestDatabase[] = [];
const folders: string[] = [];

afterEach(async () => {
  await Promise.all(made.splice(0).map((database) => database.drop()));
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true })));
});

async function newDatabase(): Promise<string> {
  const database = await createEmptyDatabase();
  made.push(database);
  return database.url;
}

async function query<T extends pg.QueryResultRow>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

async function migrationFolder(migrations: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "ridgepoint-migrations-"));
  folders.push(folder);
  await writeFile(join(folder, "migration_lock.toml"), 'provider = "postgresql"\n');
  for (const [name, sql] of Object.entries(migrations)) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, "migration.sql"), sql);
  }
  return folder;
}

test("three concurrent processes apply each migration exactly once", async () => {
  const url = await newDatabase();
  const names = (await readMigrations()).migrationDirectories.map(({ path }) => path);
  const applied = await Promise.all([1, 2, 3].map(() => applyMigrations({ connectionString: url })));
  expect(applied.flat().toSorted()).toEqual(names);
  const rows = await query<{ migration_name: string }>(
    url,
    "select migration_name from _prisma_migrations where finished_at is not null order by 1",
  );
  expect(rows.map((row) => row.migration_name)).toEqual(names);
});

test("a migrated database needs nothing, an empty one all migrations", async () => {
  const url = await newDatabase();
  const names = (await readMigrations()).migrationDirectories.map(({ path }) => path);
  expect(await readMigrationState({ connectionString: url })).toEqual({
    pendingNames: names,
    failedNames: [],
    unknownNames: [],
  });
  await applyMigrations({ connectionString: url });
  expect(await applyMigrations({ connectionString: url })).toEqual([]);
  expect(await readMigrationState({ connectionString: url })).toEqual({
    pendingNames: [],
    failedNames: [],
    unknownNames: [],
  });
});

test("only a database with exactly the finished migrations of the release needs no schema engine", async () => {
  const url = await newDatabase();
  const changed = await readMigrations(
    await migrationFolder({ "1_first": "create table a (id int); -- new" }),
  );
  const migrations = await readMigrations(await migrationFolder({ "1_first": "create table a (id int);" }));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    expect(await hasAllMigrations(client, migrations)).toBe(false);
    await applyMigrations({ connectionString: url, migrations });
    expect(await hasAllMigrations(client, migrations)).toBe(true);
    expect(await hasAllMigrations(client, changed)).toBe(false);
    expect(await hasAllMigrations(client, { ...migrations, migrationDirectories: [] })).toBe(false);
    await client.query("update _prisma_migrations set finished_at = null");
    expect(await hasAllMigrations(client, migrations)).toBe(false);
    await client.query("update _prisma_migrations set finished_at = now(), rolled_back_at = now()");
    expect(await hasAllMigrations(client, migrations)).toBe(false);
  } finally {
    await client.end();
  }
});

test("a failed migration reports one line with the fix, and does not run again automatically", async () => {
  const url = await newDatabase();
  const folder = await migrationFolder({
    "20260101000000_broken": "create table a (b int); select nonsense;",
  });
  const migrations = await readMigrations(folder);
  const attempt = (): Promise<unknown> => applyMigrations({ connectionString: url, migrations });
  await expect(attempt()).rejects.toThrow(/^the database could not be migrated \(.*nonsense.*\)\. fix: .+$/);
  await expect(attempt()).rejects.toThrow(/^an earlier migration failed \(.*\)\. fix: .+$/);
});

test("a waiting process gives up after its time limit and reports it", async () => {
  const url = await newDatabase();
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  try {
    await holder.query("select pg_advisory_lock(7210391)");
    const waiting = applyMigrations({ connectionString: url, lockWaitMs: 200 });
    await expect(waiting).rejects.toMatchObject({ isTemporary: true });
    await expect(waiting).rejects.toThrow(/another process has been migrating the database/);
  } finally {
    await holder.end();
  }
});

test("a database that accepts the connection but does not respond is temporary", async () => {
  const silent = createServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  try {
    const { port } = silent.address() as AddressInfo;
    const attempt = applyMigrations({ connectionString: `postgresql://someone:hush@127.0.0.1:${port}/none` });
    await expect(attempt).rejects.toMatchObject({ isTemporary: true });
    await expect(attempt).rejects.toThrow(/^the database does not respond \(timeout expired\)\. fix: .+$/);
  } finally {
    silent.close();
  }
});

test("reports an unreachable database without its password", async () => {
  const attempt = applyMigrations({ connectionString: "postgresql://someone:hush@127.0.0.1:9/none" });
  await expect(attempt).rejects.toMatchObject({ isTemporary: true });
  await expect(attempt).rejects.toThrow(/does not respond .*fix: start PostgreSQL or correct DATABASE_URL/);
  await expect(attempt).rejects.not.toThrow(/hush/);
});

test("applies functions, whose bodies contain semicolons, and nothing of a migration that fails", async () => {
  const url = await newDatabase();
  const first = "create function one() returns int language plpgsql as $$ begin perform 2; return 1; end $$;";
  const migrationsFor = async (second: string) =>
    readMigrations(
      await migrationFolder({ "1_first": `${first} create table a (id int);`, "2_second": second }),
    );
  await expect(
    applyMigrations({
      connectionString: url,
      migrations: await migrationsFor("create table b (id int); create table a (id int);"),
    }),
  ).rejects.toThrow(/a.* already exists/);
  expect(await query(url, "select one(), to_regclass('a')::text as a, to_regclass('b') as b")).toEqual([
    { one: 1, a: "a", b: null },
  ]);
});
