/**
 * A new product instance with a Prometheus that scrapes one SGLang and one old vLLM under Ray: both are discovered
 * with correct numbers. Then one is stopped and a metric of the other is removed, and the panels report both.
 */
import { allSources } from "@/lib/model/sources/source-scope";
import { afterAll, beforeAll, expect, test } from "vitest";
import { profiles } from "@/demo/simulator/profiles/profiles";
import { waitUntil } from "@/demo/stack/process/wait-until";
import type { AnswerSeries } from "@/lib/model/answer";
import type { AbsenceReason } from "@/lib/model/reading";
import type { SignalId } from "@/lib/model/signals/signals";
import type { Statistic } from "@/lib/model/question";
import { checkDeployment } from "@/lib/services/data-check/check-deployment";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { readKnownDeployments } from "@/lib/services/deployments/known-deployments";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { answerQuestion } from "@/lib/services/signals/answer-question";
import { rayVllmOld, sglang } from "@/tests/support/live/expected-engines";
import { findMismatches } from "@/tests/support/live/compare-with-truth";
import { startLiveFixture, type LiveFixture } from "@/tests/support/live/live-fixture";

const played = ["sglang", "ray-vllm-old"] as const;
const plans = profiles
  .flatMap(({ deployments }) => deployments)
  .filter(({ name }) => played.some((id) => id === name))
  // A percentile needs 20 requests in one rate window. At the usual load there are sometimes fewer.
  .map((plan) => ({ ...plan, traffic: { ...plan.traffic, requestsPerSecond: 5 } }));
const slugs = { sglang: "sglang-8b", ray: "ray-vllm-old-8b" } as const;
/** Present since the start, and removed from the scrapes later. */
const squeezed = /sglang:queue_time_seconds/;
/** Never present. */
const missing = /sglang:num_queue_reqs/;

let stage: LiveFixture;

beforeAll(async () => {
  stage = await startLiveFixture({ plans, warmUpMs: 60_000, scrapeMs: 1_000 });
  stage.fleet.hiddenLines = missing;
});
afterAll(() => stage.stop());

async function panel(deployment: string, signal: SignalId, statistic: Statistic): Promise<AnswerSeries> {
  const answer = await answerQuestion(
    {
      v: 1,
      signals: [signal],
      statistics: [statistic],
      scope: { deployment },
      window: { from: "now-1m", to: "now" },
    },
    { sourceScope: allSources },
  );
  const [series] = answer.series;
  if (series === undefined) throw new Error("a panel has a series");
  return series;
}

/** Returns why the newest points are missing; null while they are present. */
function tail({ values, absence }: AnswerSeries): AbsenceReason | null {
  const last = absence.at(-1);
  return last !== undefined && last[1] === values.length - 1 ? last[2] : null;
}

async function untilTail(wanted: AbsenceReason, ask: () => Promise<AnswerSeries>): Promise<AnswerSeries> {
  let series = await ask();
  await waitUntil({
    condition: `the panel's newest points to report ${wanted}`,
    isMet: async () => {
      series = await ask();
      return tail(series) === wanted;
    },
    timeoutMs: 120_000,
    fix: "the panel's last points report something else",
  });
  return series;
}

test("discovers both deployments and nothing else", async () => {
  await stage.waitForScrapes(3);
  expect(await discoverDeployments()).toEqual({ discoveredCount: 2, isStored: true });
  const { deployments } = await readKnownDeployments(allSources);
  expect(deployments.map(({ slug, title, engine, instances }) => [slug, title, engine, instances])).toEqual([
    ["ray-vllm-old-8b", "ray-vllm-old-8b", "ray-vllm", ["ray-vllm-old-0:8080"]],
    ["sglang-8b", "sglang-8b", "sglang", ["sglang-0:30000"]],
  ]);
});

test("their numbers match the recorded events", async () => {
  await stage.waitForScrapes(22);
  const { waiting: _waiting, ...sglangLeft } = sglang;
  const sglangLines = await findMismatches({
    deployment: slugs.sglang,
    expected: sglangLeft,
    readTruth: (window) => stage.readTruth('job="sglang"', window),
  });
  const rayLines = await findMismatches({
    deployment: slugs.ray,
    expected: rayVllmOld,
    readTruth: (window) => stage.readTruth('job="ray-vllm-old"', window),
  });
  expect([...sglangLines, ...rayLines]).toEqual([]);
});

test("a metric that never existed is reported as absent, one that disappeared as changed", async () => {
  const { headline } = await panel(slugs.sglang, "waiting", "value");
  expect(headline).toMatchObject({ kind: "absent", reason: "metric-absent" });
  const deployment = await resolveDeployment(slugs.sglang, allSources);
  const rowOf = async (metricNames: readonly string[]) => {
    const rows = await checkDeployment({ ...deployment, metricNames }, AbortSignal.timeout(20_000));
    return rows.find(({ signal }) => signal === "waiting");
  };
  expect(await rowOf(deployment.metricNames)).toMatchObject({
    outcome: "without-data",
    reason: "metric-absent",
  });
  expect(await rowOf([...deployment.metricNames, "sglang:num_queue_reqs"])).toMatchObject({
    outcome: "without-data",
    reason: "name-changed",
    detail: expect.stringContaining("sglang:num_queue_reqs existed before but is missing now") as string,
  });
});

test("after one is stopped its panels end with target down; the other continues", async () => {
  const [path = ""] = stage.fleet
    .targets()
    .filter(({ labels }) => labels["job"] === "ray-vllm-old")
    .map((target) => target.path);
  stage.fleet.stopped.add(path);
  const rate = await untilTail("target-down", () => panel(slugs.ray, "requests", "rate"));
  expect(rate.values.some((value) => value !== null)).toBe(true);
  // A level has a value as long as one sample is in its window; a rate needs two.
  await untilTail("target-down", () => panel(slugs.ray, "running", "value"));
  await untilTail("target-down", () => panel(slugs.ray, "ttft", "mean"));
  expect(tail(await panel(slugs.sglang, "running", "value"))).toBe(null);
  // A discovery while it is down removes nothing.
  await discoverDeployments();
  expect((await readKnownDeployments(allSources)).deployments).toHaveLength(2);
});

test("after a metric is removed its panel ends with metric absent; the others continue", async () => {
  stage.fleet.hiddenLines = squeezed;
  const series = await untilTail("metric-absent", () => panel(slugs.sglang, "queue-time", "mean"));
  expect(series.values.some((value) => value !== null)).toBe(true);
  expect(tail(await panel(slugs.sglang, "ttft", "mean"))).toBe(null);
  expect(tail(await panel(slugs.sglang, "requests", "rate"))).toBe(null);
});
