/** A deployment with two targets, one of which stops responding, on a real Prometheus. */
import { allSources } from "@/lib/model/sources/source-scope";
import { afterAll, beforeAll, expect, test } from "vitest";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { readKnownDeployments } from "@/lib/services/deployments/known-deployments";
import { readDeploymentFacts } from "@/lib/services/events/read-deployment-facts";
import { readOverviewRow } from "@/lib/services/overview/read-row";
import { markedText } from "@/tests/support/sentence-text";
import { openFrozenFixture, type FrozenFixture } from "@/tests/support/server/frozen-fixture";
import { seriesText, stoppedAt, vllmServer } from "@/tests/support/histories/strange-expositions";

const endMs = Date.UTC(2026, 9, 1, 12);
const stoppedAfterSeconds = 900;
const lastUpMs = endMs - 915_000;

const server = (host: string) =>
  vllmServer({
    host,
    running: (seconds) => 4 + (seconds % 7),
    waiting: 0,
    kvUsage: () => 0.3,
    finishedPerSecond: 1,
  });

let stage: FrozenFixture;

beforeAll(async () => {
  const expositions = { chat: [...server("a"), ...stoppedAt(stoppedAfterSeconds, server("b"))] };
  stage = await openFrozenFixture(seriesText(expositions, endMs), lastUpMs);
  await discoverDeployments();
  stage.setClock(endMs);
  await discoverDeployments();
});
afterAll(() => stage.close());

async function chat() {
  const { deployments } = await readKnownDeployments(allSources);
  const found = deployments.find(({ model }) => model === "chat");
  if (found === undefined) throw new Error("chat was not discovered");
  return found;
}

test("keeps the instance while service discovery lists its target", async () => {
  expect((await chat()).instances).toEqual(["a:8000", "b:8000"]);
});

test("reports the instance that is down since its last successful scrape, in row and sentence", async () => {
  const row = await readOverviewRow(
    await chat(),
    { from: "now-15m", to: "now" },
    AbortSignal.timeout(60_000),
  );
  expect(row.status).toMatchObject({ id: "instances-down", label: "Instance down" });
  expect(row.instances).toBe(2);
  expect(markedText(row.sentence)).toMatch(/^1 of 2 instances is down /);
  expect(row.sentence).toContainEqual({
    kind: "down-since",
    since: { kind: "since", atMs: lastUpMs, withinMs: 15_000, forMs: 915_000 },
  });
});

test("observes an outage, not a smaller deployment", async () => {
  expect(await readDeploymentFacts(await chat(), endMs)).toMatchObject({
    instances: 2,
    downInstances: ["b:8000"],
    lastUpMs: { "b:8000": lastUpMs },
  });
});
