/** Processes with separate memory and one database hold a client to one limit. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { POST } from "@/app/api/v1/events/route";
import type { Problem } from "@/lib/model/problem";
import { getDatabase } from "@/lib/server/db/client";
import { consumeSharedRateLimit } from "@/lib/server/http/shared-rate-limit";
import { deleteProcessState } from "@/lib/server/process-state";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/server/database";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";

/** Refills so slowly that no test takes long enough for one more request. */
const slow = { kind: "test", burstCount: 5, refillMs: 3_600_000 } as const;
let own: TestDatabase;

beforeAll(async () => {
  own = await createMigratedDatabase();
  useServerEnvironment({ DATABASE_URL: own.url });
});

beforeEach(() => getDatabase().allowance.deleteMany());

afterAll(async () => {
  deleteProcessState("write-allowances");
  await leaveServerEnvironment();
  await own.drop();
});

/** Moves all counts into the past, like waiting. */
function wait(milliseconds: number): Promise<unknown> {
  return getDatabase().$executeRaw`
    update allowances set updated_at = updated_at - ${milliseconds}::float8 * interval '1 millisecond',
      full_at = full_at - ${milliseconds}::float8 * interval '1 millisecond'`;
}

const takeMany = (count: number, client = "10.0.0.7") =>
  Promise.all(Array.from({ length: count }, () => consumeSharedRateLimit(slow, client)));

const acceptedCount = (waits: readonly number[]): number => waits.filter((waitMs) => waitMs === 0).length;

test("of concurrent requests, exactly the burst is accepted, and the others get the time to wait", async () => {
  const waits = await takeMany(40);
  expect(acceptedCount(waits)).toBe(5);
  for (const waitMs of waits.filter((each) => each > 0)) {
    expect(waitMs).toBeGreaterThan(slow.refillMs - 600_000);
    expect(waitMs).toBeLessThanOrEqual(slow.refillMs);
  }
});

test("requests are refilled with time, but never above the burst, and refused ones cost nothing", async () => {
  expect(acceptedCount(await takeMany(20))).toBe(5);
  await wait(2 * slow.refillMs);
  expect(acceptedCount(await takeMany(20))).toBe(2);
  await wait(100 * slow.refillMs);
  expect(acceptedCount(await takeMany(20))).toBe(5);
});

test("clients and kinds of requests have separate counts", async () => {
  expect(acceptedCount(await takeMany(10))).toBe(5);
  expect(acceptedCount(await takeMany(10, "10.0.0.8"))).toBe(5);
  expect(await consumeSharedRateLimit({ ...slow, kind: "other" }, "10.0.0.7")).toBe(0);
});

test("rows of clients that have all requests left are removed, and rows in use stay", async () => {
  await takeMany(1);
  await wait(10 * slow.refillMs);
  await takeMany(2, "10.0.0.8");
  expect(await getDatabase().allowance.findMany({ select: { key: true } })).toEqual([
    { key: "test 10.0.0.8" },
  ]);
  await wait(1);
  await takeMany(1, "10.0.0.9");
  expect(await getDatabase().allowance.count()).toBe(2);
});

test("a client that uses two processes has 120 writes at once, and the problem states when to repeat", async () => {
  let serial = 0;
  const write = () => {
    serial += 1;
    const headers = {
      host: "localhost:3000",
      "content-type": "application/json",
      "idempotency-key": `allowance-test-${serial}`,
      "x-ridgepoint-client-address": "10.0.0.7",
    };
    // Refused as invalid after the limit was checked, so that nothing is stored.
    const request = new Request("http://localhost:3000/api/v1/events", {
      method: "POST",
      headers,
      body: "{}",
    });
    return POST(request, { params: Promise.resolve({}) });
  };
  const startMs = performance.now();
  const responses: Response[] = [];
  // Each round has the empty memory of another process, and at most as many requests as database connections.
  for (let round = 0; round < 15; round += 1) {
    deleteProcessState("write-allowances");
    responses.push(...(await Promise.all(Array.from({ length: 10 }, write))));
  }
  const refilledCount = Math.ceil((performance.now() - startMs) / 500);
  const refused = responses.filter(({ status }) => status === 429);
  const accepted = responses.filter(({ status }) => status === 400);
  expect(accepted.length + refused.length).toBe(responses.length);
  expect(accepted.length).toBeGreaterThanOrEqual(120);
  expect(accepted.length).toBeLessThanOrEqual(120 + refilledCount);
  const problem = (await refused[0]?.json()) as Problem;
  expect(problem).toMatchObject({ code: "rate-limited", detail: "this address sent too many changes" });
  expect(problem.retryAfterMs).toBeGreaterThan(0);
});
