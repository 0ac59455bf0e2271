/** A deployment with two targets, one of which stops responding, on a real Prometheus. */
import { allSources } from "@/lib/model/sources/source-scope";
import type { Answer } from "@/lib/model/answer";
import type { SignalId } from "@/lib/model/signals/signals";
import { afterAll, beforeAll, expect, test } from "vitest";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { readKnownDeployments } from "@/lib/services/deployments/known-deployments";
import { emptyWatchedFacts } from "@/lib/model/deployment/deployment-facts";
import { compareFacts } from "@/lib/services/events/compare-facts";
import { readDeploymentFacts } from "@/lib/services/events/read-deployment-facts";
import { answerQuestion } from "@/lib/services/signals/answer-question";
import { readOverviewRow } from "@/lib/services/overview/read-row";
import { markedText } from "@/tests/support/sentence-text";
import { openFrozenFixture, type FrozenFixture } from "@/tests/support/server/frozen-fixture";
import {
  writeExpositions,
  stopAfterSeconds,
  vllmServer,
} from "@/tests/support/histories/strange-expositions";

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
  const expositions = { chat: [...server("a"), ...stopAfterSeconds(stoppedAfterSeconds, server("b"))] };
  stage = await openFrozenFixture(writeExpositions(expositions, endMs), lastUpMs);
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
  expect(row.instanceCount).toBe(2);
  expect(markedText(row.sentence)).toMatch(/^1 of 2 instances is down /);
  expect(row.sentence).toContainEqual({
    kind: "down-since",
    since: { kind: "since", atMs: lastUpMs, withinMs: 15_000, elapsedMs: 915_000 },
  });
});

test("reports an outage that began before the first check as an event at the last scrape", async () => {
  const facts = await readDeploymentFacts(await chat(), endMs);
  if (facts === undefined) throw new Error("the facts are unknown");
  expect(compareFacts(emptyWatchedFacts, facts, endMs).changes).toEqual([
    {
      atMs: lastUpMs,
      change: {
        kind: "scaling",
        title: "1 of 2 instances is down",
        fromValue: null,
        toValue: "1 of 2 respond",
      },
    },
  ]);
});

test("observes an outage, not a smaller deployment", async () => {
  expect(await readDeploymentFacts(await chat(), endMs)).toMatchObject({
    instances: 2,
    downInstances: ["b:8000"],
    lastUpMs: { "b:8000": lastUpMs },
  });
});

async function byInstance(signal: SignalId, from: string) {
  const { slug } = await chat();
  return answerQuestion(
    {
      v: 1,
      signals: [signal],
      statistics: [signal === "ttft" ? "p95" : "value"],
      scope: { deployment: slug, split: "instance" },
      window: { from, to: "now" },
    },
    { sourceScope: allSources },
  );
}

const partOf = (answer: Answer, instance: string) => {
  const series = answer.series.find(({ group }) => group?.kind === "value" && group.value === instance);
  if (series === undefined) throw new Error(`${instance} is not named`);
  return series;
};

test.each(["running", "ttft"] as const)(
  "reports a target that is down since its last scrape, not an absent metric, in a split of %s",
  async (signal) => {
    const answer = await byInstance(signal, "now-30m");
    const { headline, absence } = partOf(answer, "b:8000");
    expect(headline).toMatchObject({
      kind: "absent",
      reason: "target-down",
      detail: "No target with instance b:8000 responds to scrapes.",
    });
    const since = headline.kind === "absent" ? headline.downSince : undefined;
    if (since?.kind !== "since") throw new Error("the start of the outage is unknown");
    expect(since.atMs).toBeLessThanOrEqual(lastUpMs);
    expect(since.atMs + since.withinMs).toBeGreaterThanOrEqual(lastUpMs);
    expect(since.withinMs).toBeLessThanOrEqual(60_000);
    expect(absence.at(-1)).toEqual([expect.any(Number), answer.pointCount - 1, "target-down"]);
    expect(absence.map(([, , reason]) => reason)).not.toContain("metric-absent");
    expect(partOf(answer, "a:8000").headline).toMatchObject({ kind: "present" });
  },
);

test("names a target that was down throughout the window", async () => {
  const answer = await byInstance("running", "now-6m");
  expect(answer.split).toMatchObject({ namedCount: 2, totalCount: 2 });
  const { headline, absence } = partOf(answer, "b:8000");
  expect(headline).toMatchObject({ reason: "target-down", downSince: { kind: "at-least" } });
  expect(absence).toEqual([[0, answer.pointCount - 1, "target-down"]]);
});
