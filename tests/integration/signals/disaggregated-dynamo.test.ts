/**
 * NVIDIA Dynamo 1.4.0 with separate prefill and decode workers, recorded from its real frontend, router and mock engine:
 * only decode workers have the metrics of an engine, and only component metrics name the role of a worker.
 */
import { allSources } from "@/lib/model/sources/source-scope";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sentenceText } from "@/lib/format/sentence-text";
import { checkDeployment } from "@/lib/services/data-check/check-deployment";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { readKnownDeployments, type KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { readOverviewRow } from "@/lib/services/overview/read-row";
import { emptyWatchedFacts } from "@/lib/model/deployment/deployment-facts";
import { compareFacts } from "@/lib/services/events/compare-facts";
import { readDeploymentFacts } from "@/lib/services/events/read-deployment-facts";
import { answerQuestion } from "@/lib/services/signals/answer-question";
import { readRecordedHistory } from "@/tests/support/peers/recorded-history";
import { openFrozenFixture, type FrozenFixture } from "@/tests/support/server/frozen-fixture";

const endMs = Date.UTC(2026, 9, 1, 12);

/** Second of the history from which on the prefill worker fails its scrapes. */
const prefillDiesAt = 1_200;
const prefillLastUpMs = endMs - 615_000;

let stage: FrozenFixture;
/** The row of the decode workers while the prefill worker responds. */
let aliveRow: Awaited<ReturnType<typeof rowOf>>;
/** Roles of the engine's pools while the prefill worker responds, and after it died. */
const roles: (readonly string[])[] = [];

beforeAll(async () => {
  const history = readRecordedHistory({
    folder: "dynamo-1.4.0-disaggregated",
    targets: [
      { file: "frontend", job: "frontend", instance: "frontend:8000" },
      { file: "prefill", job: "workers", instance: "prefill:9090", failsFromSeconds: prefillDiesAt },
      { file: "decode", job: "workers", instance: "decode:9090" },
    ],
    endMs,
    seconds: 1_800,
    factor: 20,
  });
  stage = await openFrozenFixture(history, endMs);
  for (const atMs of [endMs - 900_000, endMs]) {
    stage.setClock(atMs);
    await discoverDeployments();
    roles.push((await find("vllm")).pools.map(({ role }) => role));
    if (atMs < endMs) aliveRow = await rowOf("vllm");
  }
});
afterAll(() => stage.close());

async function find(engine: string): Promise<KnownDeployment> {
  const { deployments } = await readKnownDeployments(allSources);
  const found = deployments.find((one) => one.engine === engine);
  if (found === undefined) throw new Error(`${engine} was not discovered`);
  return found;
}

async function rowOf(engine: string) {
  const row = await readOverviewRow(
    await find(engine),
    { from: "now-15m", to: "now" },
    AbortSignal.timeout(60_000),
  );
  return { ...row, text: sentenceText(row.sentence).replaceAll("\u202f", " ") };
}

test("a worker next to a prefill worker only decodes, so the frontend's TTFT is judged", async () => {
  // The role does not change while the prefill worker is down.
  expect(roles).toEqual([["decode"], ["decode"]]);
  expect(aliveRow.status.id).toBe("ok");
  expect(aliveRow.instanceCount).toBe(2);
  expect(aliveRow.text).toMatch(/measured at .+, because the engine's TTFT excludes the prefill/);
});

test("reports a prefill worker that is down since its last scrape, in row and sentence", async () => {
  const row = await rowOf("vllm");
  expect(row.status).toMatchObject({
    id: "instances-down",
    label: "Instance down",
    sinceMs: prefillLastUpMs,
  });
  expect(row.instanceCount).toBe(2);
  expect(row.text).toMatch(/^1 of 2 instances is down /);
  expect(row.sentence).toContainEqual({
    kind: "down-since",
    since: {
      kind: "since",
      atMs: prefillLastUpMs,
      withinMs: 15_000,
      elapsedMs: endMs - prefillLastUpMs,
    },
  });
});

test("reports the dead prefill worker as an event, and no smaller deployment", async () => {
  const deployment = await find("vllm");
  const before = await readDeploymentFacts(deployment, endMs - 900_000);
  const after = await readDeploymentFacts(deployment, endMs);
  if (before === undefined || after === undefined) throw new Error("the facts are unknown");
  expect(before).toMatchObject({ instances: 2, downInstances: [] });
  expect(after).toMatchObject({ instances: 2, downInstances: ["prefill:9090"] });
  expect(compareFacts(emptyWatchedFacts, after, endMs).changes).toEqual([
    {
      atMs: prefillLastUpMs,
      change: {
        kind: "scaling",
        title: "1 of 2 instances is down",
        fromValue: null,
        toValue: "1 of 2 respond",
      },
    },
  ]);
});

test("names the dead prefill worker as a target that is down in a split by instance", async () => {
  const { slug } = await find("vllm");
  const answer = await answerQuestion(
    {
      v: 1,
      signals: ["e2e"],
      statistics: ["p95"],
      scope: { deployment: slug, split: "instance" },
      window: { from: "now-15m", to: "now" },
    },
    { sourceScope: allSources },
  );
  const prefill = answer.series.find(
    ({ group }) => group?.kind === "value" && group.value === "prefill:9090",
  );
  expect(prefill?.headline).toMatchObject({
    kind: "absent",
    reason: "target-down",
    detail: expect.stringMatching(/^No target with instance prefill:9090 responds to scrapes\./),
  });
});

test("counts requests at the frontend, and claims zero errors only there", async () => {
  const frontend = await rowOf("dynamo");
  expect(frontend.status.id).toBe("ok");
  expect(frontend.readings.errorRatio).toMatchObject({ kind: "present", value: 0 });
  const engine = await rowOf("vllm");
  expect(engine.readings.errorRatio).toMatchObject({ kind: "absent", reason: "not-exposed" });
  expect(engine.readings.abortRatio).toMatchObject({ kind: "absent", reason: "not-exposed" });
  expect(aliveRow.text).toContain("Errors are unknown.");
});

test("reads the KV cache usage under one of its two names, and no metric as lost", async () => {
  const rows = await checkDeployment(await find("vllm"), AbortSignal.timeout(60_000));
  expect(rows.find(({ signal }) => signal === "kv-usage")).toMatchObject({ outcome: "with-data", value: 0 });
  expect(rows.filter(({ detail }) => /existed before|Add a selector/.test(detail))).toEqual([]);
  const missing = ["queue-time", "prefill-time", "decode-time", "output-tokens"];
  for (const row of rows.filter(({ signal }) => missing.includes(signal)))
    expect(row).toMatchObject({ outcome: "without-data", value: null, reason: "metric-absent" });
});
