/** Which changes the audit trail records, and what their entries contain. */
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DELETE, PATCH } from "@/app/api/v1/events/[eventId]/route";
import { POST } from "@/app/api/v1/events/route";
import { PATCH as editOrganisation } from "@/app/api/v1/organisation/route";
import type { EventResponse } from "@/lib/contracts/events";
import { AppError } from "@/lib/model/app-error";
import { allSources } from "@/lib/model/sources/source-scope";
import { getDatabase } from "@/lib/server/db/client";
import { systemPrincipal } from "@/lib/server/principal";
import { writeChange } from "@/lib/server/with-change";
import { recordEvent } from "@/lib/services/events/record-event";
import { registerSources } from "@/lib/services/sources/register-sources";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/server/database";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";
import { readTrail, type TrailEntry } from "./trail";

const operator = {
  kind: "operator",
  id: "operator",
  role: "admin",
  sourceScope: allSources,
  address: "192.0.2.7",
} as const;
const unknownId = "01900000-0000-7000-8000-000000000000";
let own: TestDatabase;

beforeAll(async () => {
  own = await createMigratedDatabase();
  useServerEnvironment({ DATABASE_URL: own.url });
  await registerSources();
});

afterAll(async () => {
  await leaveServerEnvironment();
  await own.drop();
});

/** Returns the entries that `work` adds. */
async function entriesOf(work: () => Promise<unknown>): Promise<readonly TrailEntry[]> {
  const before = await readTrail();
  await work();
  return (await readTrail()).slice(before.length);
}

let serial = 0;

function send(
  endpoint: typeof POST,
  method: string,
  {
    eventId,
    body = {},
    ...more
  }: { readonly eventId?: string; readonly body?: object; readonly version?: string },
): Promise<Response> {
  serial += 1;
  const request = new Request("http://localhost:3000/api/v1/events", {
    method,
    headers: {
      host: "localhost:3000",
      "content-type": "application/json",
      "x-ridgepoint-client-address": "192.0.2.7",
      ...(more.version === undefined
        ? { "idempotency-key": `audit-test-${serial}` }
        : { "if-match": `"${more.version}"` }),
    },
    body: JSON.stringify(body),
  });
  return endpoint(request, { params: Promise.resolve(eventId === undefined ? {} : { eventId }) });
}

test("an event that is created, edited and deleted leaves one entry each, with the caller and both states", async () => {
  let eventId = "";
  const entries = await entriesOf(async () => {
    const created = await send(POST, "POST", { body: { kind: "comment", title: "first" } });
    eventId = ((await created.json()) as EventResponse).event.id;
    expect((await send(PATCH, "PATCH", { eventId, body: { title: "second" }, version: "1" })).status).toBe(
      200,
    );
    expect((await send(DELETE, "DELETE", { eventId, version: "2" })).status).toBe(200);
  });
  const caller = {
    actorKind: "operator",
    actorId: "operator",
    address: "192.0.2.7",
    objectTable: "events",
    objectId: eventId,
  };
  expect(entries).toMatchObject([
    { ...caller, action: "create-event", operation: "created", before: null, after: { title: "first" } },
    {
      ...caller,
      action: "edit-event",
      operation: "edited",
      before: { title: "first", version: 1 },
      after: { title: "second", version: 2 },
    },
    { ...caller, action: "delete-event", operation: "deleted", before: { title: "second" }, after: null },
  ]);
});

test("a repeat with the same key leaves no second entry", async () => {
  const entries = await entriesOf(async () => {
    serial += 1;
    const same = serial;
    for (const _attempt of [1, 2]) {
      serial = same - 1;
      expect((await send(POST, "POST", { body: { kind: "comment", title: "repeated" } })).status).toBe(201);
    }
  });
  expect(entries.map(({ operation }) => operation)).toEqual(["created"]);
});

test.each([
  [
    "a conflicting edit",
    () => send(editOrganisation, "PATCH", { body: { timeZone: "Asia/Tokyo" }, version: "9" }),
  ],
  ["an edit of an unknown event", () => send(DELETE, "DELETE", { eventId: unknownId, version: "1" })],
])("%s leaves no entry", async (_name, request) => {
  expect(
    await entriesOf(async () => {
      expect((await request()).status).toBeGreaterThanOrEqual(400);
    }),
  ).toEqual([]);
});

test("a change that fails after its first write leaves no entry", async () => {
  const entries = await entriesOf(async () => {
    const change = writeChange(operator, "test", async (transaction) => {
      await transaction.source.updateMany({ data: { title: "changed" } });
      throw new AppError("conflict", "too late");
    });
    await expect(change).rejects.toThrow("too late");
  });
  expect(entries).toEqual([]);
});

test("what the system derives or observes leaves no entry, but what it decides does", async () => {
  const entries = await entriesOf(async () => {
    await writeChange(systemPrincipal, "observe", async (transaction) => {
      await transaction.source.updateMany({ data: { version: "3.1", versionObservedAt: new Date() } });
      await recordEvent(transaction, {
        kind: "source-version",
        atMs: 0,
        title: "derived",
        sourceId: null,
        deploymentId: null,
        fromValue: null,
        toValue: null,
        deduplicationKey: "audit test",
      });
      return null;
    });
    await writeChange(systemPrincipal, "rename", async (transaction) => {
      await transaction.source.updateMany({ data: { title: "renamed" } });
      return null;
    });
    // Not as part of a change, like the result of a job.
    await getDatabase().source.updateMany({ data: { title: "renamed again" } });
  });
  expect(entries).toMatchObject([
    { actorKind: "system", actorId: "system", address: null, action: "rename", after: { title: "renamed" } },
    { actorKind: "system", actorId: "system", action: "update", after: { title: "renamed again" } },
  ]);
  expect(entries[0]?.after).not.toHaveProperty("version");
});

test("a change through another connection names the database user", async () => {
  const client = new pg.Client({ connectionString: own.url, application_name: "psql" });
  await client.connect();
  const entries = await entriesOf(() => client.query("update events set title = 'by hand'"));
  const { rows } = await client.query<{ readonly name: string }>("select session_user as name");
  await client.end();
  expect(entries.length).toBeGreaterThan(0);
  for (const entry of entries)
    expect(entry).toMatchObject({
      actorKind: "database",
      actorId: rows[0]?.name,
      after: { title: "by hand" },
    });
});

test("a new version of a row that is only added has the version before it", async () => {
  const entries = await entriesOf(async () => {
    await getDatabase().catalogueEntry.create({
      data: {
        kind: "model",
        entryId: "other",
        version: 7,
        document: {},
        author: "x",
        createdAt: new Date(0),
      },
    });
    for (const version of [1, 2])
      await getDatabase().catalogueEntry.create({
        data: {
          kind: "model",
          entryId: "audited",
          version,
          document: { name: `version ${version}` },
          author: "operator",
          createdAt: new Date(0),
        },
      });
  });
  expect(entries.slice(1)).toMatchObject([
    { objectId: "model audited", operation: "created", before: null },
    {
      objectId: "model audited",
      operation: "edited",
      before: { version: 1, document: { name: "version 1" } },
      after: { version: 2, document: { name: "version 2" } },
    },
  ]);
});

/** Tables whose changes are not decisions, with the reason. Every other table must have a trigger. */
const unrecordedTables: Readonly<Record<string, string>> = {
  _prisma_migrations: "the history of the schema",
  allowances: "counts of requests",
  audit_entries: "the trail, which refuses changes",
  deployment_watches: "facts that a job observed",
  idempotency_keys: "results of requests whose changes are recorded",
};

test("every table is recorded, or is listed with a reason", async () => {
  const rows = await getDatabase().$queryRaw<
    readonly { readonly name: string; readonly isRecorded: boolean }[]
  >`
    select relname as name, exists (
      select from pg_trigger join pg_proc on pg_proc.oid = tgfoid
      where tgrelid = pg_class.oid and proname = 'record_change' and tgenabled = 'O'
    ) as "isRecorded"
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`;
  expect(rows.filter(({ isRecorded }) => !isRecorded).map(({ name }) => name)).toEqual(
    Object.keys(unrecordedTables),
  );
});

test("every column that a trigger leaves out exists", async () => {
  const rows = await getDatabase().$queryRaw<readonly { readonly column: string }[]>`
    select relname || '.' || name as column
    from pg_trigger
      join pg_proc on pg_proc.oid = tgfoid and proname = 'record_change'
      join pg_class on pg_class.oid = tgrelid,
      string_to_array(encode(tgargs, 'escape'), '\\000') as arguments,
      unnest(string_to_array(arguments[1] || ',' || arguments[3], ',')) as name
    where name <> '' and not exists (
      select from pg_attribute where attrelid = tgrelid and attname = name and not attisdropped
    )`;
  expect(rows).toEqual([]);
});
