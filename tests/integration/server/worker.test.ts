/** `npm run worker` as a separate process, with real PostgreSQL. */
import type { ChildProcess } from "node:child_process";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createEmptyDatabase, type TestDatabase } from "@/tests/support/server/database";
import { unreachableUrl } from "@/tests/support/server/server-environment";
import { startWorkerProcess, type WorkerProcess } from "@/tests/support/server/worker-process";

let own: TestDatabase;
let client: pg.Client;
const children: ChildProcess[] = [];

beforeAll(async () => {
  own = await createEmptyDatabase();
  client = new pg.Client({ connectionString: own.url });
  await client.connect();
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});
afterAll(async () => {
  await client.end();
  await own.drop();
});

function startWorker(databaseUrl: string): WorkerProcess {
  const worker = startWorkerProcess({
    DATABASE_URL: databaseUrl,
    PROMETHEUS_URL: unreachableUrl,
    // A server with this address would be refused. A worker does not listen.
    HOSTNAME: "0.0.0.0",
  });
  children.push(worker.child);
  return worker;
}

async function select<Row>(query: string): Promise<readonly Row[]> {
  return (await client.query(query)).rows as readonly Row[];
}

const countRuns = async (): Promise<number> => {
  if ((await select("select 1 from pg_tables where schemaname = 'jobs'")).length === 0) return 0;
  const [row] = await select<{ count: string }>(
    "select count(*) from jobs.job where name = 'check-sources' and state = 'completed'",
  );
  return Number(row?.count ?? 0);
};

test("two workers prepare the database, run each job once, and end in order", async () => {
  const workers = [startWorker(own.url), startWorker(own.url)];
  await expect.poll(countRuns, { timeout: 60_000, interval: 500 }).toBeGreaterThanOrEqual(2);
  // Registering the sources writes entries of the audit trail, and a job seals them.
  const countSealed = async () =>
    (await select("select 1 from audit_entries where sequence is not null")).length;
  await expect.poll(countSealed).toBeGreaterThan(0);
  const repeated = await select(
    `select name, data ->> 'tickMs' as tick from jobs.job where data ? 'tickMs' group by 1, 2 having count(*) > 1`,
  );
  expect(repeated).toEqual([]);
  for (const { child } of workers) child.kill("SIGTERM");
  expect(await Promise.all(workers.map(({ ended }) => ended))).toEqual([0, 0]);
  for (const { output } of workers) {
    expect(output()).toMatch(/worker started, jobs: check-sources, .*seal-audit-trail/);
    expect(output()).toMatch(/finishing the current runs[\s\S]*ended/);
  }
  expect(await select("select 1 from jobs.job where state = 'active'")).toEqual([]);
});

test("a worker that waits for its database ends immediately", async () => {
  const { child, ended, output } = startWorker(unreachableUrl.replace("http", "postgresql"));
  await expect.poll(output).toContain("PostgreSQL");
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
});

test("a worker without a database names the variable and the fix", async () => {
  const { ended, output } = startWorker("");
  expect(await ended).toBe(64);
  expect(output()).toContain("DATABASE_URL");
  expect(output().trim().split("\n")).toHaveLength(1);
});
