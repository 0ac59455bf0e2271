/** Rows that an earlier release stored are readable after the migrations. */
import pg from "pg";
import { expect, test } from "vitest";
import { acceleratorDocument } from "@/lib/model/roofline/accelerator-schema";
import { parseWatchedFacts } from "@/lib/model/deployment/deployment-facts";
import { parseDeploymentShape } from "@/lib/model/deployment/deployment-shape";
import { applyMigrations } from "@/lib/server/db/migrate";
import { readMigrations } from "@/lib/server/db/migration-folder";
import { createEmptyDatabase } from "@/tests/support/server/database";

const renaming = "20261123104000_rename_document_fields";

const accelerator = {
  version: 1,
  kind: "accelerator",
  accelerator: {
    id: "lab-card",
    name: "Lab card",
    vendor: "Lab",
    family: "X",
    memoryBytes: 96e9,
    memoryKind: "HBM3",
    bandwidthBytesPerSecond: 4e12,
    peakFlopsPerSecond: { bf16: 1e15 },
    link: { kind: "none", bothWaysBytesPerSecond: null },
    deviceNames: [],
    confidence: "stated",
    sources: ["its data sheet"],
  },
};

const shape = {
  version: 2,
  pools: [{ role: "both", selectors: [{ model_name: "chat" }] }],
  instances: ["10.0.0.1:8000"],
  traceServices: [],
  attachments: [],
  metricNames: [],
  copyLabels: [],
  remarks: [
    { kind: "seen-twice", by: "counters", apart: [{ label: "replica", values: ["a", "b"] }], servers: 2 },
    { kind: "stacks-together", stacks: ["one", "two"], part: "frontends" },
  ],
};

const watched = {
  version: 1,
  instances: { settled: 2, candidate: { value: 3, firstSeenMs: 60_000 } },
  flags: null,
  versions: null,
};

async function withOldRows(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `insert into catalogue_entries (id, kind, entry_id, version, document, author, created_at)
     values (gen_random_uuid(), 'accelerator', 'lab-card', 1, $1, 'operator', now())`,
    [JSON.stringify(accelerator)],
  );
  const { rows } = await client.query<{ id: string }>(
    `insert into sources (id, slug, kind, title, url, managed_by, set_by, updated_at)
     values (gen_random_uuid(), 'prometheus', 'prometheus', 'Prometheus', 'http://127.0.0.1:9', 'environment', 'PROMETHEUS_URL', now())
     returning id`,
  );
  for (const [slug, document] of Object.entries({ chat: shape, plain: { ...shape, remarks: [] } }))
    await client.query(
      `insert into deployments
         (id, slug, title, model, engine, identity, shape, metrics_source_id, first_seen_at, last_seen_at, updated_at)
       values (gen_random_uuid(), $1, $1, $1, 'vllm', $1, $2, $3, now(), now(), now())`,
      [slug, JSON.stringify(document), rows[0]?.id],
    );
  await client.query(`update sources set version = '3.1.0', version_seen_at = '2026-11-01T00:00:00Z'`);
  await client.query(
    `insert into deployment_watches (deployment_id, seen, updated_at)
     select id, $1, now() from deployments where slug = 'chat'`,
    [JSON.stringify(watched)],
  );
  await client.query(
    `insert into events (id, kind, at, title, origin, derived_from)
     values (gen_random_uuid(), 'deploy', now(), 'Deploy', 'hand', 'job 1 chat')`,
  );
  await client.query(
    `insert into notices (id, kind, at, title, detail, derived_from)
     values (gen_random_uuid(), 'new-deployment', now(), 'New', '', 'new-deployment chat')`,
  );
  return client;
}

test("rows of the release before the renames are read with their new names", async () => {
  const database = await createEmptyDatabase();
  const migrations = await readMigrations();
  const before = migrations.migrationDirectories.filter(({ path }) => path < renaming);
  await applyMigrations({
    connectionString: database.url,
    migrations: { ...migrations, migrationDirectories: before },
  });
  const client = await withOldRows(database.url);
  try {
    await applyMigrations({ connectionString: database.url });
    const entries = await client.query<{ document: unknown }>("select document from catalogue_entries");
    expect(acceleratorDocument.parse(entries.rows[0]?.document).accelerator.link).toEqual({
      kind: "none",
      bidirectionalBytesPerSecond: null,
    });
    const deployments = await client.query<{ shape: unknown }>("select shape from deployments order by slug");
    const remarks = deployments.rows.map(({ shape: stored }) => parseDeploymentShape(stored).remarks);
    expect(remarks).toEqual([
      [
        {
          kind: "duplicate-targets",
          basis: "counters",
          differingLabels: [{ label: "replica", values: ["a", "b"] }],
          servers: 2,
        },
        { kind: "mixed-stacks", stacks: ["one", "two"], part: "frontends" },
      ],
      [],
    ]);
    const watches = await client.query<{ facts: unknown }>("select facts from deployment_watches");
    expect(watches.rows.map(({ facts }) => parseWatchedFacts(facts))).toMatchObject([
      { instances: { confirmed: 2, candidate: { value: 3, firstSeenMs: 60_000 } }, flags: null },
    ]);
    const events = await client.query("select origin from events");
    expect(events.rows).toEqual([{ origin: "manual" }]);
    const sources = await client.query("select version_observed_at from sources");
    expect(sources.rows).toEqual([{ version_observed_at: new Date("2026-11-01T00:00:00Z") }]);
    const keys = await client.query(
      "select deduplication_key from events union all select deduplication_key from notices",
    );
    expect(keys.rows).toEqual([
      { deduplication_key: "job 1 chat" },
      { deduplication_key: "new-deployment chat" },
    ]);
  } finally {
    await client.end();
    await database.drop();
  }
});
