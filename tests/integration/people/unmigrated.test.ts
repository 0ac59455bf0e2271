/** Every endpoint that reads, while the migrations of a first start are applied one by one. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { applyMigrations } from "@/lib/server/db/migrate";
import { readMigrations } from "@/lib/server/db/migration-folder";
import { closeDatabase } from "@/lib/server/db/client";
import { contracts } from "@/lib/server/http/contract-list";
import { createEmptyDatabase, type TestDatabase } from "@/tests/support/server/database";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";
import { loadHandler } from "./endpoints";
import { host } from "./people-fixture";

let own: TestDatabase;
beforeAll(async () => {
  own = await createEmptyDatabase();
});
afterAll(async () => {
  await leaveServerEnvironment();
  await own.drop();
});

const reads = contracts.filter(({ method }) => method === "GET");
const params = { id: "00000000-0000-7000-8000-000000000000", number: "1", slug: "chat-70b" };

const problemSchema = z.object({ code: z.string(), title: z.string() });

async function readAll(): Promise<readonly string[]> {
  const found = await Promise.all(
    reads.map(async (contract) => {
      const handler = await loadHandler(contract);
      const request = new Request(`http://${host}${contract.path}`, { headers: { host } });
      const response = await handler(request, { params: Promise.resolve(params) });
      if (response.status < 500) return [];
      const { code, title } = problemSchema.parse(await response.json());
      return code === "database-unavailable" ? [title] : [`${contract.id}: ${code}`];
    }),
  );
  return found.flat();
}

test("no endpoint fails while a first start migrates, and each states that the database is being prepared", async () => {
  const list = await readMigrations();
  const problems = new Set<string>();
  for (const [index] of list.migrationDirectories.entries()) {
    const migrations = { ...list, migrationDirectories: list.migrationDirectories.slice(0, index) };
    await applyMigrations({ connectionString: own.url, migrations });
    useServerEnvironment({ DATABASE_URL: own.url });
    for (const problem of await readAll()) problems.add(problem);
    await closeDatabase();
  }
  expect([...problems]).toEqual(["The database is being prepared"]);
});
