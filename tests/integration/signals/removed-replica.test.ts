/**
 * A deployment with two targets, one of which dies and leaves service discovery later, on a real Prometheus. The
 * statement that it is down ends when service discovery expects one target fewer.
 */
import { allSources } from "@/lib/model/sources/source-scope";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sentenceText } from "@/lib/format/sentence-text";
import { emptyWatchedFacts, type WatchedFacts } from "@/lib/model/deployment/deployment-facts";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { readKnownDeployments } from "@/lib/services/deployments/known-deployments";
import { compareFacts } from "@/lib/services/events/compare-facts";
import { readDeploymentFacts } from "@/lib/services/events/read-deployment-facts";
import { readOverviewRow } from "@/lib/services/overview/read-row";
import { openFrozenFixture, type FrozenFixture } from "@/tests/support/server/frozen-fixture";
import {
  writeExpositions,
  stopAfterSeconds,
  vllmServer,
} from "@/tests/support/histories/strange-expositions";

const endMs = Date.UTC(2026, 9, 1, 12);
const atMs = (secondsBeforeEnd: number): number => endMs - secondsBeforeEnd * 1_000;
/** Seconds of the history of half an hour. */
const diesAt = 600;
const leavesAt = 1_200;

const server = (host: string) =>
  vllmServer({
    host,
    running: (seconds) => 4 + (seconds % 7),
    waiting: 0,
    kvUsage: () => 0.3,
    finishedPerSecond: 1,
  });
const leaving = stopAfterSeconds(diesAt, server("b")).map((one) => ({
  ...one,
  valueAt: (seconds: number) => (seconds < leavesAt ? one.valueAt(seconds) : null),
}));

let stage: FrozenFixture;
let watched: WatchedFacts = emptyWatchedFacts;

beforeAll(async () => {
  stage = await openFrozenFixture(writeExpositions({ chat: [...server("a"), ...leaving] }, endMs), endMs);
});
afterAll(() => stage.close());

/** Discovers and observes the deployment at a time. Returns its row and the titles of the events. */
async function observe(secondsBeforeEnd: number) {
  stage.setClock(atMs(secondsBeforeEnd));
  await discoverDeployments();
  const { deployments } = await readKnownDeployments(allSources);
  const chat = deployments.find(({ model }) => model === "chat");
  if (chat === undefined) throw new Error("chat was not discovered");
  const facts = await readDeploymentFacts(chat, atMs(secondsBeforeEnd));
  if (facts === undefined) throw new Error("the facts are unknown");
  const { watched: next, changes } = compareFacts(watched, facts, atMs(secondsBeforeEnd));
  watched = next;
  const row = await readOverviewRow(chat, { from: "now-15m", to: "now" }, AbortSignal.timeout(60_000));
  return {
    instances: chat.instances,
    ids: row.status.currentIds,
    text: sentenceText(row.sentence),
    titles: changes.map(({ change }) => change.title),
  };
}

test("an instance is down until its target leaves service discovery, and not longer", async () => {
  expect(await observe(1_300)).toMatchObject({ instances: ["a:8000", "b:8000"], ids: ["ok"], titles: [] });
  await observe(900);
  const down = await observe(840);
  expect(down).toMatchObject({ instances: ["a:8000", "b:8000"], ids: ["instances-down"] });
  expect(down.text).toMatch(/^1 of 2 instances is down/);
  await observe(120);
  const left = await observe(0);
  expect(left).toMatchObject({ instances: ["a:8000"], ids: ["ok"] });
  expect(left.text).not.toContain("down");
  expect(left.titles).toEqual(["2 → 1 instance"]);
});
