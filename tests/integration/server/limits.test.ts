import pg from "pg";
import { afterAll, beforeAll, beforeEach, afterEach, expect, test } from "vitest";
import { database, databaseLimits } from "@/lib/server/db/client";
import { readRows } from "@/lib/server/db/read-rows";
import { systemPrincipal } from "@/lib/server/principal";
import { withChange } from "@/lib/server/with-change";
import { readDatabaseHealth } from "@/lib/services/health/database-health";
import { registerSources } from "@/lib/services/sources/register-sources";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/database";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server-environment";

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

async function took(work: () => Promise<unknown>): Promise<{ readonly ms: number; readonly error: unknown }> {
  const startedMs = performance.now();
  try {
    await work();
    return { ms: performance.now() - startedMs, error: undefined };
  } catch (error) {
    return { ms: performance.now() - startedMs, error };
  }
}

const unavailable = { code: "database-unavailable" };

test("when every connection is taken, a read fails within its two tries and health within its second", async () => {
  // Awaited inside, since a query of the client begins only when it is awaited.
  const holders = Array.from({ length: databaseLimits.poolMax }, async () => {
    await database().$queryRaw`select pg_sleep(4.8)::text`;
  });
  const [health, read] = await Promise.all([
    took(readDatabaseHealth),
    took(() => readRows((each) => each.event.count())),
  ]);
  expect(health).toMatchObject({ error: undefined });
  expect(health.ms).toBeLessThan(1_500);
  expect(read.error).toMatchObject(unavailable);
  expect(read.ms).toBeLessThan(2 * databaseLimits.connectMs + 700);
  await Promise.all(holders);
});

test("a statement that runs too long is ended", async () => {
  const { ms, error } = await took(() => database().$queryRaw`select pg_sleep(30)::text`);
  expect(ms).toBeLessThan(databaseLimits.statementMs + 1_000);
  expect(error).toBeDefined();
});

test("a write that waits for a lock gives up and says that it was not confirmed", async () => {
  await registerSources();
  await other.query("begin; lock table sources in access exclusive mode");
  const { ms, error } = await took(() =>
    withChange(systemPrincipal, "wait", async (transaction) => {
      await transaction.source.updateMany({ data: { title: "x" } });
      return null;
    }),
  );
  await other.query("rollback");
  expect(error).toMatchObject({ ...unavailable, message: expect.stringContaining("did not confirm") });
  expect(ms).toBeLessThan(databaseLimits.lockMs + 1_000);
});

test("a read-only database can be viewed, and a write says so clearly", async () => {
  const name = new URL(own.url).pathname.slice(1);
  await other.query(`alter database ${other.escapeIdentifier(name)} set default_transaction_read_only = on`);
  try {
    expect(await readDatabaseHealth()).toMatchObject({ kind: "up", isReadOnly: true });
    expect(await readRows((each) => each.event.count())).toBe(0);
    await expect(registerSources()).rejects.toMatchObject(unavailable);
  } finally {
    await other.query(`alter database ${other.escapeIdentifier(name)} reset default_transaction_read_only`);
  }
});
