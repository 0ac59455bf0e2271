/** Queries for failing targets when many deployments have one source, on a real Prometheus. */
import { allSources } from "@/lib/model/sources/source-scope";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { deleteProcessState } from "@/lib/server/process-state";
import { readKnownDeployments } from "@/lib/services/deployments/known-deployments";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { readDeploymentFacts } from "@/lib/services/events/read-deployment-facts";
import { readOverviewRow } from "@/lib/services/overview/read-row";
import {
  writeExpositions,
  stopAfterSeconds,
  vllmServer,
} from "@/tests/support/histories/strange-expositions";
import { resetServerClock, setServerClock } from "@/tests/support/server/server-clock";
import {
  leaveServerEnvironment,
  useServerEnvironment as setServerEnvironment,
} from "@/tests/support/server/server-environment";
import { startPrometheus, type FrozenPrometheus } from "@/tests/support/sources/prometheus";
import { startQueryLog, type QueryLog } from "@/tests/support/sources/query-log";

const endMs = Date.UTC(2026, 9, 1, 12);
const stoppedAfterSeconds = 900;
const models = ["m1", "m2", "m3", "m4", "m5", "m6"];

const server = (host: string) =>
  vllmServer({
    host,
    running: (seconds) => 4 + (seconds % 7),
    waiting: 0,
    kvUsage: () => 0.3,
    finishedPerSecond: 1,
  });

let prometheus: FrozenPrometheus;
let log: QueryLog;

beforeAll(async () => {
  const expositions = models.map((model, index) => [
    model,
    // Only the first deployment has a server that stops.
    [
      ...server(`${model}-a`),
      ...(index === 0 ? stopAfterSeconds(stoppedAfterSeconds, server(`${model}-b`)) : []),
    ],
  ]);
  prometheus = await startPrometheus(writeExpositions(Object.fromEntries(expositions), endMs));
  log = await startQueryLog(prometheus.url);
  setServerClock(endMs - 1_000_000);
  setServerEnvironment({
    DATABASE_URL: "postgresql://nobody@127.0.0.1:9/none",
    PROMETHEUS_URL: log.url,
  });
  await discoverDeployments();
  setServerClock(endMs);
  await discoverDeployments();
});
beforeEach(() => {
  for (const name of ["series-reader", "signals-answers"]) deleteProcessState(name);
  log.clearQueries();
});
afterAll(async () => {
  resetServerClock();
  await leaveServerEnvironment();
  log.close();
  await prometheus.stop();
});

const countSent = (part: string): number =>
  log
    .listQueries()
    .map(({ promql }) => promql)
    .join("\n")
    .split(part).length - 1;

async function deployments() {
  const known = await readKnownDeployments(allSources);
  expect(known.deployments).toHaveLength(models.length);
  return known.deployments;
}

test("all rows share one query for failing targets, and only one deployment reads its outages", async () => {
  const rows = await Promise.all(
    (await deployments()).map((one) =>
      readOverviewRow(one, { from: "now-15m", to: "now" }, AbortSignal.timeout(60_000)),
    ),
  );
  expect(rows.filter(({ status }) => status.id === "instances-down")).toHaveLength(1);
  expect(countSent("up < 1")).toBe(1);
  expect(log.listQueries().filter(({ promql }) => promql.endsWith("[21600s]"))).toHaveLength(1);
});

test("all checks for events share one query for failing targets", async () => {
  const facts = await Promise.all((await deployments()).map((one) => readDeploymentFacts(one, endMs)));
  expect(facts.filter((one) => one?.downInstances?.length === 1)).toHaveLength(1);
  expect(countSent("up < 1")).toBe(1);
});

test("one discovery sends one query for failing targets", async () => {
  await discoverDeployments();
  expect(countSent("up < 1")).toBe(1);
});
