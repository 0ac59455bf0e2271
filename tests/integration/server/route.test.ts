import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { defineContract } from "@/lib/contracts/contract";
import { problem as problemSchema } from "@/lib/contracts/fields";
import {
  closeDatabase,
  getDatabase,
  databaseLimits,
  createDatabaseClient,
  databaseStateName,
} from "@/lib/server/db/client";
import { deleteProcessState, getProcessState } from "@/lib/server/process-state";
import { assertVersion, route } from "@/lib/server/route";
import { writeChange } from "@/lib/server/with-change";
import type { Handler } from "@/lib/server/handler";
import { recordEvent } from "@/lib/services/events/record-event";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/server/database";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";

const createEvent = defineContract({
  id: "create-event",
  method: "POST",
  path: "/api/v1/test",
  guard: "idempotency-key",
  timeLimitMs: 5_000,
  maxBodyBytes: 1_024,
  params: z.strictObject({}),
  query: z.strictObject({ mood: z.string().optional() }),
  body: z.strictObject({ title: z.string() }),
  response: z.object({ title: z.string(), count: z.number() }),
});

const editThing = defineContract({
  ...createEvent,
  id: "edit-event",
  method: "PATCH",
  guard: "if-match",
});

const { guard: _guard, ...unguarded } = createEvent;

const readThing = defineContract({
  ...unguarded,
  id: "events",
  method: "GET",
  timeLimitMs: 100,
  params: z.strictObject({ slug: z.string() }),
  body: z.strictObject({}),
  response: z.object({ slug: z.string() }),
});

let serial = 0;

/** Writes one event and counts its runs. */
function eventMaker(): { readonly handler: Handler<typeof createEvent>; readonly runs: () => number } {
  let runs = 0;
  const handler: Handler<typeof createEvent> = async ({ body, principal }) => {
    runs += 1;
    serial += 1;
    const deduplicationKey = `test ${serial}`;
    const count = await writeChange(principal, "create-event", async (transaction) => {
      await recordEvent(transaction, {
        kind: "source-version",
        atMs: 0,
        title: body.title,
        sourceId: null,
        deploymentId: null,
        fromValue: null,
        toValue: null,
        deduplicationKey,
      });
      return transaction.event.count({ where: { title: body.title } });
    });
    return { title: body.title, count };
  };
  return { handler, runs: () => runs };
}

interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly search?: string;
}

function ask(method: string, { headers = {}, body, search = "" }: RequestOptions = {}): Request {
  return new Request(`http://localhost:3000/api/v1/test${search}`, {
    method,
    headers: {
      host: "localhost:3000",
      ...(method === "GET" ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
}

const nothing = { params: Promise.resolve({}) };

async function problemOf(response: Response): Promise<string> {
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  const problem = problemSchema.parse(await response.json());
  expect(problem.status).toBe(response.status);
  expect(problem.requestId).toBe(response.headers.get("x-request-id"));
  return problem.code;
}

let own: TestDatabase;

beforeAll(async () => {
  own = await createMigratedDatabase();
});

beforeEach(() => {
  useServerEnvironment({ DATABASE_URL: own.url });
});

afterAll(async () => {
  await leaveServerEnvironment();
  await own.drop();
});

describe("every response", () => {
  test("is private, names its request and allows nothing to run", async () => {
    const handler = route({ contract: readThing }, ({ params }) => Promise.resolve({ slug: params.slug }));
    const response = await handler(ask("GET"), { params: Promise.resolve({ slug: "a" }) });
    expect(await response.json()).toEqual({ slug: "a" });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "cache-control": "private, no-store",
      "content-security-policy": expect.stringContaining("default-src 'none'"),
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
      "referrer-policy": "no-referrer",
      "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  test("that violates its contract is a problem", async () => {
    const handler = route({ contract: readThing }, () => Promise.resolve({ slug: 7 } as never));
    expect(await problemOf(await handler(ask("GET"), { params: Promise.resolve({ slug: "a" }) }))).toBe(
      "internal",
    );
  });

  test("ends with the time limit of its endpoint, and the work is aborted", async () => {
    const aborted = Promise.withResolvers<void>();
    const handler = route({ contract: readThing }, ({ signal }) => {
      signal.addEventListener("abort", () => aborted.resolve());
      return new Promise<never>(() => undefined);
    });
    expect(await problemOf(await handler(ask("GET"), { params: Promise.resolve({ slug: "a" }) }))).toBe(
      "timeout",
    );
    await aborted.promise;
  });
});

describe("refused before the use case runs", () => {
  const key = { "idempotency-key": "key-00000000" };
  const cases: readonly (readonly [string, RequestOptions, string])[] = [
    ["a foreign host", { headers: { ...key, host: "evil.example.com" }, body: { title: "x" } }, "forbidden"],
    [
      "a write of another site",
      { headers: { ...key, "sec-fetch-site": "cross-site" }, body: { title: "x" } },
      "forbidden",
    ],
    [
      "a write from a sandboxed frame",
      { headers: { ...key, origin: "null" }, body: { title: "x" } },
      "forbidden",
    ],
    ["a form", { headers: { ...key, "content-type": "text/plain" }, body: { title: "x" } }, "invalid-input"],
    ["too large a body", { headers: key, body: { title: "x".repeat(2_000) } }, "too-large"],
    ["an unknown field", { headers: key, body: { title: "x", extra: 1 } }, "invalid-input"],
    [
      "an unknown query parameter",
      { headers: key, body: { title: "x" }, search: "?other=1" },
      "invalid-input",
    ],
    [
      "a query parameter given twice",
      { headers: key, body: { title: "x" }, search: "?mood=1&mood=2" },
      "invalid-input",
    ],
    ["broken JSON", { headers: key, body: "{" }, "invalid-input"],
    ["no body", { headers: key }, "invalid-input"],
    ["no idempotency key", { body: { title: "x" } }, "precondition-required"],
    [
      "a malformed idempotency key",
      { headers: { "idempotency-key": "short" }, body: { title: "x" } },
      "invalid-input",
    ],
    [
      "a header that steers the framework",
      { headers: { ...key, "x-middleware-subrequest": "proxy" }, body: { title: "x" } },
      "invalid-input",
    ],
    [
      "a header that resumes rendering",
      { headers: { ...key, "next-resume": "1" }, body: { title: "x" } },
      "invalid-input",
    ],
  ];

  test.each(cases)("%s", async (_name, request, code) => {
    const { handler, runs } = eventMaker();
    const response = await route({ contract: createEvent }, handler)(ask("POST", request), nothing);
    expect(await problemOf(response)).toBe(code);
    expect(runs()).toBe(0);
  });
});

describe("an edit", () => {
  const handler = route({ contract: editThing }, ({ body, expectedVersion }) => {
    assertVersion("3", expectedVersion);
    return Promise.resolve({ title: body.title, count: 1 });
  });
  const edit = (headers: Record<string, string>): Promise<Response> =>
    handler(ask("PATCH", { headers, body: { title: "x" } }), nothing);

  test("of the current version succeeds", async () => {
    expect((await edit({ "if-match": '"3"' })).status).toBe(200);
  });

  test.each([
    [{}, 428, "precondition-required"],
    [{ "if-match": '"2"' }, 412, "precondition-failed"],
    [{ "if-match": "*" }, 400, "invalid-input"],
    [{ "if-match": 'W/"3"' }, 400, "invalid-input"],
  ])("with %o responds %i", async (headers, status, code) => {
    const response = await edit(headers);
    expect(response.status).toBe(status);
    expect(await problemOf(response)).toBe(code);
  });
});

/** The tests check the outcome, not its speed, so a slow machine may take long. */
const patientMs = 3_600_000;
const patientEvent = defineContract({ ...createEvent, timeLimitMs: patientMs });

describe("an idempotency key", () => {
  beforeEach(async () => {
    await closeDatabase();
    const { maxConnections } = databaseLimits;
    const limits = {
      maxConnections,
      connectTimeoutMs: patientMs,
      statementTimeoutMs: patientMs,
      lockTimeoutMs: patientMs,
      idleInTransactionTimeoutMs: patientMs,
    };
    getProcessState(databaseStateName, () => createDatabaseClient(own.url, limits));
  });
  afterAll(closeDatabase);

  const post = (handler: Handler<typeof createEvent>, key: string, title: string): Promise<Response> =>
    route({ contract: patientEvent }, handler)(
      ask("POST", { headers: { "idempotency-key": key }, body: { title } }),
      nothing,
    );

  test("used twenty times concurrently creates one row and one response", async () => {
    const { handler, runs } = eventMaker();
    const [begun, finished] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    // The first attempt waits until the others have started, regardless of scheduling.
    const holding: Handler<typeof createEvent> = async (input) => {
      begun.resolve();
      await finished.promise;
      return handler(input);
    };
    const first = post(holding, "twenty-at-once", "twenty");
    await begun.promise;
    const concurrent = Array.from({ length: 19 }, () => post(holding, "twenty-at-once", "twenty"));
    finished.resolve();
    const responses = await Promise.all([first, ...concurrent]);
    const answers = await Promise.all(
      responses.map(async (response) => [response.status, await response.json()]),
    );
    expect(new Set(answers.map((each) => JSON.stringify(each)))).toEqual(
      new Set([JSON.stringify([200, { title: "twenty", count: 1 }])]),
    );
    expect(responses.filter((response) => response.headers.has("idempotency-replayed"))).toHaveLength(19);
    expect(runs()).toBe(1);
    expect(await getDatabase().event.count({ where: { title: "twenty" } })).toBe(1);
  });

  test("used for a different request is refused", async () => {
    const { handler } = eventMaker();
    expect((await post(handler, "one-request-only", "first")).status).toBe(200);
    expect(await problemOf(await post(handler, "one-request-only", "second"))).toBe("conflict");
  });

  test("of an attempt that failed before its change can be used again", async () => {
    const { handler } = eventMaker();
    const crash: Handler<typeof createEvent> = () => Promise.reject(new TypeError("crash"));
    expect(await problemOf(await post(crash, "failed-before", "again"))).toBe("internal");
    expect(await (await post(handler, "failed-before", "again")).json()).toEqual({
      title: "again",
      count: 1,
    });
  });

  test("of an attempt that crashed after its change does not repeat the change", async () => {
    const { handler, runs } = eventMaker();
    const dying: Handler<typeof createEvent> = async (input) => {
      await handler(input);
      throw new TypeError("died on the way home");
    };
    expect(await problemOf(await post(dying, "died-after", "once"))).toBe("internal");
    expect(await (await post(handler, "died-after", "once")).json()).toEqual({ title: "once", count: 1 });
    expect(runs()).toBe(2);
    expect(await getDatabase().event.count({ where: { title: "once" } })).toBe(1);
  });

  test("whose storage was not confirmed can be used again at once", async () => {
    const { handler, runs } = eventMaker();
    const healthy = getDatabase();
    const lossy = healthy.$extends({
      query: {
        idempotencyKey: {
          createMany: async ({ args, query }) => {
            await query(args);
            throw new Error("Connection terminated unexpectedly");
          },
        },
      },
    });
    deleteProcessState(databaseStateName);
    getProcessState(databaseStateName, () => lossy);
    expect(await problemOf(await post(handler, "not-confirmed", "lost"))).toBe("database-unavailable");
    deleteProcessState(databaseStateName);
    getProcessState(databaseStateName, () => healthy);
    expect(await healthy.idempotencyKey.count({ where: { key: "not-confirmed" } })).toBe(1);
    expect(runs()).toBe(0);
    expect(await (await post(handler, "not-confirmed", "lost")).json()).toEqual({ title: "lost", count: 1 });
  });

  test("that another attempt took over is not released by the first one", async () => {
    const { handler } = eventMaker();
    const key = "taken-over";
    const leasedUntil = new Date(Date.now() + patientMs);
    const slow: Handler<typeof createEvent> = async () => {
      // Another process takes over after the end of the lease.
      await getDatabase().idempotencyKey.updateMany({ where: { key }, data: { leasedUntil } });
      throw new TypeError("crash");
    };
    expect(await problemOf(await post(slow, key, "taken"))).toBe("internal");
    expect(
      await getDatabase().idempotencyKey.findMany({ where: { key }, select: { leasedUntil: true } }),
    ).toEqual([{ leasedUntil }]);
    await getDatabase().idempotencyKey.updateMany({ where: { key }, data: { leasedUntil: new Date(0) } });
    expect(await (await post(handler, key, "taken")).json()).toEqual({ title: "taken", count: 1 });
  });

  test("expires after a day", async () => {
    const { handler } = eventMaker();
    await post(handler, "a-day-passes", "daily");
    await getDatabase().idempotencyKey.updateMany({
      where: { key: "a-day-passes" },
      data: { expiresAt: new Date(Date.now() - 1) },
    });
    expect(await (await post(handler, "a-day-passes", "daily")).json()).toEqual({ title: "daily", count: 2 });
  });
});

test("an address on the network that sent too many changes is refused with a pause, and can still read", async () => {
  const headers = { "x-ridgepoint-client-address": "192.0.2.7" };
  const write = route({ contract: editThing }, () => Promise.resolve({ title: "t", count: 1 }));
  const attempt = (): Promise<Response> => write(ask("PATCH", { headers, body: {} }), nothing);
  // The allowance of 120 changes grows while the changes are sent.
  let refusal = await attempt();
  for (let index = 0; index < 1_000 && refusal.status !== 429; index += 1) refusal = await attempt();
  expect(refusal.status).toBe(429);
  expect(refusal.headers.get("retry-after")).toBe("1");
  expect(await problemOf(refusal)).toBe("rate-limited");
  const read = route({ contract: readThing }, ({ params }) => Promise.resolve({ slug: params.slug }));
  expect((await read(ask("GET", { headers }), { params: Promise.resolve({ slug: "a" }) })).status).toBe(200);
});
