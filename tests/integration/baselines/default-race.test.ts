/**
 * The removal of a default baseline at the same time as the choice of another one, on a real PostgreSQL: in each order, the
 * deployment has the default that the later request leaves.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { POST as CAPTURE } from "@/app/api/v1/baselines/route";
import { GET as READ } from "@/app/api/v1/baselines/[baselineId]/route";
import {
  DELETE as REMOVE_DEFAULT,
  POST as SET_DEFAULT,
} from "@/app/api/v1/baselines/[baselineId]/default/route";
import type { BaselineEntry, baselineContract } from "@/lib/contracts/baselines";
import type { ResponseOf } from "@/lib/contracts/contract";
import { getDatabase } from "@/lib/server/db/client";
import { systemPrincipal } from "@/lib/server/principal";
import { captureBaseline } from "@/lib/services/captures/capture-baseline";
import { lockDeployments } from "@/lib/services/deployments/lock-deployments";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { writeBlockHistory } from "@/tests/support/histories/block-history";
import {
  fixtureNowMs,
  fixtureTailMs,
  openStoredFixture,
  type StoredFixture,
} from "@/tests/support/server/stored-fixture";

type Endpoint = typeof SET_DEFAULT;
type Change = () => Promise<Response>;

let stage: StoredFixture;
let former: string;
let next: string;
let serial = 0;

beforeAll(async () => {
  stage = await openStoredFixture(writeBlockHistory(fixtureNowMs + fixtureTailMs));
  await stage.begin();
  await discoverDeployments();
  [former, next] = [await capture("Former"), await capture("Next")];
});
afterAll(() => stage.close());
beforeEach(async () => void (await choose(former)()));

function send(endpoint: Endpoint, method: string, id: string | null, body?: unknown): Promise<Response> {
  const request = new Request("http://localhost:3000/api/v1/baselines", {
    method,
    headers: {
      host: "localhost:3000",
      "content-type": "application/json",
      "idempotency-key": `default-race-${(serial += 1)}`,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return endpoint(request, { params: Promise.resolve(id === null ? {} : { baselineId: id }) });
}

async function capture(name: string): Promise<string> {
  const body = { deployment: "m", from: "now-28m", to: "now", name };
  const { baseline } = (await (await send(CAPTURE, "POST", null, body)).json()) as {
    readonly baseline: BaselineEntry;
  };
  await captureBaseline(systemPrincipal, baseline.id);
  return baseline.id;
}

const choose =
  (id: string): Change =>
  () =>
    send(SET_DEFAULT, "POST", id, { reason: "new hardware" });
const remove =
  (id: string): Change =>
  () =>
    send(REMOVE_DEFAULT, "DELETE", id, { reason: "too old" });

/** Returns the id of the default baseline; undefined without one. */
async function readDefault(): Promise<string | null | undefined> {
  const { defaults } = (await (await send(READ, "GET", former)).json()) as ResponseOf<
    typeof baselineContract
  >;
  return defaults.find(({ isCurrent }) => isCurrent)?.baselineId;
}

async function countWaiting(): Promise<number> {
  const [row] = await getDatabase().$queryRaw<{ count: number }[]>`
    select count(*)::int as count from pg_locks where locktype = 'advisory' and not granted`;
  return row?.count ?? 0;
}

/** Sends both requests while a third transaction has the lock, so that they run in this order after it. */
async function runInOrder(first: Change, second: Change): Promise<readonly number[]> {
  const { promise: bothWait, resolve: release } = Promise.withResolvers<void>();
  const { promise: isLocked, resolve: lock } = Promise.withResolvers<void>();
  const holder = getDatabase().$transaction(
    async (transaction) => {
      await lockDeployments(transaction);
      lock();
      await bothWait;
    },
    { timeout: 30_000 },
  );
  await isLocked;
  const sent = [first()];
  await expect.poll(countWaiting, { timeout: 10_000 }).toBe(1);
  sent.push(second());
  await expect.poll(countWaiting, { timeout: 10_000 }).toBe(2);
  release();
  await holder;
  return (await Promise.all(sent)).map(({ status }) => status);
}

test("a default that is chosen before the removal of the former one stays", async () => {
  expect(await runInOrder(choose(next), remove(former))).toEqual([201, 409]);
  expect(await readDefault()).toBe(next);
});

test("a default that is chosen after the removal of the former one is the default", async () => {
  expect(await runInOrder(remove(former), choose(next))).toEqual([200, 201]);
  expect(await readDefault()).toBe(next);
});

test("two removals leave the deployment without a default, and the later one is refused", async () => {
  expect(await runInOrder(remove(former), remove(former))).toEqual([200, 409]);
  expect(await readDefault()).toBeUndefined();
});

test("of two defaults that are chosen at the same time, the later one is the default", async () => {
  expect(await runInOrder(choose(next), choose(former))).toEqual([201, 201]);
  expect(await readDefault()).toBe(former);
});
