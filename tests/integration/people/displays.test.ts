/** Links of wall displays: what a display may read, revocation, expiry, and who sees which links. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET as readBaselines } from "@/app/api/v1/baselines/route";
import { GET as listDeployments } from "@/app/api/v1/deployments/route";
import { POST as openDisplay } from "@/app/api/v1/display/route";
import { POST as revokeDisplay } from "@/app/api/v1/displays/[displayId]/revoke/route";
import { GET as listDisplays, POST as createDisplay } from "@/app/api/v1/displays/route";
import { POST as createEvent } from "@/app/api/v1/events/route";
import { GET as getSession } from "@/app/api/v1/session/route";
import { GET as listTraces } from "@/app/api/v1/traces/route";
import type { CreatedDisplayResponse } from "@/lib/contracts/people/displays";
import { kioskPages } from "@/components/layout/pages";
import { wallDisplayPages } from "@/lib/model/deployment/display";
import { isEndpointAllowedForDisplay } from "@/lib/server/access/display-endpoints";
import { findAccessRule, contractIdsWithAccessRule } from "@/lib/server/access/policy";
import { getDatabase } from "@/lib/server/db/client";
import { deleteProcessState } from "@/lib/server/process-state";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/server/database";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";
import { addSignedInPerson, host } from "./people-fixture";

type Handler = (request: Request, context: { params: Promise<unknown> }) => Promise<Response>;

interface Sent {
  readonly cookie?: string;
  readonly method?: string;
  readonly body?: object;
  readonly params?: object;
}

let own: TestDatabase;
let serial = 0;

beforeAll(async () => {
  own = await createMigratedDatabase();
  useServerEnvironment({ DATABASE_URL: own.url });
});
afterAll(async () => {
  await leaveServerEnvironment();
  await own.drop();
});

function send(handler: Handler, { cookie = "", method = "GET", body, params = {} }: Sent): Promise<Response> {
  serial += 1;
  const write = {
    origin: `http://${host}`,
    "content-type": "application/json",
    "idempotency-key": `displays-test-${serial}`,
  };
  const request = new Request(`http://${host}/api/v1/x`, {
    method,
    headers: { host, cookie, ...(method === "GET" ? {} : write) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return handler(request, { params: Promise.resolve(params) });
}

const newDisplay = {
  name: "Lobby",
  pages: ["overview"],
  deployment: "chat-70b",
  period: "now-6h",
  lifetimeDays: null,
};

async function create(cookie: string, body: object = newDisplay): Promise<CreatedDisplayResponse> {
  const response = await send(createDisplay, { cookie, method: "POST", body });
  expect(response.status).toBe(200);
  return (await response.json()) as CreatedDisplayResponse;
}

/** Opens the link, and returns the cookie of the display. */
async function open(token: string | null): Promise<string> {
  const response = await send(openDisplay, { method: "POST", body: { token } });
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ path: "/kiosk?pages=overview&from=now-6h&d=chat-70b" });
  const header = response.headers.get("set-cookie") ?? "";
  expect(header).toMatch(/^ridgepoint-display-3000=.*; HttpOnly; SameSite=Lax$/);
  return header.split(";")[0] ?? "";
}

const statusOf = async (handler: Handler, sent: Sent): Promise<number> => (await send(handler, sent)).status;

test("a display reads what its pages show, and nothing else, until its link is revoked", async () => {
  const editor = await addSignedInPerson("editor");
  const { token, display } = await create(editor.cookie);
  const cookie = await open(token);
  expect(await statusOf(listDeployments, { cookie })).toBe(200);
  for (const handler of [readBaselines, listTraces, listDisplays, getSession])
    expect(await statusOf(handler, { cookie })).toBe(403);
  expect(await statusOf(createEvent, { cookie, method: "POST", body: {} })).toBe(403);
  const listed: unknown = await (await send(listDisplays, { cookie: editor.cookie })).json();
  expect(listed).toMatchObject({ displays: [{ id: display.id, state: "active" }] });
  expect(JSON.stringify(listed)).toContain('"lastUse":{');
  expect(JSON.stringify(listed)).not.toContain(String(token));
  const params = { displayId: display.id };
  expect(await statusOf(revokeDisplay, { cookie: editor.cookie, method: "POST", body: {}, params })).toBe(
    200,
  );
  expect(await statusOf(listDeployments, { cookie })).toBe(401);
  expect(await statusOf(openDisplay, { method: "POST", body: { token } })).toBe(403);
  const stored = await getDatabase().display.findMany();
  expect(JSON.stringify(stored)).not.toContain(String(token));
  const entries = await getDatabase().auditEntry.findMany({ where: { objectTable: "displays" } });
  expect(entries.map(({ action, actorId }) => [action, actorId])).toEqual([
    ["create-display", editor.id],
    ["revoke-display", editor.id],
  ]);
});

test("a display with an expired link, or of a removed person, must sign in", async () => {
  const editor = await addSignedInPerson("editor");
  const expiring = await create(editor.cookie, { ...newDisplay, lifetimeDays: 1 });
  const cookie = await open(expiring.token);
  const where = { id: expiring.display.id };
  /** Lets the next request read the link from the database, as after 5 s. */
  const forget = (): void => deleteProcessState("verified-displays");
  await getDatabase().display.update({ where, data: { expiresAt: new Date(Date.now() - 1_000) } });
  forget();
  expect(await statusOf(listDeployments, { cookie })).toBe(401);
  await getDatabase().display.update({ where, data: { expiresAt: null } });
  forget();
  expect(await statusOf(listDeployments, { cookie })).toBe(200);
  await getDatabase().person.update({ where: { id: editor.id }, data: { state: "removed", email: null } });
  forget();
  expect(await statusOf(listDeployments, { cookie })).toBe(401);
});

test("an editor sees and revokes only their links, an admin those of all people", async () => {
  const [editor, other] = [await addSignedInPerson("editor"), await addSignedInPerson("editor")];
  const admin = await addSignedInPerson("admin");
  const { display } = await create(editor.cookie);
  const params = { displayId: display.id };
  const idsOf = async (cookie: string) =>
    ((await (await send(listDisplays, { cookie })).json()) as { displays: { id: string }[] }).displays.map(
      ({ id }) => id,
    );
  expect(await idsOf(other.cookie)).toEqual([]);
  expect(await idsOf(admin.cookie)).toContain(display.id);
  const revoke = { method: "POST", body: {}, params };
  expect(await statusOf(revokeDisplay, { ...revoke, cookie: other.cookie })).toBe(404);
  expect(await statusOf(revokeDisplay, { ...revoke, cookie: admin.cookie })).toBe(200);
});

test("the pages are those of kiosk mode, and their endpoints exist and change nothing", () => {
  expect([...wallDisplayPages].toSorted()).toEqual([...kioskPages].toSorted());
  const readable = contractIdsWithAccessRule.filter((id) =>
    isEndpointAllowedForDisplay(wallDisplayPages, id),
  );
  expect(readable).toContain("overview");
  const changing = readable.filter((id) => {
    const rule = findAccessRule(id);
    return rule?.kind !== "role" || rule.verb !== "view" || rule.lowestRole !== "viewer";
  });
  expect(changing).toEqual([]);
  expect(contractIdsWithAccessRule.filter((id) => isEndpointAllowedForDisplay([], id))).toEqual([]);
});
