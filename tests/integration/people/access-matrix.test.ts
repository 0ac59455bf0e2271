/**
 * Every endpoint with every caller, and every endpoint without a caller and with headers that could avoid its checks.
 * Allowed requests end at their invalid query, so no use case runs.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AnyContract } from "@/lib/contracts/contract";
import { tokenScopes } from "@/lib/model/person";
import { deleteProcessState } from "@/lib/server/process-state";
import { hashToken } from "@/lib/server/sessions/session-cookie";
import { personExistsStateName } from "@/lib/server/sessions/person-exists";
import { createTokenText } from "@/lib/server/tokens/token-text";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/server/database";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";
import { accessRows, callers, isAllowed, type CallerName } from "./access-rows";
import { contracts } from "@/lib/server/http/contract-list";
import { loadHandler } from "./endpoints";
import { addServiceAccount, addSignedInPerson, addTokenOf, host } from "./people-fixture";

type Headers = Readonly<Record<string, string>>;

let own: TestDatabase;
const headersOf = new Map<CallerName, Headers>();

beforeAll(async () => {
  own = await createMigratedDatabase();
  useServerEnvironment({ DATABASE_URL: own.url });
  const people = {
    viewer: await addSignedInPerson("viewer"),
    editor: await addSignedInPerson("editor"),
    admin: await addSignedInPerson("admin"),
  };
  deleteProcessState(personExistsStateName);
  headersOf.set("nobody", {});
  for (const name of ["viewer", "editor", "admin"] as const)
    headersOf.set(name, { cookie: people[name].cookie });
  for (const scope of tokenScopes) headersOf.set(scope, await addTokenOf(people.admin.id, [scope]));
  headersOf.set("all scopes of a viewer", await addTokenOf(people.viewer.id, tokenScopes));
  for (const role of ["viewer", "editor"] as const) {
    const account = await addServiceAccount(role);
    headersOf.set(`${role} account`, await addTokenOf(people.admin.id, tokenScopes, account.id));
  }
});
afterAll(async () => {
  await leaveServerEnvironment();
  await own.drop();
});

/** Sends a request whose query no endpoint accepts. */
async function send(contract: AnyContract, headers: Headers): Promise<Response> {
  const { method, path } = contract;
  const handler = await loadHandler(contract);
  const write = {
    origin: `http://${host}`,
    "content-type": "application/json",
    "idempotency-key": "access-matrix",
    "if-match": '"1"',
  };
  const request = new Request(`http://${host}${path}?no-such-parameter=1`, {
    method,
    headers: { host, ...(method === "GET" ? {} : write), ...headers },
    ...(method === "GET" ? {} : { body: "{}" }),
  });
  return handler(request, { params: Promise.resolve({}) });
}

test("every endpoint has one row", () => {
  const rows = accessRows.flatMap(({ endpoints }) => endpoints);
  expect(rows.toSorted()).toEqual(contracts.map(({ id }) => id).toSorted());
});

test.each(callers)("each endpoint accepts or refuses the caller “%s” as its row states", async (caller) => {
  const unexpected: string[] = [];
  for (const contract of contracts) {
    const { status } = await send(contract, headersOf.get(caller) ?? {});
    const refusal = caller === "nobody" ? 401 : 403;
    const expected = isAllowed(contract.id, caller) ? 400 : refusal;
    if (status !== expected) unexpected.push(`${contract.id}: ${status} instead of ${expected}`);
  }
  expect(unexpected).toEqual([]);
});

const id = "00000000-0000-7000-8000-000000000000";
const tricks: readonly (readonly [string, Headers])[] = [
  ["a header that skipped checks in the framework", { "x-middleware-subrequest": "middleware:middleware" }],
  ["a header that resumes a rendering", { "next-resume": "1" }],
  ["another path in a header", { "x-original-url": "/api/health", "x-rewrite-url": "/api/health" }],
  ["another method in a header", { "x-http-method-override": "GET" }],
  ["the header of a signed-in person", { "x-forwarded-user": "admin", "x-webauth-user": "admin" }],
  ["a forwarded loopback address", { "x-forwarded-for": "127.0.0.1", forwarded: "for=127.0.0.1" }],
  ["a forwarded host", { "x-forwarded-host": "localhost", "x-forwarded-proto": "https" }],
  ["a foreign host", { host: "evil.example.com" }],
  ["an id instead of a session", { cookie: `ridgepoint-session-3000=${id}` }],
  ["an empty token", { authorization: "Bearer " }],
  ["the hash of a token", { authorization: `Bearer ${hashToken(createTokenText())}` }],
  ["a token that does not exist", { authorization: `Bearer ${createTokenText()}` }],
  ["basic authentication", { authorization: "Basic YWRtaW46YWRtaW4=" }],
];

test.each(tricks)("no endpoint accepts a request without a caller that has %s", async (_name, headers) => {
  const accepted: string[] = [];
  for (const contract of contracts.filter((each) => !isAllowed(each.id, "nobody"))) {
    const response = await send(contract, headers);
    const { detail } = (await response.json()) as { readonly detail: string };
    const isRefused = [401, 403].includes(response.status) || detail.includes("the header");
    if (!isRefused) accepted.push(`${contract.id}: ${response.status} ${detail}`);
  }
  expect(accepted).toEqual([]);
});
