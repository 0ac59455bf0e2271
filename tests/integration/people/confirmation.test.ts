/** Changes of people and tokens need a confirmation within the last 10 minutes. */
import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { DELETE as deleteInvitation } from "@/app/api/v1/invitations/[invitationId]/route";
import { POST as createInvitation } from "@/app/api/v1/invitations/route";
import { DELETE as removePerson, PATCH as editPerson } from "@/app/api/v1/people/[personId]/route";
import { GET as listPeople } from "@/app/api/v1/people/route";
import { POST as confirm } from "@/app/api/v1/session/confirmation/route";
import { GET as getSession, POST as signIn } from "@/app/api/v1/session/route";
import { POST as setUp } from "@/app/api/v1/setup/route";
import { POST as revokeToken } from "@/app/api/v1/tokens/[tokenId]/revoke/route";
import { GET as listTokens, POST as createToken } from "@/app/api/v1/tokens/route";
import { getDatabase } from "@/lib/server/db/client";
import { createSetupLink } from "@/lib/services/people/create-setup-link";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/server/database";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";
import { addSignedInPerson, host } from "./people-fixture";

let own: TestDatabase;
let cookie = "";
const password = "correct horse battery";
const email = "ada@example.com";

beforeAll(async () => {
  own = await createMigratedDatabase();
  useServerEnvironment({ DATABASE_URL: own.url });
  const token = new URL((await createSetupLink()) ?? "").hash.slice(1);
  const done = await send(setUp, { body: { token, name: "Ada", email, password } });
  cookie = done.headers.getSetCookie()[0]?.split(";")[0] ?? "";
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
  readonly params?: object;
  readonly as?: string;
  readonly key?: string;
}

function send(endpoint: typeof setUp, { method = "POST", body = {}, params = {}, as, key }: Sending) {
  const request = new Request(`http://${host}/api/v1/people`, {
    method,
    headers: {
      host,
      origin: `http://${host}`,
      "content-type": "application/json",
      "idempotency-key": key ?? randomBytes(16).toString("hex"),
      "if-match": '"1"',
      cookie: as ?? cookie,
    },
    ...(method === "GET" ? {} : { body: JSON.stringify(body) }),
  });
  return endpoint(request, { params: Promise.resolve(params) });
}

/** Sets the time of the last confirmation of all sessions. */
async function confirmedAgo(minutes: number): Promise<void> {
  await getDatabase().session.updateMany({ data: { confirmedAt: new Date(Date.now() - minutes * 60_000) } });
}

const id = "00000000-0000-7000-8000-000000000000";
const tokenBody = { name: "pipeline", scopes: ["read"] };

const changes = [
  ["creating a token", () => send(createToken, { body: tokenBody }), 201],
  ["revoking a token", () => send(revokeToken, { params: { tokenId: id } }), 404],
  [
    "an invitation",
    () =>
      send(createInvitation, {
        body: { purpose: "invite", role: "viewer", tokenHash: randomBytes(32).toString("hex") },
      }),
    200,
  ],
  [
    "a password link",
    () =>
      send(createInvitation, {
        body: { purpose: "reset", personId: id, tokenHash: randomBytes(32).toString("hex") },
      }),
    404,
  ],
  ["deleting a link", () => send(deleteInvitation, { method: "DELETE", params: { invitationId: id } }), 404],
  [
    "a new role",
    () => send(editPerson, { method: "PATCH", params: { personId: id }, body: { role: "viewer" } }),
    404,
  ],
  ["a removal", () => send(removePerson, { method: "DELETE", params: { personId: id } }), 404],
] as const;

test.each(changes)(
  "%s needs a confirmation that is at most 10 minutes old",
  async (_name, change, status) => {
    await confirmedAgo(11);
    const refused = await change();
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ code: "confirmation-required" });
    await confirmedAgo(9);
    expect((await change()).status).toBe(status);
  },
);

test("reading and sign-out need no confirmation", async () => {
  await confirmedAgo(11);
  for (const endpoint of [getSession, listPeople, listTokens])
    expect((await send(endpoint, { method: "GET" })).status).toBe(200);
});

test("the password confirms one session, and the refused change then succeeds with its key", async () => {
  const other = (await send(signIn, { body: { email, password }, as: "" })).headers.getSetCookie()[0] ?? "";
  await confirmedAgo(11);
  const key = "confirmation-test";
  expect((await send(createToken, { body: tokenBody, key })).status).toBe(403);
  expect((await send(confirm, { body: { password } })).status).toBe(200);
  expect((await send(createToken, { body: tokenBody, key })).status).toBe(201);
  expect((await send(createToken, { body: tokenBody, as: other })).status).toBe(403);
  const entries = await getDatabase().auditEntry.findMany({ where: { action: "confirm-session" } });
  expect(entries).toMatchObject([{ objectTable: "sessions", actorKind: "person" }]);
});

test("a wrong password confirms nothing, and further attempts are limited together with sign-in", async () => {
  await confirmedAgo(11);
  const attempts = await Promise.all(
    Array.from({ length: 12 }, () => send(confirm, { body: { password: "wrong" } })),
  );
  expect(attempts.filter(({ status }) => status === 401)).toHaveLength(10);
  expect((await send(confirm, { body: { password } })).status).toBe(429);
  expect((await send(signIn, { body: { email, password }, as: "" })).status).toBe(429);
  expect((await send(createToken, { body: tokenBody })).status).toBe(403);
});

test("a person without a password cannot confirm with one, and a visitor not at all", async () => {
  const person = await addSignedInPerson("viewer");
  expect((await send(confirm, { body: { password }, as: person.cookie })).status).toBe(403);
  expect((await send(confirm, { body: { password }, as: "" })).status).toBe(401);
});
