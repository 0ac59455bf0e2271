/** Nobody can take the name of another person or service account, or a name that a reader cannot see. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { POST as createDisplay } from "@/app/api/v1/displays/route";
import { POST as createInvitation } from "@/app/api/v1/invitations/route";
import { PATCH as editProfile } from "@/app/api/v1/profile/route";
import { PATCH as editAccount } from "@/app/api/v1/service-accounts/[accountId]/route";
import { POST as addAccount } from "@/app/api/v1/service-accounts/route";
import { POST as setUp } from "@/app/api/v1/setup/route";
import { POST as createTeam } from "@/app/api/v1/teams/route";
import { POST as createToken } from "@/app/api/v1/tokens/route";
import { getDatabase } from "@/lib/server/db/client";
import { hashToken } from "@/lib/server/sessions/session-cookie";
import { createUniqueName } from "@/lib/server/sessions/unique-person-name";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/server/database";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";
import { addServiceAccount, addSignedInPerson, host, type SignedInPerson } from "./people-fixture";

type Handler = (request: Request, context: { params: Promise<unknown> }) => Promise<Response>;

let own: TestDatabase;
let admin: SignedInPerson;
let viewer: SignedInPerson;
let serial = 0;

beforeAll(async () => {
  own = await createMigratedDatabase();
  useServerEnvironment({ DATABASE_URL: own.url });
  admin = await addSignedInPerson("admin");
  viewer = await addSignedInPerson("viewer");
  await getDatabase().person.update({ where: { id: admin.id }, data: { name: "Ada Lovelace" } });
});
afterAll(async () => {
  await leaveServerEnvironment();
  await own.drop();
});

interface Sending {
  readonly body: object;
  readonly method?: "POST" | "PATCH";
  readonly by?: SignedInPerson | null;
  readonly params?: object;
}

function send(
  handler: Handler,
  { body, method = "POST", by = admin, params = {} }: Sending,
): Promise<Response> {
  serial += 1;
  const precondition: Record<string, string> =
    method === "PATCH" ? { "if-match": '"1"' } : { "idempotency-key": `unique-names-${serial}` };
  const headers = {
    host,
    origin: `http://${host}`,
    "content-type": "application/json",
    ...precondition,
    ...(by === null ? {} : { cookie: by.cookie }),
  };
  const request = new Request(`http://${host}/api/v1/x`, { method, headers, body: JSON.stringify(body) });
  return handler(request, { params: Promise.resolve(params) });
}

const rename = (name: string): Promise<Response> =>
  send(editProfile, { method: "PATCH", by: viewer, body: { name, timeZone: null } });

test.each([
  "Ada Lovelace",
  " ada LOVELACE ",
  "Ada\u00a0 Lovelace",
  "\uff21da Lovelace",
  "Ada Love\u200dlace",
  "\ua4ee\ua4d3\ua4ee \ua4e1\ua4f3\ua4e6\ua4f0\ua4e1\ua4ee\ua4da\ua4f0",
  "Ada Love1ace",
  "removed person",
  "0perator",
  "Operator",
])("a viewer cannot take the name %j, and the error belongs to the field", async (name) => {
  const refused = await rename(name);
  const detail =
    "Another person or service account has this name, or a name that looks the same. Choose another name.";
  expect([refused.status, await refused.json()]).toMatchObject([
    409,
    { next: "Choose another name.", errors: [{ pointer: "#/name", detail }] },
  ]);
});

test("people and service accounts share one set of names, also in an invitation", async () => {
  const { id: accountId } = await addServiceAccount("viewer");
  const taken = { name: "ADA lovelace", role: "viewer" };
  expect((await send(addAccount, { body: taken })).status).toBe(409);
  const edit = { method: "PATCH", params: { accountId }, body: { name: taken.name } } as const;
  expect((await send(editAccount, edit)).status).toBe(409);
  expect((await send(addAccount, { body: { ...taken, name: "Deploy robot" } })).status).toBe(201);
  expect((await rename("deploy ROBOT")).status).toBe(409);
  const invitation = { purpose: "invite", role: "viewer", tokenHash: hashToken("invited") };
  expect((await send(createInvitation, { body: invitation })).status).toBe(200);
  const body = { token: "invited", email: "eve@example.com", password: "correct horse battery" };
  const join = (name: string) => send(setUp, { body: { ...body, name }, by: null });
  expect((await join("ada lovelace")).status).toBe(409);
  expect((await join("Eve")).status).toBe(200);
});

test("the name of a removed service account remains in use, because its events show it", async () => {
  const { id } = await addServiceAccount("viewer");
  await getDatabase().person.update({
    where: { id },
    data: { name: "Former robot", state: "removed" },
  });
  expect((await rename("former ROBOT")).status).toBe(409);
});

test("a person whose name another person already has can save the profile", async () => {
  const [first, second] = [await addSignedInPerson("viewer"), await addSignedInPerson("viewer")];
  const where = { id: { in: [first.id, second.id] } };
  await getDatabase().person.updateMany({ where, data: { name: "Twin" } });
  const body = { name: "Twin", timeZone: "Asia/Tokyo" };
  expect((await send(editProfile, { method: "PATCH", by: first, body })).status).toBe(200);
});

test("of two simultaneous changes to one name, one is refused", async () => {
  const people = [await addSignedInPerson("viewer"), await addSignedInPerson("viewer")];
  const body = { name: "Grace Hopper", timeZone: null };
  const answers = await Promise.all(people.map((by) => send(editProfile, { method: "PATCH", by, body })));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
});

test("a name from the sign-in provider gets a part of the address if it is used", async () => {
  const create = (name: string, email: string) =>
    getDatabase().$transaction((transaction) => createUniqueName(transaction, { name, email }));
  expect(await create("Alan Turing", "alan@example.com")).toBe("Alan Turing");
  expect(await create("Ada Lovelace", "ada@example.com")).toBe("Ada Lovelace (ada)");
  expect(await create("", "alan@example.com")).toBe("alan");
  expect(await create("\u202eAda\u200b Lovelace", "ada@example.com")).toBe("Ada Lovelace (ada)");
  // A provider may report a name that no person could enter. The person must still be able to sign in.
  expect(await create("\u0410da Lovelace", "ada.l@example.com")).toBe("ada.l");
  expect(await create("A1an Turing", "at@example.com")).toBe("A1an Turing");
  expect(await create("Ada Love1ace", "at@example.com")).toBe("Ada Love1ace (at)");
  await getDatabase().person.update({ where: { id: viewer.id }, data: { name: "Ada Lovelace (ada)" } });
  expect(await create("ada lovelace", "ada@example.com")).toBe("ada lovelace (ada@example.com)");
  const long = "x".repeat(100);
  await getDatabase().person.update({ where: { id: viewer.id }, data: { name: long } });
  expect(await create(long, "ada@example.com")).toBe(`${"x".repeat(94)} (ada)`);
});

const unreadable = [
  "\u202egrace",
  "Gra\u200bce",
  "\u2066grace",
  "\u200b",
  "\u3164",
  "Ada Lovelace\u3164",
  "Ada\u034f Lovelace",
  "\u0000",
  "a\u0007",
  "\ufeff",
  "\u0410da Lovelace",
];

test.each(unreadable)("no endpoint stores the name %j", async (name) => {
  const token = { token: "unused", email: "x@example.com", password: "correct horse battery" };
  const display = { pages: ["overview"], deployment: null, period: "now-6h", lifetimeDays: 1 };
  const answers = await Promise.all([
    rename(name),
    send(addAccount, { body: { name, role: "viewer" } }),
    send(createTeam, { body: { name } }),
    send(createToken, { body: { name, scopes: ["read"] } }),
    send(createDisplay, { body: { name, ...display } }),
    send(setUp, { body: { name, ...token }, by: null }),
  ]);
  for (const answer of answers) {
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ errors: [{ pointer: "#/name" }] });
  }
});
