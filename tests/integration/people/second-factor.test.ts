/** The second factor: set-up, sign-in with codes, recovery codes, limits, the rule for admins, and resets. */
import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { PATCH as editRules } from "@/app/api/v1/organisation/sign-in/route";
import { POST as setPassword } from "@/app/api/v1/password/route";
import { DELETE as resetSecondFactor } from "@/app/api/v1/people/[personId]/second-factor/route";
import { GET as listPeople } from "@/app/api/v1/people/route";
import { POST as enable } from "@/app/api/v1/second-factor/enable/route";
import { POST as end } from "@/app/api/v1/second-factor/end/route";
import { POST as renew } from "@/app/api/v1/second-factor/recovery-codes/route";
import { GET as read, POST as start } from "@/app/api/v1/second-factor/route";
import { POST as confirm } from "@/app/api/v1/session/confirmation/route";
import { GET as getSession, POST as signIn } from "@/app/api/v1/session/route";
import { getDatabase } from "@/lib/server/db/client";
import { hashToken } from "@/lib/server/sessions/session-cookie";
import { getBetterAuth } from "@/lib/services/people/auth";
import { computeCode, findTimeStep } from "@/lib/services/people/second-factor/totp";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/server/database";
import { resetServerClock, setServerClock } from "@/tests/support/server/server-clock";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";
import { addSignedInPerson, host, type SignedInPerson } from "./people-fixture";

let own: TestDatabase;
let hash = "";
let admin: SignedInPerson;
const password = "correct horse battery";
const secretKey = "k".repeat(32);
/** Time of the server's clock, which the tests set. */
let atMs = 0;

beforeAll(async () => {
  own = await createMigratedDatabase();
  useServerEnvironment({ DATABASE_URL: own.url, RIDGEPOINT_SECRET_KEY: secretKey });
  hash = await (await getBetterAuth().$context).password.hash(password);
});

beforeEach(async () => {
  admin = await addSignedInPerson("admin");
  await getDatabase().account.create({
    data: { personId: admin.id, providerId: "credential", accountId: admin.id, passwordHash: hash },
  });
  atMs = Date.now();
  setServerClock(atMs);
});

afterEach(async () => {
  resetServerClock();
  await getDatabase().allowance.deleteMany();
  await getDatabase().organisation.deleteMany();
});

afterAll(async () => {
  await leaveServerEnvironment();
  await own.drop();
});

interface Sending {
  readonly method?: string;
  readonly body?: object;
  readonly params?: object;
  readonly cookie?: string;
  readonly version?: number;
}

function send(
  endpoint: typeof signIn,
  { method = "POST", body = {}, params = {}, cookie, version = 0 }: Sending,
) {
  const request = new Request(`http://${host}/api/v1/second-factor`, {
    method,
    headers: {
      host,
      origin: `http://${host}`,
      "content-type": "application/json",
      "idempotency-key": randomBytes(16).toString("hex"),
      "if-match": `"${version}"`,
      cookie: cookie ?? "",
    },
    ...(method === "GET" ? {} : { body: JSON.stringify(body) }),
  });
  return endpoint(request, { params: Promise.resolve(params) });
}

const emailOf = async (person: SignedInPerson): Promise<string> =>
  (await getDatabase().person.findUniqueOrThrow({ where: { id: person.id } })).email ?? "";

/** Moves the server's clock to the next time step. */
function waitForNextCode(): void {
  atMs += 30_000;
  setServerClock(atMs);
}

interface Enabled {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  readonly signInWith: (code?: string) => Promise<Response>;
}

/** Sets up the second factor of the person with the code of the present step. */
async function setUpFor(person: SignedInPerson): Promise<Enabled> {
  const { cookie } = person;
  const started = (await (await send(start, { cookie })).json()) as { readonly secret: string };
  const body = { code: computeCode(started.secret, findTimeStep(atMs)) };
  const response = await send(enable, { cookie, body });
  expect(response.status).toBe(200);
  const { recoveryCodes } = (await response.json()) as { readonly recoveryCodes: readonly string[] };
  const email = await emailOf(person);
  const signInWith = (code?: string) =>
    send(signIn, { body: { email, password, ...(code === undefined ? {} : { code }) } });
  return { secret: started.secret, recoveryCodes, signInWith };
}

const codeNow = (secret: string): string => computeCode(secret, findTimeStep(atMs));

test("a person sets it up, and the sign-in then needs the password and a code, which is accepted once", async () => {
  expect(await (await send(read, { method: "GET", cookie: admin.cookie })).json()).toMatchObject({
    state: "off",
  });
  const { secret, signInWith, recoveryCodes } = await setUpFor(admin);
  expect(recoveryCodes).toHaveLength(10);
  expect(new Set(recoveryCodes).size).toBe(10);
  expect(await (await send(read, { method: "GET", cookie: admin.cookie })).json()).toMatchObject({
    state: "on",
    recoveryCodeCount: 10,
  });
  const withoutCode = await signInWith();
  expect(await withoutCode.json()).toMatchObject({ status: 401, code: "second-factor-required" });
  expect(withoutCode.headers.getSetCookie()).toEqual([]);
  // The code of the set-up cannot be used again.
  expect((await signInWith(codeNow(secret))).status).toBe(401);
  waitForNextCode();
  const uses = await Promise.all([signInWith(codeNow(secret)), signInWith(codeNow(secret))]);
  expect(uses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
});

test("a wrong password with a correct code has the answer of a wrong password", async () => {
  const { secret } = await setUpFor(admin);
  waitForNextCode();
  const email = await emailOf(admin);
  const answer = await send(signIn, { body: { email, password: "wrong", code: codeNow(secret) } });
  expect(await answer.json()).toMatchObject({ detail: "the e-mail address or the password is incorrect" });
});

test("a recovery code replaces a code once, also typed in lower case without dashes", async () => {
  const { recoveryCodes, signInWith } = await setUpFor(admin);
  const [first = ""] = recoveryCodes;
  expect((await signInWith(first.toLowerCase().replaceAll("-", ""))).status).toBe(200);
  expect((await signInWith(first)).status).toBe(401);
  const renewed = await send(renew, { cookie: admin.cookie });
  expect(renewed.status).toBe(200);
  const next = ((await renewed.json()) as { readonly recoveryCodes: readonly string[] }).recoveryCodes;
  expect((await signInWith(recoveryCodes[1])).status).toBe(401);
  expect((await signInWith(next[0])).status).toBe(200);
});

test("codes are limited to 5 attempts per person, and then even a correct code waits", async () => {
  const { secret, signInWith } = await setUpFor(admin);
  await getDatabase().allowance.deleteMany();
  const answers = await Promise.all(Array.from({ length: 6 }, () => signInWith("000000")));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
  waitForNextCode();
  expect((await signInWith(codeNow(secret))).status).toBe(429);
});

test("neither the secret nor a recovery code is readable in the database or in the audit trail", async () => {
  const { secret, recoveryCodes } = await setUpFor(admin);
  const content = JSON.stringify(
    [
      await getDatabase().secondFactor.findMany(),
      await getDatabase().recoveryCode.findMany(),
      await getDatabase().idempotencyKey.findMany(),
      await getDatabase().auditEntry.findMany(),
    ],
    (_key, value: unknown) => (typeof value === "bigint" ? String(value) : value),
  );
  for (const text of [secret, ...recoveryCodes]) expect(content).not.toContain(text);
  const entries = await getDatabase().auditEntry.findMany({ where: { actorId: admin.id } });
  const actions = new Set(entries.map(({ action }) => action));
  expect(actions).toContain("start-second-factor");
  expect(actions).toContain("enable-second-factor");
});

test("a changed secret key refuses codes and names the fix, and without a key nothing can be set up", async () => {
  const { secret, signInWith } = await setUpFor(admin);
  waitForNextCode();
  useServerEnvironment({ DATABASE_URL: own.url, RIDGEPOINT_SECRET_KEY: "o".repeat(32) });
  setServerClock(atMs);
  const refused = await signInWith(codeNow(secret));
  expect(await refused.json()).toMatchObject({ next: expect.stringContaining("RIDGEPOINT_SECRET_KEY") });
  useServerEnvironment({ DATABASE_URL: own.url });
  const person = await addSignedInPerson("viewer");
  await getDatabase().account.create({
    data: { personId: person.id, providerId: "credential", accountId: person.id, passwordHash: hash },
  });
  const { cookie } = person;
  expect(await (await send(read, { method: "GET", cookie })).json()).toMatchObject({ reason: "no-key" });
  expect((await send(start, { cookie })).status).toBe(409);
  useServerEnvironment({ DATABASE_URL: own.url, RIDGEPOINT_SECRET_KEY: secretKey });
});

test("setting up and ending need a confirmation, which a person with a second factor gives with a code", async () => {
  const stale = () =>
    getDatabase().session.updateMany({ data: { confirmedAt: new Date(Date.now() - 660_000) } });
  const { cookie } = admin;
  await stale();
  expect((await send(start, { cookie })).status).toBe(403);
  expect((await send(confirm, { cookie, body: { password } })).status).toBe(200);
  const { secret } = await setUpFor(admin);
  await stale();
  expect(await (await send(end, { cookie })).json()).toMatchObject({
    code: "confirmation-required",
  });
  expect((await send(confirm, { cookie, body: { password } })).status).toBe(403);
  waitForNextCode();
  expect((await send(confirm, { cookie, body: { code: codeNow(secret) } })).status).toBe(200);
  expect((await send(confirm, { cookie, body: { code: codeNow(secret) } })).status).toBe(401);
  expect((await send(end, { cookie })).status).toBe(200);
  expect((await send(signIn, { body: { email: await emailOf(admin), password } })).status).toBe(200);
});

test("an admin resets it for a person, whose sessions end, and others may not", async () => {
  const other = await addSignedInPerson("admin");
  await getDatabase().account.create({
    data: { personId: other.id, providerId: "credential", accountId: other.id, passwordHash: hash },
  });
  const { signInWith } = await setUpFor(other);
  const reset = (cookie: string) =>
    send(resetSecondFactor, { method: "DELETE", params: { personId: other.id }, cookie });
  expect((await reset((await addSignedInPerson("editor")).cookie)).status).toBe(403);
  expect((await reset(admin.cookie)).status).toBe(200);
  expect((await reset(admin.cookie)).status).toBe(404);
  expect((await send(getSession, { method: "GET", cookie: other.cookie })).status).toBe(401);
  expect((await signInWith()).status).toBe(200);
  const entry = await getDatabase().auditEntry.findFirst({
    where: { action: "reset-second-factor", objectTable: "second_factors" },
  });
  expect(entry).toMatchObject({ actorId: admin.id, objectId: other.id });
});

test("a link sets a new password of a person with a second factor without signing them in", async () => {
  const { signInWith } = await setUpFor(admin);
  await getDatabase().invitation.create({
    data: {
      tokenHash: hashToken("reset-with-second-factor"),
      purpose: "reset",
      personId: admin.id,
      author: "system",
      expiresAt: new Date(Date.now() + 60_000),
    },
  });
  const response = await send(setPassword, { body: { token: "reset-with-second-factor", password } });
  expect(await response.json()).toEqual({ person: null });
  expect(response.headers.getSetCookie()).toEqual([]);
  expect(await (await signInWith()).json()).toMatchObject({ code: "second-factor-required" });
});

test("an admin who lacks a required second factor has the rights of an editor until it is set up", async () => {
  const requires = (cookie: string, version: number, requiresSecondFactor: boolean) =>
    send(editRules, { method: "PATCH", cookie, version, body: { requiresSecondFactor } });
  expect((await requires(admin.cookie, 0, true)).status).toBe(409);
  await setUpFor(admin);
  expect((await requires((await addSignedInPerson("editor")).cookie, 0, true)).status).toBe(403);
  expect((await requires(admin.cookie, 0, true)).status).toBe(200);
  expect((await send(listPeople, { method: "GET", cookie: admin.cookie })).status).toBe(200);

  const other = await addSignedInPerson("admin");
  await getDatabase().account.create({
    data: { personId: other.id, providerId: "credential", accountId: other.id, passwordHash: hash },
  });
  const refused = await send(listPeople, { method: "GET", cookie: other.cookie });
  expect(await refused.json()).toMatchObject({
    status: 403,
    detail: "the organisation requires a second factor from admins",
  });
  await setUpFor(other);
  expect((await send(listPeople, { method: "GET", cookie: other.cookie })).status).toBe(200);
  expect((await requires(other.cookie, 1, false)).status).toBe(200);
});
