/** Events that programs deliver as webhooks, with a token of the scope `webhook`. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET as listEvents } from "@/app/api/v1/events/route";
import { POST as receive } from "@/app/api/v1/events/webhook/route";
import type { EventResponse } from "@/lib/contracts/events";
import { getDatabase } from "@/lib/server/db/client";
import { deleteProcessState } from "@/lib/server/process-state";
import { personExistsStateName } from "@/lib/server/sessions/person-exists";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/server/database";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";
import { addServiceAccount, addSignedInPerson, addTokenOf, host } from "../people/people-fixture";
import { addDeployment } from "../people/team-objects";

type Headers = Readonly<Record<string, string>>;

let own: TestDatabase;
let sender: Headers;
let otherSender: Headers;
let accountName = "";

beforeAll(async () => {
  own = await createMigratedDatabase();
  useServerEnvironment({ DATABASE_URL: own.url });
  const admin = await addSignedInPerson("admin");
  deleteProcessState(personExistsStateName);
  const account = await addServiceAccount("editor");
  accountName = (await getDatabase().person.findUniqueOrThrow({ where: { id: account.id } })).name;
  sender = await addTokenOf(admin.id, ["webhook"], account.id);
  otherSender = await addTokenOf(admin.id, ["webhook"]);
  await addDeployment(null, "chat");
});
afterAll(async () => {
  await leaveServerEnvironment();
  await own.drop();
});

function deliver(body: object, headers: Headers = sender): Promise<Response> {
  const request = new Request(`http://${host}/api/v1/events/webhook`, {
    method: "POST",
    headers: { host, "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  return receive(request, { params: Promise.resolve({}) });
}

async function deliverAccepted(body: object, headers?: Headers): Promise<EventResponse["event"]> {
  const response = await deliver(body, headers);
  expect(response.status).toBe(200);
  return ((await response.json()) as EventResponse).event;
}

const at = new Date(Date.now() - 60_000).toISOString();

test("a delivery without an idempotency key adds an event of the sender, and repeats add no second one", async () => {
  const body = { id: "deploy-1", kind: "deploy", title: "chat 2.4.1", deployment: "chat", at };
  const event = await deliverAccepted(body);
  expect(event).toMatchObject({
    kind: "deploy",
    title: "chat 2.4.1",
    deployment: "chat",
    atMs: Date.parse(at),
    origin: "api",
    author: accountName,
  });
  const repeats = await Promise.all(Array.from({ length: 8 }, () => deliverAccepted(body)));
  expect(repeats.map(({ id, title }) => [id, title])).toEqual(repeats.map(() => [event.id, "chat 2.4.1"]));
  const foreignEvents = await Promise.all(
    Array.from({ length: 8 }, () => deliverAccepted(body, otherSender)),
  );
  expect(new Set(foreignEvents.map(({ id }) => id)).size).toBe(1);
  expect(foreignEvents[0]?.id).not.toBe(event.id);
  const entries = await getDatabase().auditEntry.count({ where: { action: "receive-event" } });
  expect([await getDatabase().event.count(), entries]).toEqual([2, 2]);
});

test("an id that another event of the sender has is refused, so that no event is lost in silence", async () => {
  const body = { id: "revision-7", kind: "deploy", title: "v7", deployment: "chat", at };
  const event = await deliverAccepted(body);
  for (const changed of [{ deployment: null }, { title: "v8" }, { kind: "comment" }]) {
    const response = await deliver({ ...body, ...changed });
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ next: expect.stringContaining("unique ID") as string });
  }
  await getDatabase().event.update({ where: { id: event.id }, data: { title: "v7, corrected", version: 2 } });
  expect(await deliverAccepted(body)).toMatchObject({ id: event.id });
});

test("a configuration change has its path and values, and the time with its offset", async () => {
  const change = { path: "engine.flags.max_num_seqs", fromValue: "256", toValue: "64" };
  const body = { id: "config-1", kind: "configuration", title: "Batch cap 256 → 64", ...change };
  const event = await deliverAccepted({ ...body, at: "2026-11-24T11:30:00+02:00" });
  expect(event).toMatchObject({ ...change, deployment: null, atMs: Date.UTC(2026, 10, 24, 9, 30) });
});

test.each([
  ["no id", { kind: "deploy", title: "v2" }, 400],
  ["an id with a space", { id: "a b", kind: "deploy", title: "v2" }, 400],
  ["a time without an offset", { id: "x", kind: "deploy", title: "v2", at: "2026-11-24T09:30:00" }, 400],
  ["a time in the future", { id: "x", kind: "deploy", title: "v2", at: "2099-01-01T00:00:00Z" }, 400],
  ["an exclusion", { id: "x", kind: "exclusion", title: "v2", reason: "incident" }, 400],
  ["an unknown deployment", { id: "x", kind: "deploy", title: "v2", deployment: "gone" }, 404],
])("a delivery with %s is refused", async (_name, body, status) => {
  expect((await deliver(body)).status).toBe(status);
});

test("a token of the scope webhook reads nothing, and other scopes deliver nothing", async () => {
  const request = new Request(`http://${host}/api/v1/events`, { headers: { host, ...sender } });
  expect((await listEvents(request, { params: Promise.resolve({}) })).status).toBe(403);
  const admin = await addSignedInPerson("admin");
  const otherScopes = await addTokenOf(admin.id, ["read", "write", "gate", "events"]);
  expect((await deliver({ id: "y", kind: "deploy", title: "v2" }, otherScopes)).status).toBe(403);
  expect((await deliver({ id: "y", kind: "deploy", title: "v2" }, {})).status).toBe(401);
});
