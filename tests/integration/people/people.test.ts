/** Invitations, roles, removal and new passwords, with real PostgreSQL. */
import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { GET as exportBaseline } from "@/app/api/v1/baselines/[baselineId]/export/route";
import { GET as readBaseline } from "@/app/api/v1/baselines/[baselineId]/route";
import { POST as importBaseline } from "@/app/api/v1/baselines/import/route";
import { DELETE as deleteInvitation } from "@/app/api/v1/invitations/[invitationId]/route";
import { POST as createInvitation } from "@/app/api/v1/invitations/route";
import { POST as setPassword } from "@/app/api/v1/password/route";
import { DELETE as removePerson, PATCH as editPerson } from "@/app/api/v1/people/[personId]/route";
import { GET as listPeople } from "@/app/api/v1/people/route";
import { GET as getSession, POST as signIn } from "@/app/api/v1/session/route";
import { POST as setUp } from "@/app/api/v1/setup/route";
import { getDatabase } from "@/lib/server/db/client";
import { hashToken } from "@/lib/server/sessions/session-cookie";
import { hashDocument } from "@/lib/services/baselines/hash-document";
import { createBaselineDocument } from "@/tests/support/sample-data/baseline-document";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/server/database";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";
import { addSignedInPerson, host, type SignedInPerson } from "./people-fixture";

let own: TestDatabase;
let admin: SignedInPerson;
const password = "correct horse battery";

beforeAll(async () => {
  own = await createMigratedDatabase();
  useServerEnvironment({ DATABASE_URL: own.url });
  admin = await addSignedInPerson("admin");
});

afterEach(async () => {
  await getDatabase().allowance.deleteMany();
});

afterAll(async () => {
  await leaveServerEnvironment();
  await own.drop();
});

interface Sending {
  readonly method?: string;
  readonly body?: object;
  readonly cookie?: string;
  readonly version?: number;
  readonly params?: object;
  readonly query?: string;
}

function send(
  endpoint: typeof setUp,
  { method = "POST", body, cookie, version, params = {}, query = "" }: Sending,
) {
  const request = new Request(`http://${host}/api/v1/people${query}`, {
    method,
    headers: {
      host,
      origin: `http://${host}`,
      "content-type": "application/json",
      ...(cookie === undefined ? {} : { cookie }),
      ...(version === undefined
        ? { "idempotency-key": randomBytes(16).toString("hex") }
        : { "if-match": `"${version}"` }),
    },
    ...(method === "GET" ? {} : { body: JSON.stringify(body ?? {}) }),
  });
  return endpoint(request, { params: Promise.resolve(params) });
}

const cookieOf = (response: Response): string => response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
const isSignedIn = async (cookie: string): Promise<boolean> =>
  (await send(getSession, { method: "GET", cookie })).status === 200;

async function invite(token: string, role = "editor"): Promise<string> {
  const body = { purpose: "invite", role, tokenHash: hashToken(token) };
  const response = await send(createInvitation, { body, cookie: admin.cookie });
  expect(response.status).toBe(200);
  return ((await response.json()) as { invitation: { id: string } }).invitation.id;
}

const change = (person: SignedInPerson, role: string, version = 1, by = admin) =>
  send(editPerson, {
    method: "PATCH",
    params: { personId: person.id },
    body: { role },
    version,
    cookie: by.cookie,
  });
const remove = (person: SignedInPerson, version = 1, by = admin) =>
  send(removePerson, { method: "DELETE", params: { personId: person.id }, version, cookie: by.cookie });

test("an invitation adds one person with its role, who cannot choose another role", async () => {
  await invite("invited");
  const body = { token: "invited", name: "Grace", email: "grace@example.com", password };
  expect((await send(setUp, { body: { ...body, role: "admin" } })).status).toBe(400);
  const joined = await send(setUp, { body });
  expect(await joined.json()).toMatchObject({ person: { name: "Grace", role: "editor" } });
  expect(await isSignedIn(cookieOf(joined))).toBe(true);
  expect((await send(setUp, { body: { ...body, email: "other@example.com" } })).status).toBe(403);
});

test("an invitation adds the person to its team, which must exist", async () => {
  const { id: teamId } = await getDatabase().team.create({ data: { name: "Serving" } });
  const inviteTo = (team: string, token: string): Promise<Response> => {
    const body = { purpose: "invite", role: "viewer", teamId: team, tokenHash: hashToken(token) };
    return send(createInvitation, { body, cookie: admin.cookie });
  };
  const invited = await inviteTo(teamId, "to-a-team");
  expect(await invited.json()).toMatchObject({ invitation: { teamName: "Serving" } });
  expect((await inviteTo("0199c0de-0000-7000-8000-000000000000", "to-no-team")).status).toBe(400);
  const body = { token: "to-a-team", name: "Edsger", email: "edsger@example.com", password };
  expect((await send(setUp, { body })).status).toBe(200);
  const members = await getDatabase().member.findMany({ where: { teamId }, include: { person: true } });
  expect(members.map(({ person }) => person.email)).toEqual(["edsger@example.com"]);
});

test("an invitation is kept if the e-mail address is used, and refused after it expired or was deleted", async () => {
  const id = await invite("second");
  const body = {
    token: "second",
    name: "Eve",
    email: `${admin.name.replace(" ", "-")}@example.com`,
    password,
  };
  expect((await send(setUp, { body })).status).toBe(409);
  await getDatabase().invitation.update({ where: { id }, data: { expiresAt: new Date() } });
  const fresh = { ...body, email: "eve@example.com" };
  expect((await send(setUp, { body: fresh })).status).toBe(403);
  const other = await invite("third");
  const deletion = { method: "DELETE", params: { invitationId: other }, cookie: admin.cookie };
  expect((await send(deleteInvitation, deletion)).status).toBe(200);
  expect((await send(setUp, { body: { ...fresh, token: "third" } })).status).toBe(403);
});

test.each(["viewer", "editor"] as const)("a person with the role %s may not manage people", async (role) => {
  const person = await addSignedInPerson(role);
  const { cookie } = person;
  const tokenHash = hashToken(role);
  const answers = [
    await send(listPeople, { method: "GET", cookie }),
    await send(createInvitation, { body: { purpose: "invite", role: "admin", tokenHash }, cookie }),
    await send(createInvitation, { body: { purpose: "reset", personId: admin.id, tokenHash }, cookie }),
    await change(person, "admin", 1, person),
    await remove(admin, 1, person),
  ];
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
});

test("a new role ends the sessions of the person at once, and an edit of an older version is refused", async () => {
  const person = await addSignedInPerson("viewer");
  expect(await isSignedIn(person.cookie)).toBe(true);
  expect((await change(person, "editor")).status).toBe(200);
  expect(await isSignedIn(person.cookie)).toBe(false);
  expect((await change(person, "admin")).status).toBe(412);
});

test("a removed person keeps a row without name and address, and can neither act nor sign in", async () => {
  const person = await addSignedInPerson("editor");
  expect(await isSignedIn(person.cookie)).toBe(true);
  expect((await remove(person)).status).toBe(200);
  expect(await isSignedIn(person.cookie)).toBe(false);
  expect(await getDatabase().person.findUnique({ where: { id: person.id } })).toMatchObject({
    name: "Removed person",
    email: null,
    state: "removed",
  });
  expect(await getDatabase().account.count({ where: { personId: person.id } })).toBe(0);
  expect((await remove(person, 2)).status).toBe(404);
});

test("a baseline and its exports name a removed person as removed, but an imported document keeps its author", async () => {
  const person = await addSignedInPerson("editor");
  const body = createBaselineDocument({ slug: "gone", endMs: Date.now() - 60_000 });
  body.provenance.author = person.name;
  const imported = await send(importBaseline, { body, cookie: person.cookie });
  const { baseline } = (await imported.json()) as { readonly baseline: { readonly id: string } };
  const where = { id: baseline.id };
  const namesOf = async (query: string): Promise<string> => {
    const params = { baselineId: baseline.id };
    return (await send(exportBaseline, { method: "GET", cookie: admin.cookie, params, query })).text();
  };
  expect((await remove(person)).status).toBe(200);
  expect(await namesOf("")).toContain(person.name);
  // A capture has a request, which an import lacks.
  const request = { ...body.window, load: body.load.entered };
  await getDatabase().baseline.update({ where, data: { request } });
  const params = { baselineId: baseline.id };
  const read = await send(readBaseline, { method: "GET", cookie: admin.cookie, params });
  for (const text of [await read.text(), await namesOf(""), await namesOf("?format=markdown")]) {
    expect(text).toContain("Removed person");
    expect(text).not.toContain(person.name);
  }
  const exported = JSON.parse(await namesOf("")) as { document: unknown; contentHash: string };
  expect(hashDocument(exported.document)).toBe(exported.contentHash);
});

test("a link sets a new password once, ends all sessions, and the former password is refused", async () => {
  await invite("with-password", "viewer");
  const email = "new-password@example.com";
  const joined = await send(setUp, { body: { token: "with-password", name: "Alan", email, password } });
  const { person } = (await joined.json()) as { person: { id: string } };
  const former = cookieOf(joined);
  const reset = { purpose: "reset", personId: person.id, tokenHash: hashToken("reset") };
  expect((await send(createInvitation, { body: reset, cookie: admin.cookie })).status).toBe(200);
  const next = "another long password";
  expect((await send(setPassword, { body: { token: "reset", password: "short" } })).status).toBe(400);
  const done = await send(setPassword, { body: { token: "reset", password: next } });
  expect(done.status).toBe(200);
  expect(await isSignedIn(cookieOf(done))).toBe(true);
  expect(await isSignedIn(former)).toBe(false);
  expect((await send(setPassword, { body: { token: "reset", password } })).status).toBe(403);
  expect((await send(signIn, { body: { email, password } })).status).toBe(401);
  expect((await send(signIn, { body: { email, password: next } })).status).toBe(200);
  const trail = await getDatabase().auditEntry.findMany({ where: { action: "set-password" } });
  expect(trail.map(({ objectTable }) => objectTable)).toContain("accounts");
});

test("of two admins who remove or demote each other at the same time, one stays an admin", async () => {
  const demote = (person: SignedInPerson, version: number, by: SignedInPerson) =>
    change(person, "viewer", version, by);
  // The second request is refused by the lock, or its caller has lost the sign-in or the role before it arrives. A new role
  // also ends the sessions.
  for (const [act, lostRightStatuses] of [
    [remove, [401]],
    [demote, [401, 403]],
  ] as const) {
    await getDatabase().person.updateMany({ where: { role: "admin" }, data: { role: "viewer" } });
    const [one, other] = [await addSignedInPerson("admin"), await addSignedInPerson("admin")];
    const answers = await Promise.all([act(one, 1, other), act(other, 1, one)]);
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses[0]).toBe(200);
    expect([...lostRightStatuses, 409]).toContain(statuses[1]);
    expect(await getDatabase().person.count({ where: { role: "admin", state: "active" } })).toBe(1);
  }
});

test("the refusal to change the last admin names the change", async () => {
  const last = await addSignedInPerson("admin");
  const otherAdmins = { role: "admin", state: "active", id: { not: last.id } };
  const demoted = await getDatabase().person.findMany({ where: otherAdmins, select: { id: true } });
  await getDatabase().person.updateMany({ where: otherAdmins, data: { role: "viewer" } });
  const title = async (answer: Response) => ((await answer.json()) as { readonly title: string }).title;
  expect(await title(await change(last, "viewer", 1, last))).toBe("The last admin cannot get another role");
  expect(await title(await remove(last, 1, last))).toBe("The last admin cannot be removed");
  const where = { id: { in: demoted.map(({ id }) => id) } };
  await getDatabase().person.updateMany({ where, data: { role: "admin" } });
});
