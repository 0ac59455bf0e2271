/**
 * A training loop with custom metrics, defined only by mappings in the configuration file, with a real Prometheus.
 */
import { allSources } from "@/lib/model/sources/source-scope";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET as LIST } from "@/app/api/v1/deployments/route";
import { GET as LABELS } from "@/app/api/v1/labels/route";
import type { LabelsResponse } from "@/lib/contracts/labels";
import type { DeploymentsResponse } from "@/lib/contracts/deployments";
import type { Question, Statistic } from "@/lib/model/question";
import type { SignalId } from "@/lib/model/signals/signals";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { answerQuestion } from "@/lib/services/signals/answer-question";
import { openStoredFixture, scrapeSeconds, type StoredFixture } from "@/tests/support/server/stored-fixture";

let stage: StoredFixture;
let folder = "";

/** Work per second of each worker. The second worker is slower. */
const workers = [
  { instance: "w0:8000", steps: 4, loss: 2.5 },
  { instance: "w1:8000", steps: 2.5, loss: 3.5 },
] as const;
const tokensPerStep = 4_096;
const waitShare = 0.25;

/** Workers spend all their time in steps, so one step takes 1000 ÷ steps milliseconds. */
function exposition(): string {
  const times = scrapeSeconds(900_000);
  const lines = (
    name: string,
    valueOf: (worker: (typeof workers)[number], seconds: number) => number,
  ): string[] =>
    workers.flatMap((worker) =>
      times.map(
        (at, index) =>
          `${name}${name.includes("{") ? "," : "{"}job="pretrain",instance="${worker.instance}"} ${valueOf(worker, index * 15)} ${at}`,
      ),
    );
  return [
    "# TYPE step_ms histogram",
    ...lines('step_ms_bucket{le="+Inf"', ({ steps }, seconds) => steps * seconds),
    ...lines("step_ms_sum", (_, seconds) => 1_000 * seconds),
    ...lines("step_ms_count", ({ steps }, seconds) => steps * seconds),
    "# TYPE wait_ms histogram",
    ...lines('wait_ms_bucket{le="+Inf"', ({ steps }, seconds) => steps * seconds),
    ...lines("wait_ms_sum", (_, seconds) => 1_000 * waitShare * seconds),
    ...lines("wait_ms_count", ({ steps }, seconds) => steps * seconds),
    "# TYPE loss gauge",
    ...lines('loss{split="train"', ({ loss }) => loss),
    ...lines('loss{split="validation"', () => 9),
    "# TYPE tokens counter",
    ...lines("tokens_total", ({ steps }, seconds) => steps * seconds * tokensPerStep),
    "# TYPE DCGM_FI_DEV_FB_USED gauge",
    ...times.map((at) => `DCGM_FI_DEV_FB_USED{Hostname="w1",gpu="0",job="dcgm"} 1000 ${at}`),
    "# EOF\n",
  ].join("\n");
}

const file = `version: 1
deployments:
  - title: Pretraining
    engine: training
    selectors: [{ job: pretrain }]
    mappings:
      train-step-time: { histogram: step_ms, scale: 0.001 }
      train-step-spread: { histogram: step_ms }
      train-data-wait: { histogram: wait_ms }
      train-batches: { histogram: step_ms }
      train-tokens: { counter: tokens_total }
      train-loss: { gauge: loss, labels: { split: train } }
`;

beforeAll(async () => {
  stage = await openStoredFixture(exposition());
  folder = mkdtempSync(path.join(tmpdir(), "ridgepoint-training-"));
  writeFileSync(path.join(folder, "ridgepoint.yaml"), file);
  await stage.begin({ RIDGEPOINT_CONFIG: path.join(folder, "ridgepoint.yaml") });
  // The first pass applies the file, and the second pass discovers what it defines.
  await discoverDeployments();
  await discoverDeployments();
});

afterAll(async () => {
  await stage.close();
  rmSync(folder, { recursive: true });
});

async function headline(signal: SignalId, statistic: Statistic = "value") {
  const question: Question = {
    v: 1,
    signals: [signal],
    statistics: [statistic],
    scope: { deployment: "pretraining" },
    window: { from: "now-10m", to: "now" },
  };
  const { series, notes } = await answerQuestion(question, { sourceScope: allSources });
  return { ...series[0]?.headline, formula: notes[0]?.formula, from: notes[0]?.from };
}

test("finds the workers through the mapping and shows a training section", async () => {
  const found = await resolveDeployment("pretraining", allSources);
  expect(found).toMatchObject({
    engine: "training",
    instances: ["w0:8000", "w1:8000"],
    missingSinceMs: null,
  });
  expect(found.metricNames).toContain("tokens_total");
  expect(found.attachments).toEqual([{ exporter: "dcgm", selectors: [{ Hostname: "w1" }] }]);
  const request = new Request("http://localhost:3000/api/v1/deployments", {
    headers: { host: "localhost:3000" },
  });
  const response = await LIST(request, { params: Promise.resolve({}) });
  const { deployments } = (await response.json()) as DeploymentsResponse;
  expect(deployments).toMatchObject([
    { engine: { title: "Training job", servesRequests: false }, families: ["gpu", "training"] },
  ]);
});

test.each([
  ["train-step-time", "value", 2 / 6.5],
  ["train-step-spread", "value", 0.4 / ((0.25 + 0.4) / 2) - 1],
  ["train-data-wait", "value", waitShare],
  ["train-batches", "rate", 6.5],
  ["train-tokens", "rate", 6.5 * tokensPerStep],
  ["train-loss", "value", 3],
] as const)("reads %s from its metrics", async (signal, statistic, expected) => {
  const readings = await headline(signal, statistic);
  expect(readings).toMatchObject({ kind: "present", from: "Training job" });
  expect("value" in readings ? readings.value : Number.NaN).toBeCloseTo(expected, 6);
});

test("explains how to map unmapped signals, and that serving signals do not apply", async () => {
  expect(await headline("train-bus-bandwidth")).toMatchObject({
    kind: "absent",
    reason: "not-exposed",
    howToEnable: expect.stringContaining("in Settings › Deployments or in ridgepoint.yaml"),
  });
  expect(await headline("ttft", "p95")).toMatchObject({ kind: "absent", reason: "not-exposed" });
});

test("splits every signal by worker", async () => {
  const request = new Request("http://localhost:3000/api/v1/labels?deployment=pretraining", {
    headers: { host: "localhost:3000" },
  });
  const { labels } = (await (
    await LABELS(request, { params: Promise.resolve({}) })
  ).json()) as LabelsResponse;
  expect(labels.map(({ name }) => name)).toContain("instance");
  const { series } = await answerQuestion(
    {
      v: 1,
      signals: ["train-step-time"],
      statistics: ["value"],
      scope: { deployment: "pretraining", split: "instance" },
      window: { from: "now-10m", to: "now" },
    },
    { sourceScope: allSources },
  );
  const byWorker = series.map(({ group, headline: readings }) => [
    group?.kind === "value" ? group.value : "",
    readings.kind === "present" ? Number(readings.value.toFixed(6)) : readings.reason,
  ]);
  expect(byWorker).toHaveLength(2);
  expect(byWorker).toEqual(
    expect.arrayContaining([
      ["w0:8000", 0.25],
      ["w1:8000", 0.4],
    ]),
  );
});

test("names the mapped metrics in the formula", async () => {
  expect((await headline("train-step-spread")).formula).toBe(
    "max of (rate(step_ms_sum) ÷ rate(step_ms_count)) ÷ mean of (rate(step_ms_sum) ÷ rate(step_ms_count)) − 1",
  );
});
