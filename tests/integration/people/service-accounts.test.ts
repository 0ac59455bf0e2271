/** Service accounts: management by admins, tokens with the rights of the account, authorship, and removal. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { GET as listAudit } from "@/app/api/v1/audit/route";
import { GET as listEvents, POST as createEvent } from "@/app/api/v1/events/route";
import { GET as listInvestigationPeople } from "@/app/api/v1/investigations/people/route";
import { POST as createInvitation } from "@/app/api/v1/invitations/route";
import { DELETE as removePerson, PATCH as editPerson } from "@/app/api/v1/people/[personId]/route";
import { GET as listPeople } from "@/app/api/v1/people/route";
import {
  DELETE as removeAccount,
  PATCH as editAccount,
} from "@/app/api/v1/service-accounts/[accountId]/route";
import { POST as createToken } from "@/app/api/v1/service-accounts/[accountId]/tokens/route";
import { GET as listAccounts, POST as addAccount } from "@/app/api/v1/service-accounts/route";
import { GET as listTokens } from "@/app/api/v1/tokens/route";
import type { ServiceAccountsResponse } from "@/lib/contracts/people/service-accounts";
import type { CreatedTokenResponse } from "@/lib/contracts/people/tokens";
import { getDatabase } from "@/lib/server/db/client";
import { deleteProcessState } from "@/lib/server/process-state";
import { personExistsStateName } from "@/lib/server/sessions/person-exists";
import { hashToken } from "@/lib/server/sessions/session-cookie";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/server/database";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";
import { contractById, loadHandler } from "./endpoints";
import { addSession, addSignedInPerson, host, type SignedInPerson } from "./people-fixture";

type Handler = (request: Request, context: { params: Promise<unknown> }) => Promise<Response>;
type Headers = Readonly<Record<string, string>>;
type Account = ServiceAccountsResponse["accounts"][number];

let own: TestDatabase;
let admin: SignedInPerson;
let teamId = "";
let serial = 0;

beforeAll(async () => {
  own = await createMigratedDatabase();
  useServerEnvironment({ DATABASE_URL: own.url });
  teamId = (await getDatabase().team.create({ data: { name: "Serving" } })).id;
});
beforeEach(async () => {
  admin = await addSignedInPerson("admin");
  deleteProcessState(personExistsStateName);
});
afterAll(async () => {
  await leaveServerEnvironment();
  await own.drop();
});

interface Sending {
  readonly method?: string;
  readonly body?: unknown;
  readonly params?: object;
  readonly headers?: Headers;
}

function send(
  handler: Handler,
  { method = "GET", body, params = {}, headers = { cookie: admin.cookie } }: Sending = {},
): Promise<Response> {
  serial += 1;
  const write = {
    origin: `http://${host}`,
    "content-type": "application/json",
    "idempotency-key": `service-accounts-${serial}`,
  };
  const request = new Request(`http://${host}/api/v1/x`, {
    method,
    headers: { host, ...(method === "GET" ? {} : write), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return handler(request, { params: Promise.resolve(params) });
}

async function add(role: "viewer" | "editor", team?: string): Promise<Account> {
  serial += 1;
  const body = { name: `robot ${serial}`, role, ...(team === undefined ? {} : { teamId: team }) };
  const response = await send(addAccount, { method: "POST", body });
  expect(response.status).toBe(201);
  const { accountId } = (await response.json()) as { readonly accountId: string };
  return read(accountId);
}

async function read(accountId: string): Promise<Account> {
  const { accounts } = (await (await send(listAccounts)).json()) as ServiceAccountsResponse;
  const account = accounts.find(({ id }) => id === accountId);
  if (account === undefined) throw new Error("the account is not listed");
  return account;
}

async function addToken({ id }: Account, scopes: readonly string[]): Promise<Headers> {
  const body = { name: "pipeline", scopes };
  const response = await send(createToken, { method: "POST", body, params: { accountId: id } });
  expect(response.status).toBe(201);
  const { text, token } = (await response.json()) as CreatedTokenResponse;
  expect(token).toMatchObject({ maker: { id: admin.id }, account: { id } });
  return { authorization: `Bearer ${text ?? ""}` };
}

const change = ({ id, version }: Account): Required<Pick<Sending, "params" | "headers">> => ({
  params: { accountId: id },
  headers: { cookie: admin.cookie, "if-match": `"${version}"` },
});

const deploy = { kind: "deploy", title: "v2" };
const postEvent = (headers: Headers) => send(createEvent, { method: "POST", body: deploy, headers });

test("changes with a token have the service account as their author, in events and in the audit trail", async () => {
  const account = await add("editor", teamId);
  expect(account).toMatchObject({
    role: "editor",
    teams: [{ name: "Serving" }],
    activeTokenCount: 0,
    lastUsedAtMs: null,
    grantableScopes: ["read", "write", "gate", "events", "webhook"],
  });
  const headers = await addToken(account, ["read", "events"]);
  const dump = await getDatabase().$queryRaw<readonly { readonly row: string }[]>`
    select api_tokens::text as row from api_tokens union all select idempotency_keys::text from idempotency_keys
    union all select audit_entries::text from audit_entries`;
  const secret = headers["authorization"]?.slice("Bearer rp_123456".length) ?? "";
  expect(secret).toHaveLength(35);
  expect(dump.filter(({ row }) => row.includes(secret))).toEqual([]);
  expect((await postEvent(headers)).status).toBe(201);
  const { events } = (await (await send(listEvents, { headers })).json()) as {
    readonly events: readonly { readonly author: string | null }[];
  };
  expect(events.map(({ author }) => author)).toContain(account.name);
  const { entries } = (await (await send(listAudit)).json()) as { readonly entries: readonly object[] };
  expect(entries.slice(0, 2)).toMatchObject([
    {
      action: "create-event",
      actor: {
        kind: "token",
        id: account.id,
        name: account.name,
        accountKind: "service",
        tokenName: "pipeline",
        tokenMaker: { id: admin.id, name: admin.name },
      },
    },
    {
      action: "create-account-token",
      actor: { kind: "person", id: admin.id, accountKind: "person", tokenMaker: null },
    },
  ]);
  expect(await read(account.id)).toMatchObject({ activeTokenCount: 1, lastUsedAtMs: expect.any(Number) });
});

test("a token has the role of its account at the time of the request, not that of the admin who created it", async () => {
  const viewer = await add("viewer");
  const body = { name: "pipeline", scopes: ["read", "events"] };
  const refused = await send(createToken, { method: "POST", body, params: { accountId: viewer.id } });
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({
    detail: "the role of the service account “viewer” does not allow the scope events",
  });
  const account = await add("editor");
  const headers = await addToken(account, ["events"]);
  const edited = await send(editAccount, { method: "PATCH", body: { role: "viewer" }, ...change(account) });
  expect(edited.status).toBe(200);
  expect((await postEvent(headers)).status).toBe(403);
  const asAdmin = await send(editAccount, { method: "PATCH", body: { role: "admin" }, ...change(account) });
  expect(asAdmin.status).toBe(400);
});

test("a token of an account permits at most what the admin who created it may do", async () => {
  const headers = await addToken(await add("editor"), ["events"]);
  const former = admin;
  admin = await addSignedInPerson("admin");
  const setRole = (role: string) => getDatabase().person.update({ where: { id: former.id }, data: { role } });
  await setRole("viewer");
  expect((await postEvent(headers)).status).toBe(403);
  await setRole("editor");
  expect((await postEvent(headers)).status).toBe(201);
  const removed = await send(removePerson, {
    method: "DELETE",
    body: {},
    params: { personId: former.id },
    headers: { cookie: admin.cookie, "if-match": '"1"' },
  });
  expect(removed.status).toBe(200);
  expect((await postEvent(headers)).status).toBe(401);
});

test("a server without service accounts does not find the token, and no account has the role of an admin", async () => {
  const account = await add("editor");
  const { authorization = "" } = await addToken(account, ["write"]);
  // The query of the version before service accounts.
  const found = await getDatabase().$queryRaw`
    select maker.role from api_tokens as token join people as maker on maker.id = token.maker_id
    where token.token_hash = ${hashToken(authorization.slice("Bearer ".length))}`;
  expect(found).toEqual([]);
  // The expression with which the migration changes the hashes of tokens that existed before it.
  const [migrated] = await getDatabase().$queryRaw<readonly { readonly hash: string }[]>`
    select encode(sha256(convert_to(${hashToken(authorization.slice("Bearer ".length))}, 'UTF8')), 'hex') as hash`;
  expect(await getDatabase().apiToken.count({ where: { tokenHash: migrated?.hash ?? "" } })).toBe(1);
  // A replica of an earlier version, still running during an upgrade, stores the hash of the text.
  const earlier = hashToken(authorization.slice("Bearer ".length));
  await getDatabase().apiToken.updateMany({
    where: { tokenHash: migrated?.hash ?? "" },
    data: { tokenHash: earlier },
  });
  expect((await send(listEvents, { headers: { authorization } })).status).toBe(403);
  expect((await send(listEvents, { headers: { authorization: `${authorization}x` } })).status).toBe(401);
  const promotion = getDatabase().person.update({ where: { id: account.id }, data: { role: "admin" } });
  await expect(promotion).rejects.toThrow("people_service_role_check");
});

test("removing an account revokes its tokens and keeps its name as the author", async () => {
  const account = await add("editor", teamId);
  const headers = await addToken(account, ["events"]);
  expect((await postEvent(headers)).status).toBe(201);
  const outdated = await send(removeAccount, {
    method: "DELETE",
    body: {},
    ...change({ ...account, version: account.version + 1 }),
  });
  expect(outdated.status).toBe(412);
  expect((await send(removeAccount, { method: "DELETE", body: {}, ...change(account) })).status).toBe(200);
  expect((await postEvent(headers)).status).toBe(401);
  const { events } = (await (await send(listEvents)).json()) as {
    readonly events: readonly { readonly author: string | null }[];
  };
  expect(events.map(({ author }) => author)).toContain(account.name);
  expect(await getDatabase().member.count({ where: { personId: account.id } })).toBe(0);
  const body = { name: "late", scopes: ["read"] };
  const late = await send(createToken, { method: "POST", body, params: { accountId: account.id } });
  expect(late.status).toBe(404);
});

test.each([
  ["decide-experiment", { decision: "adopt", reason: "faster" }],
  ["approve-experiment", { exceptionReason: null }],
])("an account cannot adopt or approve a change: %s", async (endpoint, body) => {
  const headers = { ...(await addToken(await add("editor"), ["write"])), "if-match": '"1"' };
  const params = { number: "1", experimentId: "00000000-0000-7000-8000-000000000000" };
  const handler = await loadHandler(contractById(endpoint));
  const refused = await send(handler, { method: "POST", body, params, headers });
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({
    title: expect.stringMatching(/^A service account cannot (decide to adopt|approve) a change$/) as string,
  });
});

test("an account is not a person: it is not listed, invited, edited or mentioned as one", async () => {
  const account = await add("viewer");
  for (const handler of [listPeople, listInvestigationPeople]) {
    const text = await (await send(handler)).text();
    expect(text).not.toContain(account.id);
    expect(text).toContain(admin.id);
  }
  const invitation = { purpose: "reset", personId: account.id, tokenHash: "0".repeat(64) };
  expect((await send(createInvitation, { method: "POST", body: invitation })).status).toBe(404);
  const asPerson = { ...change(account), params: { personId: account.id } };
  const promoted = await send(editPerson, { method: "PATCH", body: { role: "admin" }, ...asPerson });
  expect(promoted.status).toBe(404);
  expect((await send(removePerson, { method: "DELETE", body: {}, ...asPerson })).status).toBe(404);
});

test("a person is not a service account, and two active accounts cannot have one name", async () => {
  const person = await addSignedInPerson("editor");
  const body = { name: "pipeline", scopes: ["read"] };
  const ofPerson = await send(createToken, { method: "POST", body, params: { accountId: person.id } });
  expect(ofPerson.status).toBe(404);
  const account = await add("viewer");
  const copy = { name: account.name.toUpperCase(), role: "viewer" };
  const refused = await send(addAccount, { method: "POST", body: copy });
  expect([refused.status, await refused.json()]).toMatchObject([409, { next: "Choose another name." }]);
  await send(removeAccount, { method: "DELETE", body: {}, ...change(account) });
  expect((await send(addAccount, { method: "POST", body: copy })).status).toBe(201);
});

test("people without the role of an admin do not see the tokens of service accounts that they created", async () => {
  const account = await add("viewer");
  await addToken(account, ["read"]);
  await getDatabase().person.update({ where: { id: admin.id }, data: { role: "editor" } });
  // The role of a session in use is remembered for a short time.
  const { cookie } = await addSession(admin.id);
  const response = await send(listTokens, { headers: { cookie } });
  const { tokens } = (await response.json()) as { readonly tokens: readonly object[] };
  expect(tokens).toEqual([]);
});

test("without a person, no service account can be added, so the setup link stays valid", async () => {
  await getDatabase().person.deleteMany();
  deleteProcessState(personExistsStateName);
  const refused = await send(addAccount, {
    method: "POST",
    body: { name: "first", role: "viewer" },
    headers: {},
  });
  expect(refused.status).toBe(409);
  expect(await getDatabase().person.count()).toBe(0);
});
