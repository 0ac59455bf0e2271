/** Targets that never responded, on a real Prometheus: some belong to a deployment, and some to nothing known. */
import { allSources } from "@/lib/model/sources/source-scope";
import { afterAll, beforeAll, expect, test } from "vitest";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { readKnownDeployments } from "@/lib/services/deployments/known-deployments";
import { answerQuestion } from "@/lib/services/signals/answer-question";
import { readOverviewRow } from "@/lib/services/overview/read-row";
import { markedText } from "@/tests/support/sentence-text";
import { openFrozenFixture, type FrozenFixture } from "@/tests/support/server/frozen-fixture";
import {
  withJobLabel,
  createUnresponsiveTarget,
  writeExpositions,
  vllmServer,
  type ExposedSeriesList,
} from "@/tests/support/histories/strange-expositions";

const endMs = Date.UTC(2026, 9, 1, 12);

const server = (host: string): ExposedSeriesList =>
  vllmServer({
    host,
    running: (seconds) => 4 + (seconds % 7),
    waiting: 0,
    kvUsage: () => 0.3,
    finishedPerSecond: 1,
  });

const exporter: ExposedSeriesList = [
  { name: "up", host: "node", valueAt: () => 1 },
  { name: "node_load1", host: "node", valueAt: () => 1 },
];

const manyHosts = Array.from({ length: 9 }, (_, index) => `m${index}`);

let stage: FrozenFixture;

beforeAll(async () => {
  const expositions = {
    // One of two replicas never responded, and a third one began five minutes ago.
    chat: [...server("a"), ...createUnresponsiveTarget("b"), ...createUnresponsiveTarget("c", 1_500)],
    // Another exporter responds in the same job, so the silent target may be one, too.
    mixed: [...server("d"), ...exporter, ...createUnresponsiveTarget("e")],
    // More replicas than a split can name.
    many: [...manyHosts.flatMap(server), ...createUnresponsiveTarget("m9")],
    // Two deployments share a job.
    code: withJobLabel("shared", server("f")),
    search: [
      ...withJobLabel("shared", server("g")),
      { ...createUnresponsiveTarget("h")[0]!, labels: { job: "shared" } },
    ],
  };
  stage = await openFrozenFixture(writeExpositions(expositions, endMs), endMs);
  await discoverDeployments();
});
afterAll(() => stage.close());

async function deploymentOf(model: string) {
  const { deployments } = await readKnownDeployments(allSources);
  const found = deployments.find((one) => one.model === model);
  if (found === undefined) throw new Error(`${model} was not discovered`);
  return found;
}

test("counts a replica that was dead before the first discovery, but not one that may still be starting", async () => {
  expect((await deploymentOf("chat")).instances).toEqual(["a:8000", "b:8000"]);
});

test("states that the replica is down, for at least the time that the source remembers", async () => {
  const row = await readOverviewRow(
    await deploymentOf("chat"),
    { from: "now-15m", to: "now" },
    AbortSignal.timeout(60_000),
  );
  expect(row.status).toMatchObject({ id: "instances-down" });
  expect(row.instanceCount).toBe(2);
  expect(markedText(row.sentence)).toMatch(/^1 of 2 instances is down /);
  expect(row.sentence).toContainEqual({
    kind: "down-since",
    since: { kind: "at-least", elapsedMs: 1_800_000 },
  });
});

test.each([
  ["mixed", ["d:8000"]],
  ["code", ["f:8000"]],
  ["search", ["g:8000"]],
])("assigns no silent target of an ambiguous job to %s", async (model, instances) => {
  expect((await deploymentOf(model)).instances).toEqual(instances);
});

test("keeps the replica in later discoveries", async () => {
  await discoverDeployments();
  expect((await deploymentOf("chat")).instances).toEqual(["a:8000", "b:8000"]);
});

test("names the replica in a split by instance, and combines all others that have no name", async () => {
  const { slug, instances } = await deploymentOf("many");
  expect(instances).toHaveLength(10);
  const answer = await answerQuestion(
    {
      v: 1,
      signals: ["running"],
      statistics: ["value"],
      scope: { deployment: slug, split: "instance" },
      window: { from: "now-15m", to: "now" },
    },
    { sourceScope: allSources },
  );
  expect(answer.split).toMatchObject({ namedCount: 8, totalCount: 10 });
  const groups = answer.series.map(({ group }) => group);
  expect(groups).toContainEqual({ kind: "value", value: "m9:8000" });
  expect(groups).toContainEqual(expect.objectContaining({ kind: "rest", count: 2 }));
  const silent = answer.series.find(({ group }) => group?.kind === "value" && group.value === "m9:8000");
  expect(silent?.headline).toMatchObject({ kind: "absent", reason: "target-down" });
});
