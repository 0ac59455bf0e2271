/**
 * Failed scrapes with a real Prometheus: series end at once. Servers observed in the last minute still count as
 * present. After that they are missing.
 */
import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET } from "@/app/api/v1/discovery/route";
import { waitUntil } from "@/demo/stack/process/wait-until";
import type { DiscoveryResponse } from "@/lib/contracts/discovery";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { getCachedDeploymentSnapshot } from "@/lib/services/deployments/known-deployments";
import { registerSources } from "@/lib/services/sources/register-sources";
import { getDatabase } from "@/lib/server/db/client";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/server/database";
import { startPrometheus, type FrozenPrometheus } from "@/tests/support/sources/prometheus";
import { resetServerClock, setServerClock } from "@/tests/support/server/server-clock";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";

/** Served model by path. The last one is the only server of its engine. */
const servers = { a: "chat", b: "chat", c: "code", d: "alone" } as const;
type Path = keyof typeof servers;
const silent = new Set<Path>();
let targets: Server;
let prometheus: FrozenPrometheus;
let own: TestDatabase;

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
    const [known] = (Object.keys(servers) as Path[]).filter((each) => each === path && !silent.has(each));
    response.writeHead(known === undefined ? 503 : 200, { "content-type": "text/plain; version=0.0.4" });
    response.end(
      known === undefined
        ? ""
        : `# TYPE ${metricOf(known)} gauge\n${metricOf(known)}{model_name="${servers[known]}"} 1\n`,
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
  own = await createMigratedDatabase();
  useServerEnvironment({ DATABASE_URL: own.url, PROMETHEUS_URL: prometheus.url });
  await registerSources();
  // Offsets of up to a minute must not reach back before the first successful scrape of all servers.
  await until(["a", "b", "c", "d"], " offset 3s");
});

afterAll(async () => {
  resetServerClock();
  await leaveServerEnvironment();
  await prometheus.stop();
  await own.drop();
  targets.close();
});

/** Returns the servers with series now, or at `offset`. */
async function serversWithSeries(offset = ""): Promise<readonly string[]> {
  const series = '{__name__=~"vllm:num_requests_running|sglang:num_running_reqs"}';
  const query = encodeURIComponent(`${series}${offset}`);
  const answer = await fetch(`${prometheus.url}/api/v1/query?query=${query}`);
  const { data } = (await answer.json()) as { data: { result: { metric: { instance: string } }[] } };
  return data.result.map(({ metric }) => metric.instance.replace(":8000", "")).toSorted();
}

async function until(wanted: readonly Path[], offset?: string): Promise<void> {
  await waitUntil({
    condition: `Prometheus to show ${wanted.join(", ")} alone`,
    isMet: async () => JSON.stringify(await serversWithSeries(offset)) === JSON.stringify(wanted),
    timeoutMs: 60_000,
    fix: "look at its targets",
  });
}

async function found() {
  await discoverDeployments();
  const { records } = getCachedDeploymentSnapshot();
  return Object.fromEntries(
    records.map(({ model, instances, missingSinceMs }) => [
      model,
      missingSinceMs === null ? instances.length : "missing",
    ]),
  );
}

test("keeps servers and deployments after one failed scrape, and reports deployments as missing after a minute", async () => {
  expect(await found()).toEqual({ chat: 2, code: 1, alone: 1 });
  const lastGoodMs = Date.now();
  for (const path of ["b", "c", "d"] as const) silent.add(path);
  await until(["a"]);
  const endedMs = Date.now();

  setServerClock(lastGoodMs + 29_000);
  expect(await found()).toEqual({ chat: 2, code: 1, alone: 1 });
  setServerClock(lastGoodMs + 59_000);
  expect(await found()).toEqual({ chat: 2, code: 1, alone: 1 });
  const discoveryRequest = new Request("http://localhost:3000/api/v1/discovery", {
    headers: { host: "localhost:3000" },
  });
  const answer = await GET(discoveryRequest, { params: Promise.resolve({}) });
  const { sources } = (await answer.json()) as DiscoveryResponse;
  expect(sources).toMatchObject([{ instanceCount: 4, missingDeploymentCount: 0 }]);

  setServerClock(endedMs + 61_000);
  // Service discovery still lists the dead server of chat, so the deployment keeps it.
  expect(await found()).toEqual({ chat: 2, code: "missing", alone: "missing" });
  expect(await getDatabase().notice.findMany()).toEqual([]);

  silent.clear();
  resetServerClock();
  await until(["a", "b", "c", "d"]);
  expect(await found()).toEqual({ chat: 2, code: 1, alone: 1 });
  expect(await getDatabase().notice.findMany()).toEqual([]);
});
