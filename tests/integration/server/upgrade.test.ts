/** An upgrade from the release before sign-in keeps every row, and the operator stays the author of former changes. */
import pg from "pg";
import { expect, test } from "vitest";
import { applyMigrations } from "@/lib/server/db/migrate";
import { readMigrations } from "@/lib/server/db/migration-folder";
import { createEmptyDatabase } from "@/tests/support/server/database";

const firstPeople = "20261125013803_people";

type Row = Readonly<Record<string, unknown>>;

const at = "2026-11-24T12:00:00+00:00";
const id = (number: number): string => `00000000-0000-7000-8000-${String(number).padStart(12, "0")}`;
const [source, deployment, baseline] = [id(1), id(2), id(3)] as const;
const hash = "ab".repeat(32);
const byOperator = { author: "operator", version: 1 };

const merge = (...parts: readonly Row[]): Row => Object.assign({}, ...parts) as Row;

/** One row of each table, in an order that foreign keys permit. */
const formerRows: Readonly<Record<string, Row>> = {
  sources: merge(
    { id: source, kind: "prometheus", slug: "prometheus", title: "Prometheus", url: "http://127.0.0.1" },
    { set_by: "PROMETHEUS_URL", managed_by: "environment", created_at: at, updated_at: at },
  ),
  deployments: merge(
    { id: deployment, slug: "chat", title: "Chat", model: "chat-70b", engine: "vllm", identity: "chat" },
    { shape: { version: 2 }, edits: { version: 1 }, review: "accepted", version: 3, managed_by: "person" },
    { metrics_source_id: source, created_at: at, updated_at: at, first_seen_at: at, last_seen_at: at },
  ),
  deployment_aliases: { slug: "chat-70b", deployment_id: deployment, created_at: at },
  deployment_watches: { deployment_id: deployment, facts: { version: 1 }, updated_at: at },
  events: merge(
    { id: id(4), kind: "deploy", at, title: "v1.4", origin: "api", derived_from: "job 1 chat" },
    { deployment_id: deployment, created_at: at, updated_at: at, ...byOperator },
  ),
  notices: merge(
    { id: id(5), kind: "new-deployment", at, title: "New", detail: "chat", derived_from: "new chat" },
    { dismissed_at: at, dismissed_by: "operator", created_at: at },
  ),
  catalogue_entries: merge(
    { id: id(6), kind: "accelerator", entry_id: "lab-card", document: { version: 1 }, is_retired: false },
    { created_at: at, ...byOperator },
  ),
  roofline_settings: merge(
    { id: id(7), deployment_id: deployment, created_at: at, ...byOperator },
    { document: { version: 1, chosen: { acceleratorCount: 8 } } },
  ),
  baselines: merge(
    { id: baseline, name: "Before", state: "ready", progress: 1, is_pinned: true, content_hash: hash },
    { document: { schemaVersion: 2 }, deployment_id: deployment, created_at: at, ...byOperator },
  ),
  baseline_defaults: merge(
    { id: id(8), baseline_id: baseline, baseline_name: "Before", deployment_id: deployment },
    { since: at, reason: "Agreed", author: "operator" },
  ),
  gate_runs: merge(
    { id: id(9), state: "complete", verdict: "pass", request: { rules: [] }, result: { schemaVersion: 1 } },
    { start_at: at, end_at: at, due_at: at, created_at: at, evaluated_at: at },
    { baseline_id: baseline, deployment_id: deployment, author: "operator" },
  ),
  organisations: { id: 1, time_zone: "Europe/Berlin", updated_at: at, ...byOperator },
  allowances: { key: "write 192.0.2.1", count: 2.5, updated_at: at, full_at: at },
  idempotency_keys: merge(
    {
      id: id(10),
      key: "a-key",
      contract: "create-event",
      principal: "operator",
      status: 201,
      response: "{}",
    },
    {
      request_hash: hash,
      response_hash: hash,
      outcome: {},
      created_at: at,
      expires_at: at,
      leased_until: at,
    },
  ),
  audit_entries: merge(
    { id: 1, at, action: "create-event", actor_kind: "operator", actor_id: "operator", operation: "created" },
    { object_table: "events", object_id: id(4), payload: "{}", payload_hash: hash },
    { sequence: 1, chain_hash: hash },
  ),
};

/** Columns that later migrations renamed. */
const newNames: Readonly<Record<string, string>> = { derived_from: "deduplication_key" };

async function readRows(client: pg.Client, table: string): Promise<readonly Row[]> {
  const { rows } = await client.query<{ row: Row }>(
    `select to_jsonb(stored) as row from ${client.escapeIdentifier(table)} as stored`,
  );
  return rows.map(({ row }) => row);
}

test("every table of the release before sign-in has its row with equal values after the upgrade", async () => {
  const database = await createEmptyDatabase();
  const connectionString = database.url;
  const migrations = await readMigrations();
  const migrationDirectories = migrations.migrationDirectories.filter(({ path }) => path < firstPeople);
  await applyMigrations({ connectionString, migrations: { ...migrations, migrationDirectories } });
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select table_name as name from information_schema.tables
       where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> '_prisma_migrations'`,
    );
    expect(tables.map(({ name }) => name).toSorted()).toEqual(Object.keys(formerRows).toSorted());
    // The triggers would add entries to the audit trail.
    await client.query("set session_replication_role = replica");
    for (const [table, row] of Object.entries(formerRows))
      await client.query(`insert into ${table} select (jsonb_populate_record(null::${table}, $1)).*`, [
        JSON.stringify(row),
      ]);
    const before = new Map<string, readonly Row[]>();
    for (const table of Object.keys(formerRows)) before.set(table, await readRows(client, table));
    await applyMigrations({ connectionString });
    for (const [table, rows] of before) {
      const expected = rows.map((row) =>
        Object.fromEntries(Object.entries(row).map(([column, value]) => [newNames[column] ?? column, value])),
      );
      expect(await readRows(client, table), table).toMatchObject(expected);
    }
    expect(await readRows(client, "people")).toEqual([]);
  } finally {
    await client.end();
    await database.drop();
  }
});
