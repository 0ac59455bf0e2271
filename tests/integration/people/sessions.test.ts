/** Who a request is from: the operator while no person exists, then the person of the session in its cookie. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { GET as getHealth } from "@/app/api/health/route";
import { GET as listEvents, POST as createEvent } from "@/app/api/v1/events/route";
import { GET, PATCH } from "@/app/api/v1/organisation/route";
import { POST as signIn } from "@/app/api/v1/session/route";
import { backgroundHeader } from "@/lib/base/sign-in";
import { closeDatabase, getDatabase } from "@/lib/server/db/client";
import { parseEnvironment } from "@/lib/server/environment/env";
import { deleteProcessState, getProcessState } from "@/lib/server/process-state";
import { identifyCaller } from "@/lib/server/principal";
import { personExistsStateName } from "@/lib/server/sessions/person-exists";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/server/database";
import {
  leaveServerEnvironment,
  unreachableUrl,
  useServerEnvironment,
} from "@/tests/support/server/server-environment";
import { addSignedInPerson, host, type SignedInPerson } from "./people-fixture";

let own: TestDatabase;
let admin: SignedInPerson;
const noParams = { params: Promise.resolve({}) };

beforeAll(async () => {
  own = await createMigratedDatabase();
  useServerEnvironment({ DATABASE_URL: own.url });
  expect((await get()).status).toBe(200);
  expect(await identifyCaller({ headers: new Headers({ host }) })).toMatchObject({
    kind: "operator",
    role: "admin",
  });
  const proxied = new Headers({ host, "x-forwarded-for": "203.0.113.9" });
  expect(await identifyCaller({ headers: proxied })).toMatchObject({ kind: "visitor", role: null });
  admin = await addSignedInPerson("admin");
  deleteProcessState(personExistsStateName);
});

afterAll(async () => {
  await leaveServerEnvironment();
  await own.drop();
});

/** Lets the next request read its session from the database, as after 5 s. */
const forget = (): void => deleteProcessState("verified-sessions");
beforeEach(forget);

function get(headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  const request = new Request(`http://${host}/api/v1/organisation`, { headers: { host, ...headers } });
  return GET(request, noParams);
}

function edit(headers: Readonly<Record<string, string>>): Promise<Response> {
  const request = new Request(`http://${host}/api/v1/organisation`, {
    method: "PATCH",
    headers: {
      host,
      origin: `http://${host}`,
      "content-type": "application/json",
      "if-match": '"0"',
      ...headers,
    },
    body: JSON.stringify({ timeZone: "Asia/Tokyo" }),
  });
  return PATCH(request, noParams);
}

test.each<readonly [string, Readonly<Record<string, string>>]>([
  ["no cookie", {}],
  ["an unknown token", { cookie: `ridgepoint-session-3000=${"a".repeat(32)}` }],
  ["an empty token", { cookie: "ridgepoint-session-3000=" }],
  ["a cookie of another port", { cookie: "ridgepoint-session-3001=token" }],
])("after the first person exists, a request with %s needs a sign-in", async (_name, headers) => {
  const response = await get(headers);
  expect(response.status).toBe(401);
  expect(await response.json()).toMatchObject({ code: "sign-in-required" });
  expect((await edit({ cookie: "x=y", ...headers })).status).toBe(401);
});

test("neither the hash instead of the token nor the cookie for TLS is accepted on loopback", async () => {
  const { tokenHash } = await getDatabase().session.findUniqueOrThrow({ where: { id: admin.sessionId } });
  for (const cookie of [`ridgepoint-session-3000=${tokenHash}`, `__Host-ridgepoint-session=${admin.token}`])
    expect((await get({ cookie })).status).toBe(401);
});

test("the health endpoint needs no sign-in", async () => {
  const request = new Request(`http://${host}/api/health?probe=live`, { headers: { host } });
  expect((await getHealth(request, noParams)).status).toBe(200);
});

test("the role is read with the session, so that a changed role acts without a new cookie", async () => {
  const person = await addSignedInPerson("viewer");
  const settings = await get({ cookie: person.cookie });
  expect(await settings.json()).toMatchObject({
    changeRefusal: "You need the role “admin” for this. Your role is “viewer”. Ask an admin for the role.",
  });
  const refused = await edit({ cookie: person.cookie });
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({ detail: expect.stringContaining("Your role is “viewer”") });
  await getDatabase().person.update({ where: { id: person.id }, data: { role: "admin" } });
  forget();
  expect(await (await get({ cookie: person.cookie })).json()).toMatchObject({ changeRefusal: null });
  expect((await edit({ cookie: person.cookie })).status).toBe(200);
});

test.each([
  ["ended", "delete from sessions where id = $1::uuid"],
  ["was not used for 12 h", "update sessions set used_at = now() - interval '12 hours' where id = $1::uuid"],
  ["is over", "update sessions set expires_at = now() where id = $1::uuid"],
  [
    "belongs to a removed person",
    `update people set state = 'removed' where id = (select person_id from sessions where id = $1::uuid)`,
  ],
])("a session that %s is refused", async (_name, statement) => {
  const person = await addSignedInPerson("editor");
  expect((await get({ cookie: person.cookie })).status).toBe(200);
  await getDatabase().$executeRawUnsafe(statement, person.sessionId);
  forget();
  expect((await get({ cookie: person.cookie })).status).toBe(401);
});

test("a request is use of its session, but a background request is not", async () => {
  const usedAt = async (): Promise<number> =>
    (await getDatabase().session.findUniqueOrThrow({ where: { id: admin.sessionId } })).usedAt.getTime();
  await getDatabase().$executeRaw`
    update sessions set used_at = now() - interval '11 hours' where id = ${admin.sessionId}::uuid`;
  const before = await usedAt();
  expect((await get({ cookie: admin.cookie, [backgroundHeader]: "1" })).status).toBe(200);
  expect(await usedAt()).toBe(before);
  expect((await get({ cookie: admin.cookie })).status).toBe(200);
  expect(await usedAt()).toBeGreaterThan(before);
});

test("the audit trail names the person of a change, and contains no hash of a token", async () => {
  await getDatabase().organisation.deleteMany();
  forget();
  expect((await edit({ cookie: admin.cookie })).status).toBe(200);
  const entries = await getDatabase().auditEntry.findMany();
  expect(entries.at(-1)).toMatchObject({
    actorKind: "person",
    actorId: admin.id,
    action: "edit-organisation",
  });
  const sessions = await getDatabase().session.findMany();
  expect(sessions.length).toBeGreaterThan(1);
  const payloads = entries.map(({ payload }) => payload).join("\n");
  expect(payloads).toContain(admin.sessionId);
  for (const { tokenHash } of sessions) expect(payloads).not.toContain(tokenHash);
});

test("a change shows the name of its author, and after a removal the name of the removed person", async () => {
  const editor = await addSignedInPerson("editor");
  const send = (endpoint: typeof GET, method: string, query: string, body?: object) =>
    endpoint(
      new Request(`http://${host}/api/v1/events${query}`, {
        method,
        headers: {
          host,
          origin: `http://${host}`,
          cookie: editor.cookie,
          "content-type": "application/json",
          "idempotency-key": "event-of-a-person",
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
      noParams,
    );
  const created = await send(createEvent, "POST", "", { kind: "comment", title: "by a person" });
  expect(await created.json()).toMatchObject({ event: { author: editor.name } });
  await getDatabase().person.update({ where: { id: editor.id }, data: { name: "Removed person" } });
  deleteProcessState("author-names");
  const listed = await send(listEvents, "GET", "?from=now-1h");
  expect(await listed.json()).toMatchObject({ events: [{ author: "Removed person" }] });
});

function postSignIn(): Promise<Response> {
  const request = new Request(`http://${host}/api/v1/session`, {
    method: "POST",
    headers: { host, origin: `http://${host}`, "content-type": "application/json" },
    body: JSON.stringify({ email: "ada@example.com", password: "correct horse battery" }),
  });
  return signIn(request, noParams);
}

test("while PostgreSQL is down, a session that was verified within 5 minutes reads but does not write", async () => {
  const other = await addSignedInPerson("admin");
  const caller = { headers: new Headers({ host, cookie: admin.cookie }) };
  expect(await identifyCaller(caller)).toMatchObject({ kind: "person", id: admin.id });
  await closeDatabase();
  deleteProcessState("environment");
  const variables = { DATABASE_URL: "postgresql://nobody@127.0.0.1:9/none", PROMETHEUS_URL: unreachableUrl };
  getProcessState("environment", () => parseEnvironment(variables));
  const startMs = performance.now();
  const clock = vi.spyOn(performance, "now");
  try {
    clock.mockImplementation(() => startMs + 290_000);
    expect(await identifyCaller(caller)).toMatchObject({ kind: "person", id: admin.id, role: "admin" });
    const unavailable = { code: "database-unavailable" };
    await expect(identifyCaller(caller, { changesData: true })).rejects.toMatchObject(unavailable);
    const unknown = { headers: new Headers({ host, cookie: other.cookie }) };
    await expect(identifyCaller(unknown)).rejects.toMatchObject(unavailable);
    const refusal = {
      ...unavailable,
      status: 503,
      next: expect.stringContaining("Changes and sign-ins work again"),
    };
    for (const refused of [await edit({ cookie: admin.cookie }), await postSignIn()])
      expect(await refused.json()).toMatchObject(refusal);
    clock.mockImplementation(() => startMs + 310_000);
    await expect(identifyCaller(caller)).rejects.toMatchObject(unavailable);
  } finally {
    clock.mockRestore();
    await closeDatabase();
    useServerEnvironment({ DATABASE_URL: own.url });
  }
});
