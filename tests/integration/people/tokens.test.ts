/** API tokens: creation, use within scopes and the maker's role, expiry, revocation, and what is stored. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { z } from "zod";
import { GET as listAudit } from "@/app/api/v1/audit/route";
import { GET as listEvents, POST as createEvent } from "@/app/api/v1/events/route";
import { PATCH as editOrganisation } from "@/app/api/v1/organisation/route";
import { GET as listTokens, POST as createToken } from "@/app/api/v1/tokens/route";
import { POST as revokeToken } from "@/app/api/v1/tokens/[tokenId]/revoke/route";
import type { createTokenContract, tokensContract } from "@/lib/contracts/people/tokens";
import { getDatabase } from "@/lib/server/db/client";
import { deleteProcessState } from "@/lib/server/process-state";
import { personExistsStateName } from "@/lib/server/sessions/person-exists";
import { createTokenText } from "@/lib/server/tokens/token-text";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/server/database";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";
import { addSignedInPerson, host, type SignedInPerson } from "./people-fixture";

type Created = z.output<(typeof createTokenContract)["response"]>;
type Listed = z.output<(typeof tokensContract)["response"]>;
type Handler = (request: Request, context: { params: Promise<unknown> }) => Promise<Response>;
type Headers = Readonly<Record<string, string>>;

let own: TestDatabase;
let viewer: SignedInPerson;
let editor: SignedInPerson;
let admin: SignedInPerson;
let serial = 0;

beforeAll(async () => {
  own = await createMigratedDatabase();
  useServerEnvironment({ DATABASE_URL: own.url });
});
beforeEach(async () => {
  viewer = await addSignedInPerson("viewer");
  editor = await addSignedInPerson("editor");
  admin = await addSignedInPerson("admin");
  deleteProcessState(personExistsStateName);
});
afterAll(async () => {
  await leaveServerEnvironment();
  await own.drop();
});

function send(
  handler: Handler,
  headers: Headers,
  { method = "GET", body, params = {} }: { method?: string; body?: unknown; params?: object } = {},
): Promise<Response> {
  serial += 1;
  const write = {
    origin: `http://${host}`,
    "content-type": "application/json",
    "idempotency-key": `tokens-test-${serial}`,
  };
  const request = new Request(`http://${host}/api/v1/x`, {
    method,
    headers: { host, ...(method === "GET" ? {} : write), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return handler(request, { params: Promise.resolve(params) });
}

const bearer = (text: string | null): Headers => ({ authorization: `Bearer ${text ?? ""}` });

async function create(person: SignedInPerson, scopes: readonly string[], headers: Headers = {}) {
  const body = { name: "pipeline", scopes };
  const response = await send(createToken, { cookie: person.cookie, ...headers }, { method: "POST", body });
  return { status: response.status, body: (await response.json()) as Created & { readonly detail?: string } };
}

const textOf = async (person: SignedInPerson, scopes: readonly string[]): Promise<string> =>
  (await create(person, scopes)).body.text ?? "";

const deploy = { kind: "deploy", title: "from a token" };

const postEvent = (headers: Headers) => send(createEvent, headers, { method: "POST", body: deploy });

test("a token is shown once, expires after 90 days, and only its hash is stored", async () => {
  const key = { "idempotency-key": "create-once-1" };
  const { status, body } = await create(editor, ["read", "events"], key);
  expect(status).toBe(201);
  const text = body.text ?? "";
  expect(text).toMatch(/^rp_[A-Za-z0-9]{32}_[0-9a-f]{8}$/);
  expect(body.token).toMatchObject({
    name: "pipeline",
    prefix: text.slice(0, 9),
    scopes: ["read", "events"],
    maker: { id: editor.id },
    state: "active",
    lastUse: null,
  });
  expect((body.token.expiresAtMs - body.asOfMs) / 86_400_000).toBe(90);
  const repeated = await create(editor, ["read", "events"], key);
  expect(repeated.body).toMatchObject({ text: null, token: { id: body.token.id } });
  const dump = await getDatabase().$queryRaw<readonly { readonly row: string }[]>`
    select api_tokens::text as row from api_tokens union all select idempotency_keys::text from idempotency_keys
    union all select audit_entries::text from audit_entries`;
  expect(dump.filter(({ row }) => row.includes(text.slice(9, 30)))).toEqual([]);
  expect(dump.length).toBeGreaterThan(3);
});

test.each([
  ["read", 200, 403, 403],
  ["events", 200, 201, 403],
  ["write", 403, 201, 403],
  ["gate", 403, 403, 403],
] as const)(
  "a token with the scope %s lists events: %i, creates one: %i, edits settings: %i",
  async (scope, ...expected) => {
    const headers = bearer(await textOf(admin, [scope]));
    const edit = await send(
      editOrganisation,
      { ...headers, "if-match": '"0"' },
      {
        method: "PATCH",
        body: { timeZone: "UTC" },
      },
    );
    const statuses = [
      (await send(listEvents, headers)).status,
      (await postEvent(headers)).status,
      edit.status,
    ];
    expect(statuses).toEqual(expected);
  },
);

test("the audit trail names the token of a change, and no token for a change in the browser", async () => {
  await postEvent(bearer(await textOf(editor, ["events"])));
  await postEvent({ cookie: editor.cookie });
  const trail: unknown = await (await send(listAudit, { cookie: admin.cookie })).json();
  const { entries } = trail as { readonly entries: readonly object[] };
  expect(entries.slice(0, 2)).toMatchObject([
    { action: "create-event", actor: { kind: "person", id: editor.id, tokenName: null } },
    { action: "create-event", actor: { kind: "token", id: editor.id, tokenName: "pipeline" } },
  ]);
});

test("a token never reads the audit trail or manages tokens, even if an admin made it", async () => {
  const headers = bearer(await textOf(admin, ["read", "write", "gate", "events"]));
  for (const handler of [listAudit, listTokens]) {
    const response = await send(handler, headers);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ detail: "this request is not allowed with an API token" });
  }
  const body = { name: "more", scopes: ["read"] };
  expect((await send(createToken, headers, { method: "POST", body })).status).toBe(403);
});

test("a person cannot create a token with more rights than the person has", async () => {
  for (const scope of ["write", "gate", "events"]) {
    const { status, body } = await create(viewer, ["read", scope]);
    expect([status, body.detail]).toEqual([403, `your role “viewer” does not allow the scope ${scope}`]);
  }
  expect((await create(viewer, ["read"])).status).toBe(201);
});

test("a token loses the rights that its maker loses, and all rights when the maker is removed", async () => {
  const headers = bearer(await textOf(editor, ["read", "events"]));
  expect((await postEvent(headers)).status).toBe(201);
  await getDatabase().person.update({ where: { id: editor.id }, data: { role: "viewer" } });
  expect((await postEvent(headers)).status).toBe(403);
  expect((await send(listEvents, headers)).status).toBe(200);
  await getDatabase().person.update({ where: { id: editor.id }, data: { state: "removed" } });
  expect((await send(listEvents, headers)).status).toBe(401);
});

test("a malformed token is refused without a query, and hides a valid session", async () => {
  const queries = vi.spyOn(getDatabase(), "$queryRaw");
  const mistyped = createTokenText().replace(/.$/, (last) => (last === "0" ? "1" : "0"));
  for (const text of [mistyped, "", "x", "rp_", "a b"]) {
    const response = await send(listEvents, { ...bearer(text), cookie: editor.cookie });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ detail: expect.stringContaining("malformed") });
  }
  expect(queries).not.toHaveBeenCalled();
  queries.mockRestore();
  const unknown = await send(listEvents, { ...bearer(createTokenText()), cookie: editor.cookie });
  expect(unknown.status).toBe(401);
  // The credentials of a proxy in front are not a token.
  expect((await send(listEvents, { authorization: "Basic eDp5", cookie: editor.cookie })).status).toBe(200);
});

test("an expired token is refused", async () => {
  const { body } = await create(editor, ["read"]);
  const where = { id: body.token.id };
  await getDatabase().apiToken.update({ where, data: { expiresAt: new Date(Date.now() - 1) } });
  expect((await send(listEvents, bearer(body.text))).status).toBe(401);
});

test("people see and revoke the tokens that they made, admins all, and others get 404", async () => {
  const { body } = await create(editor, ["read"]);
  const listed = async ({ cookie }: SignedInPerson) =>
    ((await (await send(listTokens, { cookie })).json()) as Listed).tokens.map(({ id }) => id);
  expect(await listed(editor)).toEqual([body.token.id]);
  expect(await listed(viewer)).toEqual([]);
  expect(await listed(admin)).toContain(body.token.id);
  const revoke = ({ cookie }: SignedInPerson) =>
    send(revokeToken, { cookie }, { method: "POST", body: {}, params: { tokenId: body.token.id } });
  expect((await revoke(viewer)).status).toBe(404);
  expect((await send(listEvents, bearer(body.text))).status).toBe(200);
  const revoked = await revoke(admin);
  expect(await revoked.json()).toMatchObject({ token: { state: "revoked" } });
  expect((await send(listEvents, bearer(body.text))).status).toBe(401);
});

test("the use of a token is stored at most once a minute", async () => {
  const { body } = await create(editor, ["read"]);
  const where = { id: body.token.id };
  const lastUse = async () =>
    (await getDatabase().apiToken.findUniqueOrThrow({ where })).lastUsedAt?.getTime();
  await send(listEvents, bearer(body.text));
  const first = await lastUse();
  expect(first).toBeDefined();
  await send(listEvents, bearer(body.text));
  expect(await lastUse()).toBe(first);
  const earlier = new Date((first ?? 0) - 61_000);
  await getDatabase().apiToken.update({ where, data: { lastUsedAt: earlier } });
  await send(listEvents, bearer(body.text));
  expect(await lastUse()).toBeGreaterThan(earlier.getTime());
});

test("changes with a token are recorded with its maker and kind", async () => {
  await postEvent(bearer(await textOf(editor, ["events"])));
  const entry = await getDatabase().auditEntry.findFirst({
    where: { objectTable: "events", actorKind: "token" },
    orderBy: { id: "desc" },
  });
  expect(entry).toMatchObject({ actorId: editor.id, action: "create-event" });
});
