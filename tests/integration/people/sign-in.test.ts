/** Setup, sign-in and sign-out over the endpoints, with real PostgreSQL and Better Auth. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { GET as getEvents } from "@/app/api/v1/events/route";
import { DELETE, GET, POST } from "@/app/api/v1/session/route";
import { POST as setUp } from "@/app/api/v1/setup/route";
import { getDatabase } from "@/lib/server/db/client";
import { deleteProcessState } from "@/lib/server/process-state";
import { createSetupLink } from "@/lib/services/people/create-setup-link";
import { findConnectionRefusal } from "@/lib/services/people/secure-connection";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/server/database";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";
import { host } from "./people-fixture";

let own: TestDatabase;
let link = "";
const password = "correct horse battery";
const admin = { name: "Ada", email: "Ada@Example.com", password };
const credentials = { email: "ada@example.com", password };

beforeAll(async () => {
  own = await createMigratedDatabase();
  useServerEnvironment({ DATABASE_URL: own.url });
  link = (await createSetupLink()) ?? "";
});

afterEach(async () => {
  await getDatabase().allowance.deleteMany();
});

afterAll(async () => {
  await leaveServerEnvironment();
  await own.drop();
});

type Headers = Readonly<Record<string, string>>;

function send(endpoint: typeof POST, method: string, body: object | undefined, headers: Headers = {}) {
  const at = headers["host"] ?? host;
  const request = new Request(`http://${host}/api/v1/session`, {
    method,
    headers: { host, origin: `http://${at}`, "content-type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return endpoint(request, { params: Promise.resolve({}) });
}

const signIn = (body: object, headers?: Headers) => send(POST, "POST", body, headers);
const cookieOf = (response: Response): string =>
  (response.headers.getSetCookie()[0] ?? "").split(";")[0] ?? "";

test("the link is stored as a hash, adds the first admin once, and signs them in", async () => {
  const token = new URL(link).hash.slice(1);
  expect(link).toBe(`http://localhost:3000/setup#${token}`);
  const [stored] = await getDatabase().invitation.findMany();
  expect(JSON.stringify(stored)).not.toContain(token);
  expect((await send(setUp, "POST", { ...admin, token: "other" })).status).toBe(403);
  const uses = await Promise.all(
    [admin, { ...admin, email: "eve@example.com" }].map((person) =>
      send(setUp, "POST", { ...person, token }),
    ),
  );
  expect(uses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
  await getDatabase().person.updateMany({ data: { name: "Ada", email: "ada@example.com" } });
  const done = uses.find(({ status }) => status === 200);
  const cookie = cookieOf(done ?? Response.error());
  const session = await send(GET, "GET", undefined, { cookie });
  expect(await session.json()).toMatchObject({ person: { name: "Ada", role: "admin" } });
  expect(await createSetupLink()).toBeUndefined();
});

test("a sign-in sets a cookie that scripts cannot read, and stores neither token nor password", async () => {
  const response = await signIn(
    { ...credentials, email: " ADA@example.com".trim() },
    { "user-agent": "Browser" },
  );
  expect(response.status).toBe(200);
  expect(response.headers.get("cache-control")).toContain("no-store");
  const cookies = response.headers.getSetCookie();
  expect(cookies).toHaveLength(1);
  const [cookie] = cookies;
  expect(cookie).toMatch(
    /^ridgepoint-session-3000=\w{32}; Path=\/; Max-Age=1209600; HttpOnly; SameSite=Lax$/,
  );
  const token = cookieOf(response).split("=")[1] ?? "";
  expect(await response.text()).not.toContain(token);
  const session = await getDatabase().session.findFirstOrThrow({ orderBy: { createdAt: "desc" } });
  expect(session).toMatchObject({ program: "Browser" });
  const days = (session.expiresAt.getTime() - session.createdAt.getTime()) / 86_400_000;
  expect(days).toBeCloseTo(14, 2);
  const content = JSON.stringify([
    await getDatabase().session.findMany(),
    await getDatabase().account.findMany(),
    (await getDatabase().auditEntry.findMany()).map(({ payload }) => payload),
  ]);
  expect(content).not.toContain(token);
  expect(content).not.toContain(password);
  const trail = await getDatabase().auditEntry.findMany({ where: { objectId: session.id } });
  expect(trail).toMatchObject([{ actorKind: "person", actorId: session.personId, action: "sign-in" }]);
});

test("an unknown account and a wrong password have the same answer, and both compute a hash", async () => {
  const answers = [];
  for (const body of [
    { ...credentials, password: "wrong" },
    { email: "unknown@example.com", password },
  ]) {
    const startMs = performance.now();
    const response = await signIn(body);
    const { requestId: _id, ...problem } = (await response.json()) as { requestId: string };
    answers.push({ status: response.status, problem, cookies: response.headers.getSetCookie() });
    // Hashing takes far longer than reading a row.
    expect(performance.now() - startMs).toBeGreaterThan(30);
  }
  expect(answers[0]).toMatchObject({ status: 401, problem: { code: "sign-in-failed" }, cookies: [] });
  expect(answers[1]).toEqual(answers[0]);
});

test("a token that was in the browser before the sign-in never becomes valid, and the former session ends", async () => {
  const planted = `ridgepoint-session-3000=${"f".repeat(32)}`;
  const first = cookieOf(await signIn(credentials, { cookie: planted }));
  expect(first).not.toBe(planted);
  expect((await send(GET, "GET", undefined, { cookie: planted })).status).toBe(401);
  const second = cookieOf(await signIn(credentials, { cookie: first }));
  expect((await send(GET, "GET", undefined, { cookie: first })).status).toBe(401);
  expect((await send(GET, "GET", undefined, { cookie: second })).status).toBe(200);
});

test("after a sign-out, the session is refused and its cookie removed", async () => {
  const cookie = cookieOf(await signIn(credentials));
  const response = await send(DELETE, "DELETE", {}, { cookie });
  expect(response.status).toBe(200);
  expect(response.headers.getSetCookie()).toEqual([
    "ridgepoint-session-3000=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax",
  ]);
  expect((await send(GET, "GET", undefined, { cookie })).status).toBe(401);
});

test.each<readonly [string, Headers]>([
  ["another site", { "sec-fetch-site": "cross-site" }],
  ["another origin", { origin: "https://evil.example.com" }],
  ["a sandboxed frame", { origin: "null" }],
  ["a form", { "content-type": "text/plain" }],
])("a sign-in from %s is refused", async (_name, headers) => {
  const response = await signIn(credentials, headers);
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(response.status).not.toBe(401);
  expect(response.headers.getSetCookie()).toEqual([]);
});

test("attempts for one account are limited before the password is checked, also across processes", async () => {
  const attempts = await Promise.all(
    Array.from({ length: 12 }, () => signIn({ ...credentials, password: "wrong" })),
  );
  expect(attempts.filter(({ status }) => status === 401)).toHaveLength(10);
  deleteProcessState("password-checks");
  deleteProcessState("auth");
  const right = await signIn(credentials);
  expect(right.status).toBe(429);
  expect(Number(right.headers.get("retry-after"))).toBeGreaterThan(0);
});

test("attempts of one address are limited over all accounts, and of one IPv6 network over its addresses", async () => {
  await getDatabase().$executeRaw`
    insert into allowances (key, count, updated_at, full_at)
    values ('sign-in-address 2001:db8:1:2', 0.5, now() + interval '1 hour', now() + interval '2 hours')`;
  const from = (address: string) => signIn(credentials, { "x-ridgepoint-client-address": address });
  expect((await from("2001:db8:1:2::77")).status).toBe(429);
  expect((await from("2001:db8:1:3::77")).status).toBe(200);
});

test("plain HTTP on another host refuses the password and names TLS, and TLS has a secure cookie", async () => {
  useServerEnvironment({ DATABASE_URL: own.url, RIDGEPOINT_URL: "http://ridgepoint.example.com" });
  const at = { host: "ridgepoint.example.com" };
  const toHeaders = (entries: Readonly<Record<string, string>>) => new Headers(entries);
  expect(findConnectionRefusal(toHeaders(at))).toMatchObject({ title: "Sign-in needs TLS" });
  expect(findConnectionRefusal(toHeaders({ host: "localhost:3000" }))).toBeNull();
  const refused = await signIn(credentials, at);
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({ title: "Sign-in needs TLS" });
  useServerEnvironment({ DATABASE_URL: own.url, RIDGEPOINT_URL: "https://ridgepoint.example.com" });
  expect(findConnectionRefusal(toHeaders(at))).toBeNull();
  // A page request has no Origin header. A proxy that also forwards plain HTTP states the scheme.
  const forwarded = (scheme: string) => toHeaders({ ...at, "x-forwarded-proto": scheme });
  expect(findConnectionRefusal(forwarded("http"))).toMatchObject({ title: "Sign-in needs TLS" });
  expect(findConnectionRefusal(forwarded("https"))).toBeNull();
  expect((await signIn(credentials, at)).status).toBe(403);
  const secure = await signIn(credentials, { ...at, origin: "https://ridgepoint.example.com" });
  expect(secure.headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^__Host-ridgepoint-session=\w{32}; Path=\/; Max-Age=1209600; HttpOnly; SameSite=Lax; Secure$/,
    ),
  ]);
  expect((await send(GET, "GET", undefined, { ...at, cookie: cookieOf(secure) })).status).toBe(200);
  useServerEnvironment({ DATABASE_URL: own.url });
});

test("a removed person cannot sign in", async () => {
  await getDatabase().person.updateMany({ data: { state: "removed", email: null } });
  expect((await signIn(credentials)).status).toBe(401);
  const request = new Request(`http://${host}/api/v1/events`, { headers: { host } });
  expect((await getEvents(request, { params: Promise.resolve({}) })).status).toBe(401);
});
