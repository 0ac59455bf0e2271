/** PostgreSQL accepts connections and does not respond: people who signed in read on without a wait at each request. */
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET as listDeployments } from "@/app/api/v1/deployments/route";
import { GET as getSession } from "@/app/api/v1/session/route";
import { PATCH } from "@/app/api/v1/organisation/route";
import { deleteProcessState } from "@/lib/server/process-state";
import { personExistsStateName } from "@/lib/server/sessions/person-exists";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/server/database";
import { startPausingRelay, type PausingRelay } from "@/tests/support/server/pausing-relay";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";
import { addSignedInPerson, host, type SignedInPerson } from "./people-fixture";

let own: TestDatabase;
let relay: PausingRelay;
let ada: SignedInPerson;
let grace: SignedInPerson;

type Handler = (request: Request, context: { readonly params: Promise<unknown> }) => Promise<Response>;

function read(handler: Handler, { cookie }: SignedInPerson): Promise<Response> {
  return handler(new Request(`http://${host}/`, { headers: { host, cookie } }), {
    params: Promise.resolve({}),
  });
}

function change({ cookie }: SignedInPerson): Promise<Response> {
  const request = new Request(`http://${host}/api/v1/organisation`, {
    method: "PATCH",
    headers: {
      host,
      cookie,
      origin: `http://${host}`,
      "content-type": "application/json",
      "if-match": '"0"',
    },
    body: JSON.stringify({ timeZone: "Asia/Tokyo" }),
  });
  return PATCH(request, { params: Promise.resolve({}) });
}

beforeAll(async () => {
  own = await createMigratedDatabase();
  relay = await startPausingRelay(own.url);
  useServerEnvironment({ DATABASE_URL: relay.url });
  deleteProcessState(personExistsStateName);
  ada = await addSignedInPerson("admin");
  grace = await addSignedInPerson("viewer");
});
afterAll(async () => {
  relay.resume();
  await leaveServerEnvironment();
  relay.close();
  await own.drop();
});

test("twelve reads of two people take less than 2 s together, a change is refused, and all recovers", async () => {
  const readers = [ada, grace];
  for (const reader of readers)
    for (const handler of [getSession, listDeployments])
      expect((await read(handler, reader)).status).toBe(200);
  relay.pause();
  // The sessions in memory are older than the 5 s for which no check is needed.
  await wait(5_100);
  const startedMs = performance.now();
  for (let round = 0; round < 3; round += 1)
    for (const reader of readers) {
      const session = await read(getSession, reader);
      expect(await session.json()).toMatchObject({ person: { name: reader.name } });
      expect((await read(listDeployments, reader)).status).toBe(200);
    }
  expect(performance.now() - startedMs).toBeLessThan(2_000);
  expect((await change(ada)).status).toBe(503);
  relay.resume();
  const resumedMs = performance.now();
  while ((await change(ada)).status !== 200)
    if (performance.now() - resumedMs > 5_000) throw new Error("changes were refused for 5 s");
  expect((await read(getSession, grace)).status).toBe(200);
}, 60_000);
