/** The endpoint that lists the audit trail. */
import type { z } from "zod";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET as listChoices } from "@/app/api/v1/audit/choices/route";
import { GET as exportEntries } from "@/app/api/v1/audit/export/route";
import { GET } from "@/app/api/v1/audit/route";
import type { auditChoicesContract, auditContract, exportAuditContract } from "@/lib/contracts/audit";
import { getDatabase } from "@/lib/server/db/client";
import { systemPrincipal } from "@/lib/server/principal";
import { writeChange } from "@/lib/server/with-change";
import { sealAuditEntries } from "@/lib/services/audit/seal-entries";
import { registerSources } from "@/lib/services/sources/register-sources";
import { addSignedInPerson, host } from "@/tests/integration/people/people-fixture";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/server/database";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";

type Trail = z.output<(typeof auditContract)["response"]>;
type Exported = z.output<(typeof exportAuditContract)["response"]>;
type Choices = z.output<(typeof auditChoicesContract)["response"]>;

let own: TestDatabase;
/** Headers of the caller: the operator's until a person exists. */
let signIn: Readonly<Record<string, string>> = {};
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
  await sealAuditEntries();
  await rename("rename-again", "d");
});

afterAll(async () => {
  await leaveServerEnvironment();
  await own.drop();
});

type Query = Readonly<Record<string, string>>;

function send(handler: typeof GET, query: Query): Promise<Response> {
  const url = `http://localhost:3000/api/v1/audit?${new URLSearchParams(query).toString()}`;
  return handler(new Request(url, { headers: { host, ...signIn } }), { params: Promise.resolve({}) });
}

async function read<T>(handler: typeof GET, query: Query): Promise<T> {
  const response = await send(handler, query);
  expect(response.status).toBe(200);
  expect(response.headers.get("cache-control")).toContain("no-store");
  return (await response.json()) as T;
}

const list = (query: Query = {}): Promise<Trail> => read(GET, query);

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
      actor: { kind: "system", id: "system", name: null },
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
  [{ from: "now-1h", to: "now", action: "rename" }, ["c", "b", "a"]],
  [{ from: "now-2h", to: "now-1h" }, []],
  [{ to: "now-1h" }, []],
])("the filter %o selects %o", async (query, expected) => {
  expect(titlesAfter(await list(query))).toEqual(expected);
});

test.each([{ from: "now", to: "now-1h" }, { from: "now-1h", to: "now-1h" }, { from: "9999999999999" }])(
  "the reversed or empty time range %o is refused",
  async (query) => {
    const response = await send(GET, query);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ detail: "the time range must start before it ends" });
  },
);

test("lists each author, action and table once", async () => {
  expect(await read<Choices>(listChoices, {})).toMatchObject({
    actors: [{ id: "system", name: null }],
    actions: ["register-sources", "rename", "rename-again"],
    tables: ["sources"],
  });
});

test("exports the entries of the list as JSON Lines", async () => {
  const { entries } = await list({ action: "rename" });
  const exported = await read<Exported>(exportEntries, { action: "rename", format: "jsonl" });
  expect(exported).toMatchObject({ entryCount: 3, isTruncated: false });
  expect(exported.fileName).toMatch(/^audit-trail-\d{4}-\d\d-\d\d\.jsonl$/);
  expect(
    exported.text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual(entries);
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

test("an export ends at 10,000 entries and reports that older ones exist", async () => {
  await getDatabase().$executeRaw`
    insert into audit_entries (actor_kind, actor_id, action, object_table, object_id, operation, payload, payload_hash)
    select 'system', 'system', 'fill', 'sources', 'x', 'edited', '{"address":null,"before":null,"after":null}', ''
    from generate_series(1, 10001)`;
  const exported = await read<Exported>(exportEntries, { action: "fill", format: "jsonl" });
  expect(exported).toMatchObject({ entryCount: 10_000, isTruncated: true });
  expect(new Set(exported.text.trimEnd().split("\n")).size).toBe(10_000);
});

test("exports CSV without formulas, with times in UTC and states as JSON", async () => {
  await rename("=rename", "e");
  const { text, entryCount } = await read<Exported>(exportEntries, { action: "=rename", format: "csv" });
  const [head, row, ...more] = text.split("\r\n");
  expect([entryCount, more]).toEqual([1, []]);
  expect(head).toBe(
    "time,number,author kind,author,author name,token,action,operation,table,object,address,before,after,erased,account kind,token creator,author e-mail",
  );
  expect(row).toMatch(
    new RegExp(`^\\d{4}-.*Z,,system,system,,,'=rename,edited,sources,${sourceId},,"{.*""title"":""d"".*}",`),
  );
});

test("names a person, also as the maker of a token, and keeps the operator's id", async () => {
  const ada = await addSignedInPerson("admin");
  signIn = { cookie: ada.cookie };
  for (const kind of ["person", "token", "operator"] as const) {
    const id = kind === "operator" ? "operator" : ada.id;
    await writeChange({ ...systemPrincipal, kind, id }, `by-${kind}`, async (transaction) => {
      await transaction.source.updateMany({ data: { title: `by ${kind}` } });
      return null;
    });
  }
  const actors = async () => (await list({ table: "sources", limit: "3" })).entries.map(({ actor }) => actor);
  const email: unknown = expect.stringMatching(/^admin-\d+@example\.com$/);
  const without = { tokenName: null, tokenMaker: null };
  expect(await actors()).toEqual([
    { kind: "operator", id: "operator", ...without, name: null, email: null, accountKind: null },
    { kind: "token", id: ada.id, ...without, name: ada.name, email, accountKind: "person" },
    { kind: "person", id: ada.id, ...without, name: ada.name, email, accountKind: "person" },
  ]);
  const { actors: choices } = await read<Choices>(listChoices, {});
  expect(choices).toContainEqual({ id: ada.id, name: ada.name, email });
});
