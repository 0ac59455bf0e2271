import pg from "pg";
import { afterAll, beforeAll, beforeEach, afterEach, expect, test } from "vitest";
import { GET as getSources } from "@/app/api/v1/sources/route";
import { getDatabase, databaseLimits } from "@/lib/server/db/client";
import { readRows } from "@/lib/server/db/read-rows";
import { systemPrincipal } from "@/lib/server/principal";
import { writeChange } from "@/lib/server/with-change";
import { readDatabaseHealth } from "@/lib/services/installation/database-health";
import { registerSources } from "@/lib/services/sources/register-sources";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/server/database";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";

let own: TestDatabase;
let other: pg.Client;

beforeAll(async () => {
  own = await createMigratedDatabase();
  other = new pg.Client({ connectionString: own.url });
  await other.connect();
});

beforeEach(() => useServerEnvironment({ DATABASE_URL: own.url }));
afterEach(leaveServerEnvironment);

afterAll(async () => {
  await other.end();
  await own.drop();
});

interface Took {
  readonly ms: number;
  readonly error: unknown;
}

async function took(work: () => Promise<unknown>): Promise<Took> {
  const startedMs = performance.now();
  const error: unknown = await work().then(
    () => undefined,
    (caught: unknown) => caught,
  );
  return { ms: performance.now() - startedMs, error };
}

const unavailable = { code: "database-unavailable" };

/** Occupies every connection of the pool until `isOver`. */
function holdAll(isOver: () => boolean): { readonly taken: () => number; readonly done: Promise<unknown> } {
  let taken = 0;
  const hold = (): Promise<void> =>
    getDatabase().$transaction(
      async (transaction) => {
        taken += 1;
        // Short statements, because idle transactions and long statements are ended.
        while (!isOver()) await transaction.$queryRaw`select pg_sleep(0.1)::text`;
      },
      { maxWait: 60_000, timeout: 600_000 },
    );
  const done = Promise.all(Array.from({ length: databaseLimits.maxConnections }, hold));
  return { taken: () => taken, done };
}

test("with all connections in use, a read gives up after two attempts, and health before that", async () => {
  let isOver = false;
  const holders = holdAll(() => isOver);
  await expect.poll(holders.taken).toBe(databaseLimits.maxConnections);
  const answered: string[] = [];
  const measure = async (name: string, work: () => Promise<unknown>): Promise<Took> => {
    const end = await took(work);
    answered.push(name);
    return end;
  };
  const [health, read] = await Promise.all([
    measure("health", readDatabaseHealth),
    measure("read", () => readRows((each) => each.event.count())),
  ]);
  // No connection was released during this time.
  expect(answered).toEqual(["health", "read"]);
  expect(health).toMatchObject({ error: undefined });
  expect(health.ms).toBeLessThan(read.ms);
  expect(read.error).toMatchObject(unavailable);
  expect(read.ms).toBeGreaterThanOrEqual(2 * databaseLimits.connectTimeoutMs);
  expect(read.ms).toBeLessThan(3 * databaseLimits.connectTimeoutMs);
  isOver = true;
  await holders.done;
});

test("ends a statement that runs too long", async () => {
  const { ms, error } = await took(() => getDatabase().$queryRaw`select pg_sleep(30)::text`);
  expect(String(error)).toContain("statement timeout");
  expect(ms).toBeLessThan(2 * databaseLimits.statementTimeoutMs);
});

test("a write that waits for a lock gives up and reports that it was not confirmed", async () => {
  await registerSources();
  await other.query("begin; lock table sources in access exclusive mode");
  const { ms, error } = await took(() =>
    writeChange(systemPrincipal, "wait", async (transaction) => {
      await transaction.source.updateMany({ data: { title: "x" } });
      return null;
    }),
  );
  await other.query("rollback");
  expect(error).toMatchObject({ ...unavailable, message: expect.stringContaining("did not confirm") });
  // Ended by the lock limit, not by the longer statement limit.
  expect(ms).toBeLessThan(databaseLimits.statementTimeoutMs);
});

test("the sources are listed while PostgreSQL does not return their version changes", async () => {
  await other.query("begin; lock table events in access exclusive mode");
  const request = new Request("http://localhost:3000/api/v1/sources", { headers: { host: "localhost" } });
  const response = await getSources(request, { params: Promise.resolve({}) });
  await other.query("rollback");
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({
    sources: [{ slug: "prometheus" }],
    database: { state: "down", detail: "PostgreSQL did not return the events within 2 s" },
    events: [],
  });
});

test("a read-only database can be viewed, and writes are refused with the reason", async () => {
  const name = new URL(own.url).pathname.slice(1);
  await other.query(`alter database ${other.escapeIdentifier(name)} set default_transaction_read_only = on`);
  try {
    // Health waits one second only. A first connection may take longer on a loaded machine.
    await expect.poll(readDatabaseHealth).toMatchObject({ kind: "up", isReadOnly: true });
    expect(await readRows((each) => each.event.count())).toBe(0);
    await expect(registerSources()).rejects.toMatchObject({
      ...unavailable,
      message: "PostgreSQL is read-only, so it refuses changes",
      userMessage: { title: "The database refuses changes" },
    });
  } finally {
    await other.query(`alter database ${other.escapeIdentifier(name)} reset default_transaction_read_only`);
  }
});
