import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { startScratchPostgres, type ScratchPostgres } from "@/scripts/suites/scratch-postgres";
import { defineContract } from "@/lib/contracts/contract";
import { deploymentsContract } from "@/lib/contracts/deployments";
import { healthContract } from "@/lib/contracts/installation/health";
import { checkSourceContract } from "@/lib/contracts/sources";
import { checkSourcesJob } from "@/lib/jobs/check-sources";
import { applyMigrations } from "@/lib/server/db/migrate";
import { getDatabase } from "@/lib/server/db/client";
import { readRows } from "@/lib/server/db/read-rows";
import { getLifecycle } from "@/lib/server/lifecycle";
import { route } from "@/lib/server/route";
import { writeChange } from "@/lib/server/with-change";
import { listDeployments } from "@/lib/services/deployments/list-deployments";
import { readHealth } from "@/lib/services/installation/read-health";
import { listVersionChanges } from "@/lib/services/events/list-version-changes";
import { recordEvent } from "@/lib/services/events/record-event";
import { storeDeployments } from "@/lib/services/discovery/store-deployments";
import { checkSourceNow } from "@/lib/services/installation/list-sources";
import { findConfiguredSource, toSource } from "@/lib/services/sources/source-state";
import { registerSources } from "@/lib/services/sources/register-sources";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";

const writeContract = defineContract({
  id: "create-event",
  method: "POST",
  path: "/api/v1/test",
  guard: "idempotency-key",
  timeLimitMs: 10_000,
  maxBodyBytes: 1_024,
  params: z.strictObject({}),
  query: z.strictObject({}),
  body: z.strictObject({ title: z.string() }),
  response: z.object({ title: z.string() }),
});

const write = route({ contract: writeContract }, async ({ body, principal, requestId }) => {
  await writeChange(principal, "write", async (transaction) => {
    await recordEvent(transaction, {
      kind: "source-version",
      atMs: 0,
      title: body.title,
      sourceId: null,
      deploymentId: null,
      fromValue: null,
      toValue: null,
      deduplicationKey: requestId,
    });
    return null;
  });
  return { title: body.title };
});

function post(key: string, title: string): Promise<Response> {
  const request = new Request("http://localhost:3000/api/v1/test", {
    method: "POST",
    headers: { host: "localhost:3000", "content-type": "application/json", "idempotency-key": key },
    body: JSON.stringify({ title }),
  });
  return write(request, { params: Promise.resolve({}) });
}

function get(
  handler: (request: Request, context: { params: Promise<unknown> }) => Promise<Response>,
  search = "",
): Promise<Response> {
  const request = new Request(`http://localhost:3000/api${search}`, { headers: { host: "localhost:3000" } });
  return handler(request, { params: Promise.resolve({}) });
}

const deployments = route({ contract: deploymentsContract }, listDeployments);
const health = route(
  {
    contract: healthContract,
    chooseStatus: ({ ready }, { query }) => (query.probe === "ready" && !ready ? 503 : 200),
  },
  readHealth,
);

const check = route({ contract: checkSourceContract }, checkSourceNow);

async function checkNow(slug: string): Promise<{ readonly status: number; readonly version: unknown }> {
  const request = new Request(`http://localhost:3000/api/v1/sources/${slug}/check`, {
    method: "POST",
    headers: { host: "localhost:3000", "content-type": "application/json" },
    body: "{}",
  });
  const response = await check(request, { params: Promise.resolve({ slug }) });
  const problem = await response.json();
  return { status: response.status, version: problem.source?.health.version };
}

/** Responds like both sources, with versions that the test sets. */
const versions = { prometheus: "3.1.0", jaeger: "2.12.0" };
const sources = createServer(({ url }, response) => {
  response.setHeader("content-type", "application/json");
  if (url === "/") response.end(`{"gitVersion":"v${versions.jaeger}"}`);
  else if (url?.startsWith("/api/v3/") === true) response.end(`{"services":[]}`);
  else {
    const data = { version: versions.prometheus, revision: "x", goVersion: "go1" };
    response.end(JSON.stringify({ status: "success", data }));
  }
});

let postgres: ScratchPostgres;

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    sources.listen(0, "127.0.0.1", resolve);
  });
  const url = `http://127.0.0.1:${(sources.address() as AddressInfo).port}`;
  postgres = await startScratchPostgres("test-outage");
  await applyMigrations({ connectionString: postgres.url });
  useServerEnvironment({ DATABASE_URL: postgres.url, PROMETHEUS_URL: url, JAEGER_URL: url });
  await registerSources();
  getLifecycle().isPrepared = true;
});

afterAll(async () => {
  await leaveServerEnvironment();
  sources.close();
  await postgres.remove();
});

describe("during a restart of PostgreSQL", () => {
  test("reads with a lost connection are retried and succeed", async () => {
    await getDatabase().event.count();
    await postgres.stop();
    await postgres.start();
    // All pooled connections are broken now, but no read may fail.
    const counts = await Promise.all(
      Array.from({ length: 10 }, () => readRows((each) => each.event.count())),
    );
    expect(new Set(counts).size).toBe(1);
  });

  test("writes fail with a reason, no confirmed write is lost, and repeats with the same key create one row", async () => {
    const keys = Array.from({ length: 200 }, (_unused, index) => `restart-key-${index}`);
    const confirmed = new Set<string>();
    const refusals = new Set<string>();
    const attempt = async (key: string): Promise<void> => {
      const response = await post(key, key);
      const problem = await response.json();
      if (response.status === 200) confirmed.add(key);
      else refusals.add(`${response.status} ${problem.code}`);
    };
    const load = Promise.all(keys.map(attempt));
    await postgres.stop();
    await load;
    expect(refusals).toEqual(new Set(["503 database-unavailable"]));
    const early = new Set(confirmed);
    await postgres.start();
    const storedRows = await readRows((each) =>
      each.event.findMany({ where: { title: { in: [...early] } } }),
    );
    expect(storedRows).toHaveLength(early.size);
    for (const key of keys) await attempt(key);
    expect(confirmed.size).toBe(keys.length);
    expect(await getDatabase().event.count({ where: { title: { in: keys } } })).toBe(keys.length);
  });
});

describe("while PostgreSQL is down", () => {
  test.each([
    ["prometheus", "3.1.0", "3.2.0"],
    ["jaeger", "2.12.0", "2.13.0"],
  ] as const)(
    "%s can be checked on demand, and an observed version is stored later with its time",
    async (slug, before, after) => {
      expect(await checkNow(slug)).toMatchObject({ status: 200, version: before });
      await postgres.stop();
      versions[slug] = after;
      expect(await checkNow(slug)).toMatchObject({ status: 200, version: after });
      const knownAtMs = Date.now();
      await postgres.start();
      await checkSourcesJob.run(knownAtMs);
      const [event] = await listVersionChanges(1);
      expect(event).toMatchObject({ source: slug, fromValue: before, toValue: after });
      expect(event?.atMs).toBeLessThanOrEqual(knownAtMs);
    },
  );

  test("deployments come from memory at once, health reports it, and everything recovers automatically", async () => {
    const source = toSource(findConfiguredSource("prometheus"));
    const group = {
      engine: "vllm",
      model: "m",
      job: "j",
      namespace: "",
      cluster: "",
      observedCopyLabels: [],
      instances: [],
      lastSeenAtMs: 1_000,
    } as const;
    const shape = {
      pools: [],
      instances: ["a:1"],
      attachments: undefined,
      metricNames: [],
      isPartial: false,
    };
    const groups = [{ group, source, ...shape }];
    expect(
      await storeDeployments({
        deployments: groups,
        traceServices: undefined,
        tracesSource: null,
        completeSources: [],
      }),
    ).toEqual({
      discoveredCount: 1,
      isStored: true,
    });
    expect((await get(health, "?probe=ready")).status).toBe(200);

    await postgres.stop();
    const alsoNew = { group: { ...group, model: "n" }, source, ...shape };
    expect(
      await storeDeployments({
        deployments: [...groups, alsoNew],
        traceServices: undefined,
        tracesSource: null,
        completeSources: [],
      }),
    ).toMatchObject({ isStored: false });
    const fromMemory = await (await get(deployments)).json();
    expect(fromMemory.deployments.map(({ slug }: { slug: string }) => slug).toSorted()).toEqual(["m", "n"]);
    expect(fromMemory.fromMemorySinceMs).toEqual(expect.any(Number));
    const degraded = await get(health, "?probe=ready");
    expect(degraded.status).toBe(200);
    expect(await degraded.json()).toMatchObject({
      ready: true,
      reason: expect.stringContaining("panels use cached data"),
      dependencies: expect.arrayContaining([expect.objectContaining({ kind: "database", state: "down" })]),
    });

    await postgres.start();
    expect(
      await storeDeployments({
        deployments: [...groups, alsoNew],
        traceServices: undefined,
        tracesSource: null,
        completeSources: [],
      }),
    ).toMatchObject({ isStored: true });
    const recovered = await (await get(deployments)).json();
    expect(recovered.deployments).toHaveLength(2);
    expect(recovered.fromMemorySinceMs).toBeNull();
  });
});

test("a server that shuts down is live but not ready", async () => {
  getLifecycle().isDraining = true;
  expect((await get(health, "?probe=live")).status).toBe(200);
  expect((await get(health, "?probe=ready")).status).toBe(503);
  getLifecycle().isDraining = false;
});
