/**
 * A database that is identified only by namespace is joined if a single service can use it, otherwise it is offered.
 */
import { allSources } from "@/lib/model/sources/source-scope";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { GET as EXPORTERS } from "@/app/api/v1/deployments/[deploymentId]/exporters/route";
import { PATCH } from "@/app/api/v1/deployments/[deploymentId]/route";
import type { DeploymentExportersResponse } from "@/lib/contracts/deployment-exporters";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { readKnownDeployments } from "@/lib/services/deployments/known-deployments";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { registerSources } from "@/lib/services/sources/register-sources";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/server/database";
import { startPrometheus, type FrozenPrometheus } from "@/tests/support/sources/prometheus";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";

let own: TestDatabase;
let prometheus: FrozenPrometheus;

beforeAll(async () => {
  prometheus = await startPrometheus(exposition(Math.floor(Date.now() / 1_000)));
});
afterAll(() => prometheus.stop());

/**
 * prod: two models and one database with a connection pooler. find: one model behind a gateway, with a database. Each
 * database has a separate scrape job.
 */
function exposition(atSeconds: number): string {
  const times = Array.from({ length: 21 }, (_, index) => atSeconds - 300 + index * 15);
  const lines = (name: string, labels: string, value: number): string =>
    times.map((at) => `${name}{${labels}} ${value} ${at}`).join("\n");
  const running = (model: string, namespace: string, instance: string) =>
    lines(
      "vllm:num_requests_running",
      `model_name="${model}",job="vllm",namespace="${namespace}",instance="${instance}"`,
      3,
    );
  const database = (name: string, namespace: string, instance: string, value: number) =>
    lines(name, `job="features",namespace="${namespace}",instance="${instance}"`, value);
  return [
    "# TYPE vllm:num_requests_running gauge",
    running("chat", "prod", "10.0.0.1:8000"),
    running("code", "prod", "10.0.0.2:8000"),
    running("search", "find", "10.0.0.3:8000"),
    "# TYPE dynamo_frontend_model_context_length gauge",
    lines(
      "dynamo_frontend_model_context_length",
      'model="search",job="front",namespace="find",instance="10.0.0.4:80"',
      4_096,
    ),
    "# TYPE pg_stat_database_numbackends gauge",
    database("pg_stat_database_numbackends", "prod", "db:9187", 12),
    database("pg_stat_database_numbackends", "find", "db-2:9187", 7),
    "# TYPE pgbouncer_pools_client_waiting_connections gauge",
    database("pgbouncer_pools_client_waiting_connections", "prod", "pool:9127", 0),
    "# EOF\n",
  ].join("\n");
}

beforeEach(async () => {
  own = await createMigratedDatabase();
  useServerEnvironment({ DATABASE_URL: own.url, PROMETHEUS_URL: prometheus.url });
  await registerSources();
  expect(await discoverDeployments()).toEqual({ discoveredCount: 4, isStored: true });
  return async () => {
    await leaveServerEnvironment();
    await own.drop();
  };
});

const headers = { host: "localhost:3000", "content-type": "application/json" };
const address = "http://localhost:3000/api/v1";

async function joinedOf(): Promise<Readonly<Record<string, readonly string[]>>> {
  const { deployments } = await readKnownDeployments(allSources);
  const rows = deployments.map((one) => [
    `${one.model} of ${one.engine}`,
    one.attachments.map(({ exporter }) => exporter),
  ]);
  return Object.fromEntries(rows) as Readonly<Record<string, readonly string[]>>;
}

async function offeredTo(slug: string): Promise<readonly string[]> {
  const { id } = await resolveDeployment(slug, allSources);
  const response = await EXPORTERS(new Request(`${address}/deployments/${id}/exporters`, { headers }), {
    params: Promise.resolve({ deploymentId: id }),
  });
  const { targets } = (await response.json()) as DeploymentExportersResponse;
  return targets.map(
    ({ fit, exporter, selector }) => `${fit} ${exporter} ${selector["instance"] ?? selector["namespace"]}`,
  );
}

async function review(slug: string, body: unknown): Promise<void> {
  const { id } = await resolveDeployment(slug, allSources);
  const request = new Request(`${address}/deployments/${id}`, {
    method: "PATCH",
    headers: { ...headers, "if-match": '"1"' },
    body: JSON.stringify(body),
  });
  const response = await PATCH(request, { params: Promise.resolve({ deploymentId: id }) });
  expect(response.status).toBe(200);
}

test("offers a shared database to both models, and treats a gateway and its engine as one service", async () => {
  expect(await joinedOf()).toEqual({
    "chat of vllm": [],
    "code of vllm": [],
    "search of vllm": ["postgres"],
    "search of dynamo": ["postgres"],
  });
  for (const slug of ["chat", "code"])
    expect(await offeredTo(slug)).toEqual([
      "possible postgres db:9187",
      "possible pgbouncer pool:9127",
      "elsewhere postgres db-2:9187",
    ]);
});

test("joins the shared database after the models are merged", async () => {
  const { id } = await resolveDeployment("chat", allSources);
  await review("code", { mergedInto: id });
  await discoverDeployments();
  expect(await joinedOf()).toMatchObject({ "chat of vllm": ["postgres", "pgbouncer"] });
});

test("keeps the other model of the namespace when selectors are edited", async () => {
  const pools = [{ role: "both", selectors: [{ model_name: "chat", instance: "10.0.0.1:8000" }] }];
  await review("chat", { pools });
  await discoverDeployments();
  expect(await joinedOf()).toMatchObject({ "chat of vllm": [], "code of vllm": [] });
  const { deployments } = await readKnownDeployments(allSources);
  const search = deployments.find(({ model, engine }) => model === "search" && engine === "vllm");
  await review(search?.slug ?? "", {
    pools: [{ role: "both", selectors: [{ model_name: "search", job: "vllm" }] }],
  });
  await discoverDeployments();
  expect(await joinedOf()).toMatchObject({ "search of vllm": ["postgres"] });
});
