/** Rights to events by their content: comments belong to their author, and other kinds change data of teams. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { EventResponse } from "@/lib/contracts/events";
import { getDatabase } from "@/lib/server/db/client";
import { deleteProcessState } from "@/lib/server/process-state";
import { personExistsStateName } from "@/lib/server/sessions/person-exists";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/server/database";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";
import { contractById, loadHandler } from "./endpoints";
import { addSignedInPerson, host, type SignedInPerson } from "./people-fixture";
import { addDeployment } from "./team-objects";

const slug = "chat";
let own: TestDatabase;
let serial = 0;
let viewer: SignedInPerson;
let member: SignedInPerson;
let outsider: SignedInPerson;

beforeAll(async () => {
  own = await createMigratedDatabase();
  useServerEnvironment({ DATABASE_URL: own.url });
  viewer = await addSignedInPerson("viewer");
  member = await addSignedInPerson("editor");
  outsider = await addSignedInPerson("editor");
  deleteProcessState(personExistsStateName);
  const { id: teamId } = await getDatabase().team.create({ data: { name: "Serving" } });
  await getDatabase().member.create({ data: { teamId, personId: member.id } });
  await addDeployment(teamId, slug);
  await addDeployment(null, "shared");
});
afterAll(async () => {
  await leaveServerEnvironment();
  await own.drop();
});

interface Sending {
  readonly body?: unknown;
  readonly event?: { readonly id: string; readonly version: number };
}

async function send(
  endpoint: string,
  { cookie }: SignedInPerson,
  { body = {}, event }: Sending,
): Promise<Response> {
  const contract = contractById(endpoint);
  const handler = await loadHandler(contract);
  serial += 1;
  const request = new Request(`http://${host}${contract.path}`, {
    method: contract.method,
    headers: {
      host,
      cookie,
      origin: `http://${host}`,
      "content-type": "application/json",
      "idempotency-key": `event-rights-${serial}`,
      "if-match": `"${event?.version ?? 0}"`,
    },
    body: JSON.stringify(body),
  });
  return handler(request, { params: Promise.resolve(event === undefined ? {} : { eventId: event.id }) });
}

async function add(author: SignedInPerson, body: object): Promise<EventResponse["event"]> {
  const response = await send("create-event", author, { body });
  expect(response.status).toBe(201);
  return ((await response.json()) as EventResponse).event;
}

test("a viewer adds, edits and deletes a comment, and no comment of another author", async () => {
  const comment = await add(viewer, { kind: "comment", title: "slow since noon", deployment: slug });
  expect(comment.author).toBe(viewer.name);
  const edited = await send("edit-event", viewer, { event: comment, body: { title: "slow since 11:50" } });
  expect(edited.status).toBe(200);
  const { event } = (await edited.json()) as EventResponse;
  const foreign = await add(member, { kind: "comment", title: "restarting", deployment: slug });
  expect((await send("delete-event", viewer, { event: foreign })).status).toBe(403);
  const refused = await send("edit-event", viewer, { event: foreign, body: { title: "mine" } });
  expect([refused.status, await refused.json()]).toMatchObject([
    403,
    { title: "You need the role “editor” for this" },
  ]);
  expect((await send("delete-event", viewer, { event })).status).toBe(200);
});

test.each([
  { kind: "deploy", title: "v2", deployment: "shared" },
  { kind: "configuration", title: "flag", deployment: "shared" },
  { kind: "exclusion", reason: "incident", title: "power", deployment: "shared" },
  { kind: "scaling", title: "2 → 3", deployment: null },
])("a viewer cannot add an event of the kind $kind", async (body) => {
  const refused = await send("create-event", viewer, { body });
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({ detail: expect.stringContaining("create event") as string });
});

test("an event of all deployments needs the teams of all of them, also after an edit", async () => {
  const body = { kind: "exclusion", reason: "maintenance", title: "network" };
  const refused = await send("create-event", outsider, { body });
  expect([refused.status, await refused.json()]).toMatchObject([
    403,
    { title: "Other teams own some of the deployments" },
  ]);
  const fleet = await add(member, body);
  expect((await send("delete-event", outsider, { event: fleet })).status).toBe(403);
  expect((await send("edit-event", outsider, { event: fleet, body: { deployment: "shared" } })).status).toBe(
    403,
  );
  const shared = await add(outsider, { ...body, deployment: "shared" });
  expect((await send("edit-event", outsider, { event: shared, body: { deployment: null } })).status).toBe(
    403,
  );
  const comment = await add(outsider, { kind: "comment", title: "network", deployment: "shared" });
  expect((await send("edit-event", outsider, { event: comment, body: { deployment: null } })).status).toBe(
    200,
  );
  expect((await send("delete-event", member, { event: fleet })).status).toBe(200);
});
