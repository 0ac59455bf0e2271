/** A person changes only the profile of the caller, and a new password needs the present one. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { POST as createEvent, GET as listEvents } from "@/app/api/v1/events/route";
import { POST as changePassword } from "@/app/api/v1/profile/password/route";
import { PATCH as editProfile } from "@/app/api/v1/profile/route";
import { POST as editTheme } from "@/app/api/v1/profile/theme/route";
import { GET as getSession, POST as signIn } from "@/app/api/v1/session/route";
import { getDatabase } from "@/lib/server/db/client";
import { getBetterAuth } from "@/lib/services/people/auth";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/server/database";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";
import { addSession, addSignedInPerson, host, type SignedInPerson } from "./people-fixture";

let own: TestDatabase;

beforeAll(async () => {
  own = await createMigratedDatabase();
  useServerEnvironment({ DATABASE_URL: own.url });
});

afterAll(async () => {
  await leaveServerEnvironment();
  await own.drop();
});

interface Sent {
  readonly cookie?: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

function send(
  endpoint: typeof editProfile,
  method: string,
  { cookie = "", body, headers }: Sent,
): Promise<Response> {
  const request = new Request(`http://${host}/api/v1/profile`, {
    method,
    headers: { host, origin: `http://${host}`, "content-type": "application/json", cookie, ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return endpoint(request, { params: Promise.resolve({}) });
}

const oldPassword = "correct horse battery";
const newPassword = " another long password ";

async function addPersonWithPassword(): Promise<SignedInPerson> {
  const person = await addSignedInPerson("viewer");
  const { password } = await getBetterAuth().$context;
  await getDatabase().account.create({
    data: {
      personId: person.id,
      providerId: "credential",
      accountId: person.id,
      passwordHash: await password.hash(oldPassword),
    },
  });
  return person;
}

test("an edit of name and time zone names its version and is recorded, and leaves other people unchanged", async () => {
  const viewer = await addSignedInPerson("viewer");
  const stranger = await addSignedInPerson("viewer");
  const edit = (body: object, version: number) =>
    send(editProfile, "PATCH", { cookie: viewer.cookie, body, headers: { "if-match": `"${version}"` } });
  expect((await edit({ name: "Ada", timeZone: "Mars/Olympus" }, 1)).status).toBe(400);
  expect((await edit({ name: " ", timeZone: null }, 1)).status).toBe(400);
  expect((await edit({ name: "Ada", timeZone: "Asia/Tokyo", role: "admin" }, 1)).status).toBe(400);
  expect((await edit({ name: "Ada", timeZone: "Asia/Tokyo" }, 1)).status).toBe(200);
  expect((await edit({ name: "Eve", timeZone: null }, 1)).status).toBe(412);
  const session: unknown = await (await send(getSession, "GET", { cookie: viewer.cookie })).json();
  expect(session).toMatchObject({
    person: { name: "Ada", timeZone: "Asia/Tokyo", role: "viewer", version: 2 },
  });
  const other = await getDatabase().person.findUniqueOrThrow({ where: { id: stranger.id } });
  expect(other).toMatchObject({ name: stranger.name, timeZone: null });
  const entry = await getDatabase().auditEntry.findFirst({ where: { action: "edit-profile" } });
  expect(entry).toMatchObject({ actorKind: "person", actorId: viewer.id });
});

test("the author of earlier changes has the new name at once", async () => {
  const editor = await addSignedInPerson("editor");
  const { cookie } = editor;
  const headers = { "idempotency-key": "event-before-the-rename" };
  const body = { kind: "comment", title: "before the rename" };
  const created = await send(createEvent, "POST", { cookie, body, headers });
  expect(await created.json()).toMatchObject({ event: { author: editor.name } });
  const edit = { name: "Grace Hopper", timeZone: null };
  await send(editProfile, "PATCH", { cookie, body: edit, headers: { "if-match": '"1"' } });
  const listed: unknown = await (await send(listEvents, "GET", { cookie })).json();
  expect(listed).toMatchObject({ events: [{ title: body.title, author: edit.name }] });
});

test("a theme is stored without a new version of the profile", async () => {
  const viewer = await addSignedInPerson("viewer");
  const choose = (theme: string) =>
    send(editTheme, "POST", {
      cookie: viewer.cookie,
      body: { theme },
      headers: { "idempotency-key": `theme-${theme}-${viewer.id}` },
    });
  expect((await choose("dark")).status).toBe(200);
  expect((await choose("purple")).status).toBe(400);
  const row = await getDatabase().person.findUniqueOrThrow({ where: { id: viewer.id } });
  expect(row).toMatchObject({ theme: "dark", version: 1 });
});

test("a new password needs the present one and ends all other sessions at once", async () => {
  const person = await addPersonWithPassword();
  const other = await addSession(person.id);
  expect((await send(getSession, "GET", { cookie: other.cookie })).status).toBe(200);
  const change = (currentPassword: string, chosen: string) =>
    send(changePassword, "POST", {
      cookie: person.cookie,
      body: { currentPassword, newPassword: chosen },
    });
  const refused = await change("a wrong password", newPassword);
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ errors: [{ pointer: "#/currentPassword" }] });
  expect((await change(oldPassword, "short")).status).toBe(400);
  expect((await send(getSession, "GET", { cookie: other.cookie })).status).toBe(200);
  const changed = await change(oldPassword, newPassword);
  expect(await changed.json()).toEqual({ endedSessions: 1 });
  expect((await send(getSession, "GET", { cookie: other.cookie })).status).toBe(401);
  expect((await send(getSession, "GET", { cookie: person.cookie })).status).toBe(200);
  const { email } = await getDatabase().person.findUniqueOrThrow({ where: { id: person.id } });
  const statusOf = async (password: string) =>
    (await send(signIn, "POST", { body: { email, password } })).status;
  expect(await statusOf(oldPassword)).toBe(401);
  // Spaces belong to a password.
  expect(await statusOf(newPassword.trim())).toBe(401);
  expect(await statusOf(newPassword)).toBe(200);
  const entries = await getDatabase().auditEntry.findMany({ where: { action: "change-password" } });
  expect(JSON.stringify(entries.map(({ payload }) => payload))).not.toMatch(/horse|another|\$|[0-9a-f]{64}:/);
});

test("attempts to guess the present password are limited", async () => {
  const person = await addPersonWithPassword();
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 12; attempt += 1) {
    const { status } = await send(changePassword, "POST", {
      cookie: person.cookie,
      body: { currentPassword: `guess ${attempt}`, newPassword },
    });
    statuses.push(status);
  }
  expect(statuses.slice(0, 10).every((status) => status === 400)).toBe(true);
  expect(statuses.at(-1)).toBe(429);
});
