/** The demo signs its visitors in as its editor, only with the secret of its launcher and only on loopback. */
import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { GET as listAudit } from "@/app/api/v1/audit/route";
import { POST as createEvent } from "@/app/api/v1/events/route";
import { PATCH as editProfile } from "@/app/api/v1/profile/route";
import { GET as getSession } from "@/app/api/v1/session/route";
import { GET as listSessions } from "@/app/api/v1/sessions/route";
import { demoAdmin, demoEditor } from "@/lib/model/person";
import { getDatabase } from "@/lib/server/db/client";
import { identifyCaller } from "@/lib/server/principal";
import { deleteProcessState } from "@/lib/server/process-state";
import { addDemoPeople } from "@/lib/services/people/add-demo-people";
import { createSetupLink } from "@/lib/services/people/create-setup-link";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/server/database";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";
import { addSession, addSignedInPerson, host } from "./people-fixture";

let own: TestDatabase;
const demo = { RIDGEPOINT_DEMO: "1", RIDGEPOINT_DEMO_SECRET: randomBytes(32).toString("base64url") };

beforeAll(async () => {
  own = await createMigratedDatabase();
});
beforeEach(async () => {
  useServerEnvironment({ DATABASE_URL: own.url, ...demo });
  await getDatabase().person.deleteMany();
  deleteProcessState("person-exists");
  vi.stubEnv("NODE_ENV", "production");
});
afterEach(() => vi.unstubAllEnvs());
afterAll(async () => {
  await leaveServerEnvironment();
  await own.drop();
});

const callerWith = async (headers: Readonly<Record<string, string>> = {}) =>
  identifyCaller({ headers: new Headers({ host, ...headers }) });

interface Sending {
  readonly method?: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

const send = (endpoint: typeof getSession, { method = "GET", body, headers = {} }: Sending = {}) =>
  endpoint(
    new Request(`http://${host}/api/v1/x`, {
      method,
      headers: { host, origin: `http://${host}`, "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
    { params: Promise.resolve({}) },
  );

test("a request without a cookie is the demo's editor, who is the author of changes", async () => {
  await addDemoPeople();
  expect(await callerWith()).toMatchObject({ kind: "person", id: demoEditor.id, role: "editor" });
  const session = await send(getSession);
  expect(await session.json()).toEqual({
    person: null,
    demoVisitorName: demoEditor.name,
    signInKind: "demo",
  });
  expect(await (await send(listSessions)).json()).toMatchObject({ signInKind: "demo", sessions: [] });
  const body = { kind: "deploy", title: "1.2", atMs: Date.now() };
  const created = await send(createEvent, {
    method: "POST",
    body,
    headers: { "idempotency-key": "demo-visitor-1" },
  });
  expect(await created.json()).toMatchObject({ event: { author: demoEditor.name } });
  const entry = await getDatabase().auditEntry.findFirst({ where: { action: "create-event" } });
  expect(entry).toMatchObject({ actorKind: "person", actorId: demoEditor.id });
  expect((await send(listAudit)).status).toBe(403);
});

test("visitors share the editor, so they cannot change the profile", async () => {
  await addDemoPeople();
  const sending = { method: "PATCH", body: { name: "Ada", timeZone: null }, headers: { "if-match": '"1"' } };
  expect((await send(editProfile, sending)).status).toBe(409);
  expect(await getDatabase().person.count({ where: { name: demoEditor.name } })).toBe(1);
});

test("a session takes precedence, and a cookie that is no longer valid does not lock a visitor out", async () => {
  await addDemoPeople();
  const { cookie } = await addSession(demoAdmin.id);
  expect(await callerWith({ cookie })).toMatchObject({ id: demoAdmin.id, role: "admin" });
  expect(await callerWith({ cookie: "ridgepoint-session-3000=ended" })).toMatchObject({ id: demoEditor.id });
  await expect(callerWith({ authorization: "Bearer nonsense" })).rejects.toMatchObject({
    code: "sign-in-required",
  });
});

test.each([
  ["without the secret", { RIDGEPOINT_DEMO_SECRET: undefined }],
  ["without the demo", { RIDGEPOINT_DEMO: undefined }],
  ["on an address that other machines can reach", { HOSTNAME: "0.0.0.0" }],
])("%s, nobody is added, and nobody is signed in as the editor of a copied database", async (_, change) => {
  useServerEnvironment({ DATABASE_URL: own.url, ...demo, ...change });
  await addDemoPeople();
  expect(await getDatabase().person.count()).toBe(0);
  await getDatabase().person.createMany({ data: [demoEditor, demoAdmin] });
  deleteProcessState("person-exists");
  expect(await callerWith()).toMatchObject({ kind: "visitor", role: null });
});

test("a database with people gets no person of the demo, and its visitors must sign in", async () => {
  await addSignedInPerson("admin");
  await addDemoPeople();
  expect(await getDatabase().person.count()).toBe(1);
  expect(await callerWith()).toMatchObject({ kind: "visitor", role: null });
});

test("people of the demo are added once, and a second start changes nothing", async () => {
  await Promise.all([addDemoPeople(), addDemoPeople()]);
  await getDatabase().person.update({ where: { id: demoEditor.id }, data: { role: "viewer" } });
  await addDemoPeople();
  expect(await callerWith()).toMatchObject({ id: demoEditor.id, role: "viewer" });
  expect(await createSetupLink()).toBeUndefined();
});

test("a secret that could be guessed prevents the start", () => {
  expect(() =>
    useServerEnvironment({ DATABASE_URL: own.url, ...demo, RIDGEPOINT_DEMO_SECRET: "demo" }),
  ).toThrow("RIDGEPOINT_DEMO_SECRET must have at least 32 characters");
});
