/** Sign-in with a real OpenID Connect provider, and its failures. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { POST as createInvitation } from "@/app/api/v1/invitations/route";
import { POST as finish } from "@/app/api/v1/provider-sign-in/callback/route";
import { POST as start } from "@/app/api/v1/provider-sign-in/route";
import { GET as getSession, POST as signIn } from "@/app/api/v1/session/route";
import { POST as setUp } from "@/app/api/v1/setup/route";
import { getDatabase } from "@/lib/server/db/client";
import { deleteProcessState } from "@/lib/server/process-state";
import { hashToken } from "@/lib/server/sessions/session-cookie";
import { getBetterAuth } from "@/lib/services/people/auth";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/server/database";
import { startOidcProvider, type RunningProvider } from "@/tests/support/server/oidc-provider";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";
import { addSignedInPerson, host, type SignedInPerson } from "./people-fixture";

let own: TestDatabase;
let provider: RunningProvider;
let admin: SignedInPerson;
let serial = 0;

beforeAll(async () => {
  own = await createMigratedDatabase();
  provider = await startOidcProvider();
  provider.allowApplication(`http://${host}`);
  useProvider();
  admin = await addSignedInPerson("admin");
});

afterEach(async () => {
  await getDatabase().allowance.deleteMany();
});

afterAll(async () => {
  await leaveServerEnvironment();
  deleteProcessState("sign-in-provider");
  await provider.stop();
  await own.drop();
});

/** Configures the provider, and forgets what the process knows about it. */
function useProvider(variables: Readonly<Record<string, string>> = {}): void {
  deleteProcessState("sign-in-provider");
  useServerEnvironment({
    DATABASE_URL: own.url,
    RIDGEPOINT_OIDC_ISSUER: provider.issuer,
    RIDGEPOINT_OIDC_CLIENT_ID: provider.clientId,
    RIDGEPOINT_OIDC_CLIENT_SECRET: provider.clientSecret,
    ...variables,
  });
}

function send(endpoint: typeof start, body: object, cookie = "", method = "POST"): Promise<Response> {
  serial += 1;
  const request = new Request(`http://${host}/api/v1/provider-sign-in`, {
    method,
    headers: {
      host,
      origin: `http://${host}`,
      "content-type": "application/json",
      "idempotency-key": `provider-test-${serial}`,
      cookie,
    },
    ...(method === "GET" ? {} : { body: JSON.stringify(body) }),
  });
  return endpoint(request, { params: Promise.resolve({}) });
}

const cookiesOf = (response: Response): readonly string[] =>
  response.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
const sessionOf = (response: Response): string =>
  cookiesOf(response).find((cookie) => cookie.startsWith("ridgepoint-session-3000=")) ?? "";

/** Follows the redirects at the provider like a browser, until it opens the callback of the application. */
async function visitProvider(address: string): Promise<URL> {
  const jar = new Map<string, string>();
  let url = new URL(address);
  for (let hops = 0; hops < 10; hops += 1) {
    if (url.host === host) return url;
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, { redirect: "manual", headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [pair = ""] = set.split(";");
      jar.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    const next = response.headers.get("location");
    if (next === null) throw new Error(`the provider answered ${response.status}: ${await response.text()}`);
    url = new URL(next, url);
  }
  throw new Error("the provider redirects without end");
}

interface Started {
  readonly cookie: string;
  readonly search: string;
}

/** Starts a sign-in, and signs in at the provider. Returns the cookie of the browser and the provider's answer. */
async function startAtProvider(returnPath = "/signals"): Promise<Started> {
  const started = await send(start, { returnPath });
  expect(started.status).toBe(200);
  const { url } = (await started.json()) as { readonly url: string };
  const callback = await visitProvider(url);
  expect(callback.pathname).toBe("/sign-in/callback");
  return { cookie: cookiesOf(started)[0] ?? "", search: callback.search.slice(1) };
}

const account = (name: string, change: object = {}) => ({
  sub: `subject-${name}`,
  email: `${name}@example.com`,
  email_verified: true,
  name: name.toUpperCase(),
  ...change,
});

const finishWith = ({ cookie, search }: Started): Promise<Response> => send(finish, { search }, cookie);

async function detailOf(response: Response): Promise<string> {
  const { detail } = (await response.json()) as { readonly detail: string };
  return detail;
}

async function addPerson(name: string): Promise<string> {
  const person = await getDatabase().person.create({
    data: { name, email: `${name}@example.com`, role: "editor" },
  });
  return person.id;
}

test("an existing person with the verified address signs in, keeps the role, and is found by subject later", async () => {
  const id = await addPerson("grace");
  provider.setAccount(account("grace", { email: "GRACE@Example.com", roles: ["admin"] }));
  const started = await send(start, { returnPath: "/signals?from=now-1h" });
  const [cookie = ""] = started.headers.getSetCookie();
  expect(cookie).toMatch(
    /^ridgepoint-provider-3000=[\w-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Strict$/,
  );
  const { url } = (await started.json()) as { readonly url: string };
  const parameters = new URL(url).searchParams;
  expect(Object.fromEntries(parameters)).toMatchObject({
    response_type: "code",
    code_challenge_method: "S256",
    state: expect.stringMatching(/^.{40,}$/),
    nonce: expect.stringMatching(/^.{40,}$/),
    code_challenge: expect.stringMatching(/^.{40,}$/),
  });
  const { search } = await visitProvider(url);
  const done = await finishWith({ cookie: cookie.split(";")[0] ?? "", search: search.slice(1) });
  expect(done.status).toBe(200);
  expect(await done.json()).toEqual({ returnPath: "/signals?from=now-1h" });
  const session = await send(getSession, {}, sessionOf(done), "GET");
  expect(await session.json()).toMatchObject({ person: { id, role: "editor" } });
  expect(await getDatabase().session.findFirst({ where: { personId: id } })).toMatchObject({
    method: "provider",
  });
  const linked = await getDatabase().auditEntry.findFirst({ where: { action: "link-provider" } });
  expect(linked).toMatchObject({ objectTable: "accounts", actorId: id });

  // The subject identifies the person, also after the address changed at the provider.
  provider.setAccount(account("grace", { email: "hopper@example.com" }));
  const again = await finishWith(await startAtProvider());
  const later = await send(getSession, {}, sessionOf(again), "GET");
  expect(await later.json()).toMatchObject({ person: { id, email: "grace@example.com" } });
});

test("an invited address joins with the role of the invitation, once", async () => {
  const body = { purpose: "invite", role: "viewer", email: "Alan@example.com", tokenHash: hashToken("alan") };
  expect((await send(createInvitation, body, admin.cookie)).status).toBe(200);
  // Another person cannot use the link of the invited one.
  const other = { token: "alan", name: "Eve", email: "eve@example.com", password: "correct horse battery" };
  expect((await send(setUp, other)).status).toBe(403);
  provider.setAccount(account("alan"));
  const joined = await finishWith(await startAtProvider());
  const session = await send(getSession, {}, sessionOf(joined), "GET");
  expect(await session.json()).toMatchObject({
    person: { name: "ALAN", email: "alan@example.com", role: "viewer" },
  });
  expect((await send(setUp, { ...other, email: "alan@example.com" })).status).toBe(403);
});

test.each([
  ["an unknown person", account("unknown"), "unknown@example.com is not invited"],
  [
    "an address that is not verified",
    account("mallory", { email_verified: false }),
    "verified e-mail address",
  ],
  ["no address", account("nobody", { email: undefined }), "verified e-mail address"],
])("%s is refused, and no person is added", async (_name, identity, reason) => {
  await addPerson(`person-${serial}`);
  if (identity.sub === "subject-mallory") await addPerson("mallory");
  const count = await getDatabase().person.count();
  provider.setAccount(identity);
  const refused = await finishWith(await startAtProvider());
  expect(refused.status).toBe(403);
  expect(sessionOf(refused)).toBe("");
  expect(await detailOf(refused)).toContain(reason);
  expect(await getDatabase().person.count()).toBe(count);
});

test("a removed person cannot sign in", async () => {
  const id = await addPerson("removed");
  provider.setAccount(account("removed"));
  expect((await finishWith(await startAtProvider())).status).toBe(200);
  await getDatabase().person.update({ where: { id }, data: { state: "removed", email: null } });
  expect((await finishWith(await startAtProvider())).status).toBe(403);
});

test("only addresses of the configured domains may sign in", async () => {
  await addPerson("domain");
  provider.setAccount(account("domain"));
  useProvider({ RIDGEPOINT_OIDC_DOMAINS: "example.org, sub.example.com" });
  const refused = await finishWith(await startAtProvider());
  expect(await detailOf(refused)).toContain("addresses at example.com may not sign in");
  useProvider({ RIDGEPOINT_OIDC_DOMAINS: "Example.com" });
  expect((await finishWith(await startAtProvider())).status).toBe(200);
  useProvider();
});

test("an answer is refused with a wrong state, for another browser, without a start, and when repeated", async () => {
  await addPerson("attacked");
  provider.setAccount(account("attacked"));
  const first = await startAtProvider();
  const forged = new URLSearchParams(first.search);
  forged.set("state", "x".repeat(43));
  const otherBrowser = await startAtProvider();
  const attacks: readonly Started[] = [
    { ...first, search: forged.toString() },
    { ...first, search: "" },
    { ...first, search: "error=access_denied" },
    { cookie: otherBrowser.cookie, search: first.search },
    { cookie: "", search: first.search },
    { cookie: "ridgepoint-provider-3000=e30", search: first.search },
  ];
  for (const attack of attacks) {
    const refused = await finishWith(attack);
    expect({ status: refused.status, session: sessionOf(refused) }).toEqual({ status: 403, session: "" });
  }
  const foreignIssuer = new URLSearchParams(first.search);
  foreignIssuer.set("iss", "https://evil.example.com");
  expect((await finishWith({ ...first, search: foreignIssuer.toString() })).status).toBe(403);
  const done = await finishWith(first);
  expect(done.status).toBe(200);
  expect(done.headers.getSetCookie()).toContainEqual(
    expect.stringMatching(/^ridgepoint-provider-3000=; .*Max-Age=0/),
  );
  // The same answer with the cookie that the browser no longer has.
  const repeated = await finishWith(first);
  expect({ status: repeated.status, session: sessionOf(repeated) }).toEqual({ status: 403, session: "" });
});

test.each([
  "//evil.example.com",
  "https://evil.example.com/x",
  "/\\evil.example.com",
  "/api/v1/session",
  "/sign-in/callback",
])("the sign-in does not lead to %s", async (returnPath) => {
  await getDatabase().person.upsert({
    where: { email: "redirected@example.com" },
    create: { name: "redirected", email: "redirected@example.com", role: "viewer" },
    update: {},
  });
  provider.setAccount(account("redirected"));
  const done = await finishWith(await startAtProvider(returnPath));
  expect(await done.json()).toEqual({ returnPath: "/overview" });
});

test("while the provider is down, the start fails with the reason, and the password signs in", async () => {
  const id = await addPerson("password");
  const passwordHash = await (await getBetterAuth().$context).password.hash("correct horse battery");
  await getDatabase().account.create({
    data: { personId: id, providerId: "credential", accountId: id, passwordHash },
  });
  useProvider({ RIDGEPOINT_OIDC_ISSUER: "http://127.0.0.1:9" });
  const failed = await send(start, { returnPath: "/" });
  expect(await failed.json()).toMatchObject({
    status: 502,
    title: "The sign-in provider did not respond as expected",
  });
  const credentials = { email: "password@example.com", password: "correct horse battery" };
  expect((await send(signIn, credentials)).status).toBe(200);
  useProvider();
});

test("without a provider the endpoints answer 404, and over plain HTTP on another host the sign-in is refused", async () => {
  useServerEnvironment({ DATABASE_URL: own.url });
  expect((await send(start, { returnPath: "/" })).status).toBe(404);
  expect((await send(finish, { search: "code=1" })).status).toBe(404);
  useProvider({ RIDGEPOINT_URL: "http://ridgepoint.example.com" });
  const request = new Request("http://ridgepoint.example.com/api/v1/provider-sign-in", {
    method: "POST",
    headers: {
      host: "ridgepoint.example.com",
      origin: "http://ridgepoint.example.com",
      "content-type": "application/json",
    },
    body: JSON.stringify({ returnPath: "/" }),
  });
  const refused = await start(request, { params: Promise.resolve({}) });
  expect(await refused.json()).toMatchObject({ status: 403, title: "Sign-in needs TLS" });
  useProvider();
});

test("starts and answers of one address are limited", async () => {
  await getDatabase().$executeRaw`
    insert into allowances (key, count, updated_at, full_at)
    values ('sign-in-address unknown', 0.5, now() + interval '1 hour', now() + interval '2 hours')`;
  expect((await send(start, { returnPath: "/" })).status).toBe(429);
  expect((await send(finish, { search: "code=1" })).status).toBe(429);
});

test("neither the client secret nor a code or token of the provider is stored", async () => {
  const content = JSON.stringify([
    await getDatabase().account.findMany(),
    await getDatabase().session.findMany(),
    await getDatabase().idempotencyKey.findMany(),
    (await getDatabase().auditEntry.findMany()).map(({ payload }) => payload),
  ]);
  expect(content).not.toContain(provider.clientSecret);
  expect(content).not.toMatch(/access_token|id_token|eyJ/);
});
