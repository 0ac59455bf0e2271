/** The endpoint that lists the audit trail. */
import type { z } from "zod";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET } from "@/app/api/v1/audit/route";
import type { auditContract } from "@/lib/contracts/audit";
import { getDatabase } from "@/lib/server/db/client";
import { systemPrincipal } from "@/lib/server/principal";
import { writeChange } from "@/lib/server/with-change";
import { sealEntries } from "@/lib/services/audit/seal-entries";
import { registerSources } from "@/lib/services/sources/register-sources";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/server/database";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";

type Trail = z.output<(typeof auditContract)["response"]>;

let own: TestDatabase;
let sourceId = "";

const rename = (action: string, title: string) =>
  writeChange(systemPrincipal, action, async (transaction) => {
    await transaction.source.updateMany({ data: { title } });
    return null;
  });

beforeAll(async () => {
  own = await createMigratedDatabase();
  useServerEnvironment({ DATABASE_URL: own.url });
  await registerSources();
  sourceId = (await getDatabase().source.findFirstOrThrow()).id;
  for (const title of ["a", "b", "c"]) await rename("rename", title);
  await sealEntries();
  await rename("rename-again", "d");
});

afterAll(async () => {
  await leaveServerEnvironment();
  await own.drop();
});

async function list(query: Record<string, string> = {}): Promise<Trail> {
  const url = `http://localhost:3000/api/v1/audit?${new URLSearchParams(query).toString()}`;
  const response = await GET(new Request(url, { headers: { host: "localhost:3000" } }), {
    params: Promise.resolve({}),
  });
  expect(response.status).toBe(200);
  expect(response.headers.get("cache-control")).toContain("no-store");
  return (await response.json()) as Trail;
}

const titlesAfter = ({ entries }: Trail) =>
  entries.map(({ content }) => (content.kind === "present" ? titleOf(content.after) : content.kind));

const titleOf = (state: object | null): unknown =>
  state !== null && "title" in state ? state.title : undefined;

test("lists the newest entries first, with both states, and the number of entries that are not sealed", async () => {
  const trail = await list();
  expect(titlesAfter(trail).slice(0, 4)).toEqual(["d", "c", "b", "a"]);
  expect(trail.unsealedCount).toBe(1);
  expect(trail.entries.slice(0, 2)).toMatchObject([
    {
      sequence: null,
      actor: { kind: "system", id: "system" },
      action: "rename-again",
      operation: "edited",
      object: { table: "sources", id: sourceId },
      content: { kind: "present", address: null, before: { title: "c" }, after: { title: "d" } },
    },
    { sequence: 4, action: "rename" },
  ]);
});

test.each([
  [{ action: "rename" }, ["c", "b", "a"]],
  [{ action: "other" }, []],
  [{ actor: "operator" }, []],
  [{ table: "sources", action: "rename-again" }, ["d"]],
  [{ table: "events" }, []],
  [{ objectId: "' or true --" }, []],
])("the filter %o selects %o", async (query, expected) => {
  expect(titlesAfter(await list(query))).toEqual(expected);
});

test("pages contain every entry once", async () => {
  const unpaged = await list();
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Trail = await list({ limit: "2", ...(cursor === null ? {} : { cursor }) });
    ids.push(...page.entries.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(ids).toEqual(unpaged.entries.map(({ id }) => id));
  expect(unpaged.nextCursor).toBeNull();
});

test("an erased entry is listed without its content", async () => {
  const [, target] = (await list()).entries;
  await getDatabase().$executeRaw`
    update audit_entries set payload = null, erased_at = now() where id = ${BigInt(target?.id ?? 0)}`;
  const { entries } = await list();
  expect(entries.find(({ id }) => id === target?.id)).toMatchObject({
    action: "rename",
    sequence: 4,
    content: { kind: "erased", erasedAtMs: expect.any(Number) },
  });
  expect(entries[0]).toMatchObject({ action: "erase-audit-payload", object: { id: target?.id } });
});
