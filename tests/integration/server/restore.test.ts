/** A backup that is made while the server writes, and its restore after the data folder is lost. */
import {
  chmodSync,
  chownSync,
  cpSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { POST as IMPORT } from "@/app/api/v1/baselines/import/route";
import { startScratchPostgres, type ScratchPostgres } from "@/scripts/suites/scratch-postgres";
import { getDatabase } from "@/lib/server/db/client";
import { applyMigrations } from "@/lib/server/db/migrate";
import { sealAuditEntries } from "@/lib/services/audit/seal-entries";
import { verifyAuditChain } from "@/lib/services/audit/verify-chain";
import { registerSources } from "@/lib/services/sources/register-sources";
import { createBaselineDocument } from "@/tests/support/sample-data/baseline-document";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";

let postgres: ScratchPostgres;

beforeAll(async () => {
  postgres = await startScratchPostgres("test-restore", { isDurable: true });
  await applyMigrations({ connectionString: postgres.url });
  useServerEnvironment({ DATABASE_URL: postgres.url, PROMETHEUS_URL: "http://127.0.0.1:9" });
  await registerSources();
});

afterAll(async () => {
  await leaveServerEnvironment();
  await postgres.remove();
});

async function importBaseline(slug: string): Promise<void> {
  const document = createBaselineDocument({ slug, endMs: Date.now() - 3_600_000 });
  const request = new Request("http://localhost:3000/api/v1/baselines/import", {
    method: "POST",
    headers: {
      host: "localhost:3000",
      "content-type": "application/json",
      "idempotency-key": `key-of-${slug}`,
    },
    body: JSON.stringify(document),
  });
  const response = await IMPORT(request, { params: Promise.resolve({}) });
  expect([response.status, slug]).toEqual([201, slug]);
}

async function withConnection<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Returns the number of rows and a hash of their contents, for each table. */
function describeTables(): Promise<Readonly<Record<string, string>>> {
  return withConnection(async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
    );
    const contents: Record<string, string> = {};
    for (const { name } of tables) {
      const { rows } = await client.query<{ hash: string }>(
        `select count(*) || ' ' || md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash from ${client.escapeIdentifier(name)} t`,
      );
      contents[name] = rows[0]?.hash ?? "";
    }
    return contents;
  });
}

const readDataFolder = (): Promise<string> =>
  withConnection(async (client) => {
    const { rows } = await client.query<{ data_directory: string }>("show data_directory");
    return rows[0]?.data_directory ?? "";
  });

/** Copies the running server's data folder, as pg_basebackup does. Calls `during` while the copy is incomplete. */
async function backUp(dataFolder: string, copy: string, during: () => Promise<void>): Promise<void> {
  await withConnection(async (client) => {
    await client.query("select pg_backup_start('restore test', true)");
    cpSync(dataFolder, copy, { recursive: true, filter: (path) => !path.endsWith("postmaster.pid") });
    await during();
    const { rows } = await client.query<{ label: string }>(
      "select labelfile as label from pg_backup_stop(false)",
    );
    writeFileSync(join(copy, "backup_label"), rows[0]?.label ?? "");
    cpSync(join(dataFolder, "pg_wal"), join(copy, "pg_wal"), { recursive: true });
  });
}

/** Replaces the data folder of the stopped server with the copy. */
function restore(copy: string, dataFolder: string): void {
  const { uid, gid, mode } = statSync(dataFolder);
  rmSync(dataFolder, { recursive: true });
  renameSync(copy, dataFolder);
  chmodSync(dataFolder, mode);
  const files = readdirSync(dataFolder, { recursive: true, encoding: "utf8" });
  for (const path of ["", ...files]) chownSync(join(dataFolder, path), uid, gid);
}

test("a backup that is made while the server writes restores every row, the baselines and the audit trail", async () => {
  await importBaseline("before");
  const dataFolder = await readDataFolder();
  const copy = `${dataFolder}-copy`;
  let complete: Readonly<Record<string, string>> = {};
  await backUp(dataFolder, copy, async () => {
    await importBaseline("during");
    while ((await sealAuditEntries()) > 0);
    complete = await describeTables();
  });
  await importBaseline("after");
  await postgres.stop();
  restore(copy, dataFolder);
  await postgres.start();

  expect(await describeTables()).toEqual(complete);
  const baselines = await getDatabase().baseline.findMany({ orderBy: { createdAt: "asc" } });
  expect(baselines.map(({ name }) => name)).toEqual(["before, imported", "during, imported"]);
  expect((await verifyAuditChain(getDatabase())).faults).toEqual([]);
  await importBaseline("after");
});
