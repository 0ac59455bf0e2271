/** The header in which a proxy names the person who signed in there. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET as listEvents } from "@/app/api/v1/events/route";
import { GET as getHealth } from "@/app/api/health/route";
import { GET as listPeople } from "@/app/api/v1/people/route";
import { GET as getSecondFactor } from "@/app/api/v1/second-factor/route";
import { GET as getSession } from "@/app/api/v1/session/route";
import { GET as listSessions } from "@/app/api/v1/sessions/route";
import { POST as createToken } from "@/app/api/v1/tokens/route";
import { getDatabase } from "@/lib/server/db/client";
import { deleteProcessState } from "@/lib/server/process-state";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/server/database";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";
import { addSignedInPerson, host, type SignedInPerson } from "./people-fixture";

let own: TestDatabase;
let viewer: SignedInPerson;
let admin: SignedInPerson;
const proxy = "10.0.0.5";

beforeAll(async () => {
  own = await createMigratedDatabase();
  useMode(true);
  viewer = await addSignedInPerson("viewer");
  admin = await addSignedInPerson("admin");
});

afterAll(async () => {
  await leaveServerEnvironment();
  await own.drop();
});

function useMode(isOn: boolean): void {
  const mode = { RIDGEPOINT_TRUSTED_HEADER: "X-Forwarded-Email", RIDGEPOINT_TRUSTED_PROXIES: proxy };
  useServerEnvironment({ DATABASE_URL: own.url, ...(isOn ? mode : {}) });
}

const emailOf = async ({ id }: SignedInPerson): Promise<string> =>
  (await getDatabase().person.findUniqueOrThrow({ where: { id } })).email ?? "";

interface Sending {
  /** Address of the connection. */
  readonly from?: string;
  readonly email?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

function send(endpoint: typeof getSession, { from = proxy, email, headers = {}, body }: Sending) {
  const write = {
    origin: `http://${host}`,
    "content-type": "application/json",
    "idempotency-key": "trusted-header-test",
  };
  const request = new Request(`http://${host}/api/v1/x`, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      host,
      "x-ridgepoint-client-address": from,
      ...(email === undefined ? {} : { "x-forwarded-email": email }),
      ...(body === undefined ? {} : write),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return endpoint(request, { params: Promise.resolve({}) });
}

test("the proxy names an existing person, who has their role and is the author of changes", async () => {
  const email = (await emailOf(viewer)).toUpperCase();
  const session = await send(getSession, { email });
  expect(await session.json()).toMatchObject({
    person: { id: viewer.id, role: "viewer" },
    signInKind: "proxy",
  });
  expect(await (await send(listSessions, { email })).json()).toMatchObject({ signInKind: "proxy" });
  expect(await (await send(getSecondFactor, { email })).json()).toMatchObject({ reason: "proxy" });
  expect((await send(listPeople, { email })).status).toBe(403);
  expect((await send(listPeople, { email: await emailOf(admin), from: `::ffff:${proxy}` })).status).toBe(200);
  const created = await send(createToken, { email, body: { name: "by proxy", scopes: ["read"] } });
  expect(created.status).toBe(201);
  const entry = await getDatabase().auditEntry.findFirst({ where: { action: "create-token" } });
  expect(entry).toMatchObject({ actorKind: "person", actorId: viewer.id });
});

test.each(["10.0.0.6", "127.0.0.1", "::1", "unknown"])(
  "the header of the address %s is refused",
  async (from) => {
    const email = await emailOf(admin);
    const refused = await send(listPeople, { email, from });
    expect(await refused.json()).toMatchObject({
      status: 403,
      detail: expect.stringContaining("proxy only"),
    });
    // A forwarded address is not the address of the connection, and a session does not make the header acceptable.
    const headers = { "x-forwarded-for": proxy, forwarded: `for=${proxy}`, cookie: viewer.cookie };
    expect((await send(getSession, { email, from, headers })).status).toBe(403);
    expect((await send(getHealth, { email, from })).status).toBeLessThan(600);
    expect((await send(getSession, { from, headers })).status).toBe(200);
  },
);

test("the header takes precedence over a session, and without it the session counts", async () => {
  const headers = { cookie: admin.cookie };
  const named = await send(getSession, { email: await emailOf(viewer), headers });
  expect(await named.json()).toMatchObject({ person: { id: viewer.id } });
  for (const email of [undefined, "", " "]) {
    const own = await send(getSession, { ...(email === undefined ? {} : { email }), headers });
    expect(await own.json()).toMatchObject({ person: { id: admin.id } });
  }
});

test.each(["unknown@example.com", "no address", "viewer-1@example.com, admin-2@example.com"])(
  "the proxy cannot add or name “%s”",
  async (email) => {
    const count = await getDatabase().person.count();
    expect((await send(listEvents, { email, headers: { cookie: admin.cookie } })).status).toBe(403);
    expect(await getDatabase().person.count()).toBe(count);
  },
);

test("a removed person is refused, and a removal acts although the person was remembered", async () => {
  const person = await addSignedInPerson("editor");
  const email = await emailOf(person);
  expect((await send(listEvents, { email })).status).toBe(200);
  await getDatabase().person.update({ where: { id: person.id }, data: { state: "removed", email: null } });
  deleteProcessState("trusted-people");
  expect((await send(listEvents, { email })).status).toBe(403);
});

test("without the configuration, the header means nothing", async () => {
  useMode(false);
  expect((await send(getSession, { email: await emailOf(admin) })).status).toBe(401);
  const session = await send(getSession, { email: await emailOf(admin), headers: { cookie: viewer.cookie } });
  expect(await session.json()).toMatchObject({ person: { id: viewer.id } });
  useMode(true);
});
