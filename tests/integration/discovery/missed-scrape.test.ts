/**
 * Failing scrapes on a real Prometheus: the series end at once. Servers scraped within the last minute still count as
 * present. Servers absent for longer are reported as missing.
 */
import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET } from "@/app/api/v1/discovery/route";
import { waitUntil } from "@/demo/stack/process/wait-until";
import type { DiscoveryResponse } from "@/lib/contracts/discovery";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { cachedDeployments } from "@/lib/services/deployments/known-deployments";
import { registerSources } from "@/lib/services/sources/register-sources";
import { database } from "@/lib/server/db/client";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/database";
import { startPrometheus, type FrozenPrometheus } from "@/tests/support/prometheus";
import { leaveServerClock, setServerClock } from "@/tests/support/server-clock";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server-environment";

/** Model that each path serves. The last path is the only one of its engine. */
const servers = { a: "chat", b: "chat", c: "code", d: "alone" } as const;
type Path = keyof typeof servers;
const silent = new Set<Path>();
let targets: Server;
let prometheus: FrozenPrometheus;
let testDatabase: TestDatabase;

const metricOf = (path: Path): string =>
  path === "d" ? "sglang:num_running_reqs" : "vllm:num_requests_running";

beforeAll(async () => {
  targets = createServer((request, response) => {
    const path = (request.url ?? "/").slice(1);
    if (path === "targets") {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(
        JSON.stringify(
          Object.keys(servers).map((each) => ({
            targets: [request.headers.host],
            labels: { job: "fleet", instance: `${each}:8000`, __metrics_path__: `/${each}` },
          })),
        ),
      );
      return;
    }
    const [served] = (Object.keys(servers) as Path[]).filter((each) => each === path && !silent.has(each));
    response.writeHead(served === undefined ? 503 : 200, { "content-type": "text/plain; version=0.0.4" });
    response.end(
      served === undefined
        ? ""
        : `# TYPE ${metricOf(served)} gauge\n${metricOf(served)}{model_name="${servers[served]}"} 1\n`,
    );
  });
  await new Promise<void>((resolve) => {
    targets.listen(0, "127.0.0.1", resolve);
  });
  const address = targets.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  prometheus = await startPrometheus(undefined, {
    targetsUrl: `http://127.0.0.1:${port}/targets`,
    intervalMs: 1_000,
  });
  testDatabase = await createMigratedDatabase();
  useServerEnvironment({ DATABASE_URL: testDatabase.url, PROMETHEUS_URL: prometheus.url });
  await registerSources();
  // Queries half a minute apart reach back to one second before the last good scrape, so all series must exist by
  // then.
  await until(["a", "b", "c", "d"], " offset 3s");
});

afterAll(async () => {
  leaveServerClock();
  await leaveServerEnvironment();
  await prometheus.stop();
  await testDatabase.drop();
  targets.close();
});

/** Returns the servers whose series exist now, or existed at the given `offset`. */
async function scrapedServers(offset = ""): Promise<readonly string[]> {
  const series = '{__name__=~"vllm:num_requests_running|sglang:num_running_reqs"}';
  const query = encodeURIComponent(`${series}${offset}`);
  const answer = await fetch(`${prometheus.url}/api/v1/query?query=${query}`);
  const { data } = (await answer.json()) as { data: { result: { metric: { instance: string } }[] } };
  return data.result.map(({ metric }) => metric.instance.replace(":8000", "")).toSorted();
}

async function until(wanted: readonly Path[], offset?: string): Promise<void> {
  await waitUntil({
    condition: `Prometheus to show only ${wanted.join(", ")}`,
    isMet: async () => JSON.stringify(await scrapedServers(offset)) === JSON.stringify(wanted),
    limitMs: 60_000,
    fix: "check its targets",
  });
}

async function discovered() {
  await discoverDeployments();
  const { records } = cachedDeployments();
  return Object.fromEntries(
    records.map(({ model, instances, missingSinceMs }) => [
      model,
      missingSinceMs === null ? instances.length : "missing",
    ]),
  );
}

test("a failed scrape removes no server and no deployment; one that stays absent is missing after a minute", async () => {
  expect(await discovered()).toEqual({ chat: 2, code: 1, alone: 1 });
  const lastGoodMs = Date.now();
  for (const path of ["b", "c", "d"] as const) silent.add(path);
  await until(["a"]);
  const endedMs = Date.now();

  setServerClock(lastGoodMs + 29_000);
  expect(await discovered()).toEqual({ chat: 2, code: 1, alone: 1 });
  setServerClock(lastGoodMs + 59_000);
  expect(await discovered()).toEqual({ chat: 2, code: 1, alone: 1 });
  const request = new Request("http://localhost:3000/api/v1/discovery", {
    headers: { host: "localhost:3000" },
  });
  const answer = await GET(request, { params: Promise.resolve({}) });
  const { sources } = (await answer.json()) as DiscoveryResponse;
  expect(sources).toMatchObject([{ instances: 4, missingDeployments: 0 }]);

  setServerClock(endedMs + 61_000);
  expect(await discovered()).toEqual({ chat: 1, code: "missing", alone: "missing" });
  expect(await database().notice.findMany()).toEqual([]);

  silent.clear();
  leaveServerClock();
  await until(["a", "b", "c", "d"]);
  expect(await discovered()).toEqual({ chat: 2, code: 1, alone: 1 });
  expect(await database().notice.findMany()).toEqual([]);
});
