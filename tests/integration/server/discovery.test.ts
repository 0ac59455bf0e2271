import { allSources } from "@/lib/model/sources/source-scope";
import { createServer, type Server } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { inactiveSinceMs, isListed } from "@/lib/model/deployment/deployment-review";
import { getDatabase } from "@/lib/server/db/client";
import { systemPrincipal } from "@/lib/server/principal";
import { checkSource } from "@/lib/services/installation/check-source";
import { getSourceHealth } from "@/lib/services/sources/source-health";
import { deriveEvents } from "@/lib/services/events/derive-events";
import { listVersionChanges } from "@/lib/services/events/list-version-changes";
import { recordVersion } from "@/lib/services/installation/record-version";
import { registerSources } from "@/lib/services/sources/register-sources";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { refreshDeploymentSnapshot } from "@/lib/services/deployments/known-deployments";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/server/database";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";

/** Metrics source that responds from a table with Prometheus' JSON. */
interface PlayedSource {
  version: string;
  jaegerVersion: string;
  pageReads: number;
  status: number;
  series: readonly Readonly<Record<string, string>>[];
  names: readonly string[];
  lastScrapeSeconds: number;
}

const freshly: PlayedSource = {
  version: "3.1.0",
  jaegerVersion: "2.12.0",
  pageReads: 0,
  status: 200,
  series: [],
  names: ["vllm:num_requests_running"],
  lastScrapeSeconds: 99,
};
const played: PlayedSource = { ...freshly };
let server: Server;
let own: TestDatabase;
/** Database without stored sources. */
let unregistered: TestDatabase;
let url = "";

function answer(path: string): unknown {
  if (path === "/") {
    played.pageReads += 1;
    return { gitVersion: `v${played.jaegerVersion}` };
  }
  if (path.startsWith("/api/v3/services")) return { services: [] };
  if (path.startsWith("/api/v1/status/buildinfo")) {
    return { status: "success", data: { version: played.version, revision: "x", goVersion: "go1" } };
  }
  const named = played.names.map((__name__) => ({ __name__ }));
  const isNamesQuery = path.includes("__name__");
  const series = isNamesQuery && played.series.length > 0 ? named : played.series;
  const result = path.includes("vllm")
    ? series.map((metric) => ({ metric, value: [100, String(played.lastScrapeSeconds)] }))
    : [];
  return { status: "success", data: { resultType: "vector", result } };
}

beforeAll(async () => {
  own = await createMigratedDatabase();
  unregistered = await createMigratedDatabase();
  server = createServer((request, response) => {
    // A long query is in the body.
    void text(request).then((body) => {
      response.writeHead(played.status, { "content-type": "application/json" });
      response.end(JSON.stringify(answer(decodeURIComponent(`${request.url ?? ""}${body}`))));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
});

beforeEach(() => {
  Object.assign(played, freshly);
  useServerEnvironment({ DATABASE_URL: own.url, PROMETHEUS_URL: url });
});

afterEach(async () => {
  vi.useRealTimers();
  await leaveServerEnvironment();
});

afterAll(async () => {
  server.close();
  await own.drop();
  await unregistered.drop();
});

test("deployments are discovered and named, and keep id and slug over a restart that discovers before it registers", async () => {
  await registerSources();
  played.series = [{ model_name: "org/Model-A", job: "vllm", instance: "a:8000" }];
  expect(await discoverDeployments()).toEqual({ discoveredCount: 1, isStored: true });
  const first = await resolveDeployment("model-a", allSources);
  expect(first).toMatchObject({
    title: "Model-A",
    model: "org/Model-A",
    instances: ["a:8000"],
    lastSeenAtMs: 99_000,
  });

  useServerEnvironment({ DATABASE_URL: own.url, PROMETHEUS_URL: url });
  played.series = [...played.series, { model_name: "org/Model-A", job: "other", instance: "b:8000" }];
  expect(await discoverDeployments()).toEqual({ discoveredCount: 2, isStored: true });
  expect(await resolveDeployment("model-a", allSources)).toMatchObject({ id: first.id, title: "Model-A" });
  expect(await resolveDeployment("model-a-other", allSources)).toMatchObject({ title: "Model-A (other)" });
});

test("unsaved changes survive reads of an older record", async () => {
  useServerEnvironment({ DATABASE_URL: unregistered.url, PROMETHEUS_URL: url });
  played.series = [{ model_name: "early", job: "vllm", instance: "a:8000" }];
  expect(await discoverDeployments()).toEqual({ discoveredCount: 1, isStored: false });
  const early = await resolveDeployment("early", allSources);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
  await resolveDeployment("early", allSources);
  await refreshDeploymentSnapshot();
  expect(await resolveDeployment("early", allSources)).toMatchObject({ id: early.id });

  await registerSources();
  expect(await discoverDeployments()).toEqual({ discoveredCount: 1, isStored: true });
  expect(await resolveDeployment("early", allSources)).toMatchObject({ id: early.id, slug: "early" });
  expect((await refreshDeploymentSnapshot()).records).toHaveLength(1);
});

test("writes the changed row only, and moves the last-seen time of all others", async () => {
  const stored = () =>
    getDatabase().deployment.findMany({
      where: { model: { startsWith: "row-" } },
      orderBy: { model: "asc" },
      select: { updatedAt: true, lastSeenAt: true, shape: true },
    });
  await registerSources();
  const [first, second] = ["row-a", "row-b"].map((name) => ({ model_name: name, job: "vllm" }));
  played.series = [
    { ...first, instance: "a:8000" },
    { ...second, instance: "b:8000" },
  ];
  await discoverDeployments();
  const before = await stored();
  await discoverDeployments();
  expect(await stored()).toEqual(before);

  played.lastScrapeSeconds = 130;
  played.series = [...played.series, { ...second, instance: "c:8000" }];
  await discoverDeployments();
  const [same, changed] = await stored();
  expect(same).toEqual({ ...before[0], lastSeenAt: new Date(130_000) });
  expect(changed?.updatedAt).not.toEqual(before[1]?.updatedAt);
  expect(changed).toMatchObject({
    lastSeenAt: new Date(130_000),
    shape: { instances: ["b:8000", "c:8000"] },
  });
});

test("deployments found after the first pass cause one notice", async () => {
  const titles = async () =>
    (await getDatabase().notice.findMany({ orderBy: { title: "asc" } })).map(({ title }) => title);
  await registerSources();
  const before = await titles();
  played.series = [{ model_name: "org/Newcomer", job: "vllm", instance: "n:8000" }];
  await Promise.all([discoverDeployments(), discoverDeployments()]);
  await discoverDeployments();
  expect((await titles()).filter((title) => !before.includes(title))).toEqual(["New deployment: Newcomer"]);
});

test("a former slug leads to the deployment", async () => {
  await registerSources();
  played.series = [{ model_name: "renamed", job: "vllm", instance: "a:8000" }];
  await discoverDeployments();
  const { id } = await resolveDeployment("renamed", allSources);
  await getDatabase().deploymentAlias.create({ data: { slug: "former", deploymentId: id } });
  await discoverDeployments();
  expect(await resolveDeployment("former", allSources)).toMatchObject({ id, slug: "renamed" });
  await expect(resolveDeployment("never", allSources)).rejects.toMatchObject({ code: "not-found" });
});

test("an unreachable source does not remove known deployments", async () => {
  await registerSources();
  played.series = [{ model_name: "stays", job: "vllm", instance: "a:8000" }];
  await discoverDeployments();
  played.status = 503;
  expect(await discoverDeployments()).toMatchObject({ discoveredCount: 0 });
  expect(await resolveDeployment("stays", allSources)).toMatchObject({ instances: ["a:8000"] });
});

test("a deployment absent from its source disappears after an hour and leaves lists after a day, unless the source is silent", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-03-01T10:00:00Z") });
  const startMs = Date.now();
  const after = async (hours: number) => {
    vi.setSystemTime(startMs + hours * 3_600_000);
    await discoverDeployments();
    return resolveDeployment("leaves", allSources);
  };
  await registerSources();
  const rest = { model_name: "keeps", job: "vllm", instance: "a:8000" };
  played.series = [rest, { ...rest, model_name: "leaves" }];
  await discoverDeployments();
  played.status = 503;
  expect(await after(1)).toMatchObject({ missingSinceMs: null });
  played.status = 200;
  played.series = [rest];
  const missing = await after(2);
  expect(missing).toMatchObject({ missingSinceMs: startMs + 2 * 3_600_000 });
  expect(inactiveSinceMs(missing, Date.now())).toBeNull();
  const removed = await after(3);
  expect(inactiveSinceMs(removed, Date.now())).toBe(99_000);
  expect(isListed(removed, Date.now())).toBe(true);
  expect(isListed(await after(26), Date.now())).toBe(false);
  played.series = [rest, { ...rest, model_name: "leaves" }];
  expect(await after(27)).toMatchObject({ missingSinceMs: null });
});

test("concurrent discovery in several processes creates each deployment once", async () => {
  await registerSources();
  played.series = Array.from({ length: 5 }, (_unused, index) => ({
    model_name: `many-${index}`,
    job: "vllm",
  }));
  const outcomes = await Promise.all(Array.from({ length: 4 }, () => discoverDeployments()));
  expect(outcomes.every(({ isStored }) => isStored)).toBe(true);
  expect(await getDatabase().deployment.count({ where: { model: { startsWith: "many-" } } })).toBe(5);
});

test("a version change is one event, regardless of the number of observers, and the first version is not a change", async () => {
  await registerSources();
  const see = async (observer: string): Promise<boolean> =>
    recordVersion(systemPrincipal, {
      slug: "prometheus",
      outcome: await checkSource("prometheus"),
      observedBy: observer,
    });
  expect(await see("check-sources 0")).toBe(false);
  played.version = "3.2.0";
  const changes = await Promise.all([see("check-sources 1"), see("check-sources 1"), see("check-sources 1")]);
  expect(changes.filter(Boolean)).toHaveLength(1);
  expect(await listVersionChanges(10)).toMatchObject([
    {
      kind: "source-version",
      title: "Prometheus changed from 3.1.0 to 3.2.0",
      source: "prometheus",
      fromValue: "3.1.0",
      toValue: "3.2.0",
    },
  ]);
  expect(getSourceHealth("prometheus")).toMatchObject({ kind: "up", version: "3.2.0" });
});

test("detects a Jaeger upgrade without an outage within five minutes, with one large page per five minutes", async () => {
  useServerEnvironment({ DATABASE_URL: own.url, PROMETHEUS_URL: url, JAEGER_URL: url });
  await registerSources();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-03-01T10:00:00Z") });
  const see = async (atMs: number): Promise<boolean> => {
    vi.setSystemTime(atMs);
    const outcome = await checkSource("jaeger");
    return recordVersion(systemPrincipal, { slug: "jaeger", outcome, observedBy: `check-sources ${atMs}` });
  };
  const startMs = Date.now();
  expect(await see(startMs)).toBe(false);
  played.jaegerVersion = "2.13.0";
  for (let afterMs = 15_000; afterMs < 300_000; afterMs += 15_000)
    expect(await see(startMs + afterMs)).toBe(false);
  expect(played.pageReads).toBe(1);
  expect(await see(startMs + 300_000)).toBe(true);
  expect(played.pageReads).toBe(2);
  const events = await listVersionChanges(10);
  expect(events.filter(({ source }) => source === "jaeger")).toMatchObject([
    { fromValue: "2.12.0", toValue: "2.13.0", atMs: startMs + 300_000 },
  ]);
});

test("a source removed from the environment stays stored and is marked as removed", async () => {
  useServerEnvironment({ DATABASE_URL: own.url, PROMETHEUS_URL: url, JAEGER_URL: url });
  await registerSources();
  expect(await getDatabase().source.count({ where: { removedAt: null } })).toBe(2);
  useServerEnvironment({ DATABASE_URL: own.url, PROMETHEUS_URL: url });
  await registerSources();
  expect(
    await getDatabase().source.findMany({ where: { removedAt: { not: null } }, select: { slug: true } }),
  ).toEqual([{ slug: "jaeger" }]);
});

test("appeared and disappeared metric names are reported after two passes, and become events", async () => {
  await registerSources();
  played.series = [{ model_name: "upgraded", job: "vllm", instance: "u:8000" }];
  played.names = ["vllm:num_requests_running", "vllm:gpu_cache_usage_perc"];
  await discoverDeployments();
  const { id } = await resolveDeployment("upgraded", allSources);
  const notices = () => getDatabase().notice.findMany({ where: { deploymentId: id, kind: "metric-names" } });
  const derive = (minute: number) => deriveEvents(systemPrincipal, 100_000 + minute * 60_000);
  await derive(0);
  played.names = ["vllm:num_requests_running", "vllm:kv_cache_usage_perc"];
  await derive(1);
  expect(await notices()).toEqual([]);
  await Promise.all([derive(2), derive(2)]);
  await derive(3);
  expect(await notices()).toMatchObject([{ title: "Metric names changed: 1 lost, 1 new" }]);
  expect(await getDatabase().event.findMany({ where: { deploymentId: id } })).toMatchObject([
    { kind: "engine-version", at: new Date(160_000) },
  ]);
});
