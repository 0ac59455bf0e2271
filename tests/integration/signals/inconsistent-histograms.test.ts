/**
 * Histograms that contradict each other, on a real Prometheus: targets that expose an old and a new name of one
 * metric, and a mean that its percentiles do not allow. The observations of each target are known.
 */
import { allSources } from "@/lib/model/sources/source-scope";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Statistic } from "@/lib/model/question";
import type { SignalId } from "@/lib/model/signals/signals";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { readKnownDeployments } from "@/lib/services/deployments/known-deployments";
import { readOverviewRow } from "@/lib/services/overview/read-row";
import { answerQuestion } from "@/lib/services/signals/answer-question";
import { openFrozenFixture, type FrozenFixture } from "@/tests/support/server/frozen-fixture";
import {
  growing,
  histogram,
  writeExpositions,
  vllmServer,
  type ExposedSeriesList,
} from "@/tests/support/histories/strange-expositions";

const endMs = Date.UTC(2026, 9, 1, 12);

const server = (host?: string): ExposedSeriesList =>
  vllmServer({
    running: (seconds) => 8 + (seconds % 3),
    waiting: 0,
    kvUsage: () => 0.4,
    finishedPerSecond: 1,
    ...(host === undefined ? {} : { host }),
  });

/** Each target generates ten tokens per second, all with gaps between 20 ms and 30 ms. */
const tokens = growing(10);
const newGaps = { edges: { "0.02": 0, "0.03": 1, "+Inf": 1 }, mean: 0.025 };
const oldGaps = { edges: { "0.01": 0, "0.025": 0.5, "0.05": 1, "+Inf": 1 }, mean: 0.025 };
const newName = "vllm:inter_token_latency_seconds";
const oldName = "vllm:time_per_output_token_seconds";
/** Series of the old name with a label that those of the new name lack. */
const labelled = (exposition: ExposedSeriesList): ExposedSeriesList =>
  exposition.map((one) => ({ ...one, labels: { ...one.labels, engine: "0" } }));
const on = (host: string, exposition: ExposedSeriesList): ExposedSeriesList =>
  exposition.map((one) => ({ ...one, host }));

const perToken = "vllm:request_time_per_output_token_seconds";
/** 96 of 100 requests take up to 10 ms per token, and the other four up to 25 ms. */
const fastRequests = { edges: { "0.01": 0.96, "0.025": 1, "0.05": 1, "+Inf": 1 }, mean: 0.008 };
const lengths = (mean: number): ExposedSeriesList =>
  histogram("vllm:request_generation_tokens", growing(1), { edges: { "+Inf": 1 }, mean });

const ttft = "vllm:time_to_first_token_seconds";
/** Edges of which the healthy server has none except infinity. */
const otherEdges = { edges: { "0.3": 1, "0.6": 1, "+Inf": 1 }, mean: 0.2 };
/** The second target has other edges than the first one between two times of the history. */
const mixedBetween = (fromSeconds: number, untilSeconds: number): ExposedSeriesList => {
  const isOther = (seconds: number): boolean => seconds >= fromSeconds && seconds < untilSeconds;
  const during = (exposition: ExposedSeriesList, isActive: (seconds: number) => boolean): ExposedSeriesList =>
    exposition.map((one) => ({
      ...one,
      valueAt: (seconds) => (isActive(seconds) ? one.valueAt(seconds) : null),
    }));
  return [
    ...server("a"),
    ...server("b").filter(({ name }) => !name.startsWith(ttft)),
    ...on(
      "b",
      during(histogram(ttft, growing(1)), (seconds) => !isOther(seconds)),
    ),
    ...on("b", during(histogram(ttft, growing(1), otherEdges), isOther)),
  ];
};

const expositions: Readonly<Record<string, ExposedSeriesList>> = {
  "both-names": [...server(), ...histogram(newName, tokens, newGaps), ...histogram(oldName, tokens, oldGaps)],
  "both-names-labelled": [
    ...server(),
    ...histogram(newName, tokens, newGaps),
    ...labelled(histogram(oldName, tokens, oldGaps)),
  ],
  "one-upgraded": [
    ...server("a"),
    ...on("a", [...histogram(newName, tokens, newGaps), ...labelled(histogram(oldName, tokens, oldGaps))]),
    ...server("b"),
    ...on("b", labelled(histogram(oldName, tokens, newGaps))),
  ],
  // The new name has no sum. That of the old name counts other observations.
  "sum-missing": [
    ...server(),
    ...histogram(newName, tokens, newGaps).filter(({ name }) => !name.endsWith("_sum")),
    ...histogram(oldName, growing(40), oldGaps),
  ],
  // Its healthy target has gaps of 25 ms. The other one counts four times as many tokens, but exposes no sum.
  "sum-missing-at-one": [
    ...server("a"),
    ...on("a", histogram(newName, tokens, newGaps)),
    ...server("b"),
    ...on(
      "b",
      histogram(newName, growing(40), newGaps).filter(({ name }) => !name.endsWith("_sum")),
    ),
  ],
  "edges-mixed-before": mixedBetween(0, 1_300),
  "edges-mixed-now": mixedBetween(1_700, 1_801),
  // Decode time of 10.4 s per request for 101 tokens is 104 ms per token.
  contradicted: [
    ...server(),
    ...histogram(perToken, growing(1), fastRequests),
    ...histogram("vllm:request_decode_time_seconds", growing(1), { edges: { "+Inf": 1 }, mean: 10.4 }),
    ...lengths(101),
  ],
  consistent: [
    ...server(),
    ...histogram(perToken, growing(1), fastRequests),
    ...histogram("vllm:request_decode_time_seconds", growing(1), { edges: { "+Inf": 1 }, mean: 0.9 }),
    ...lengths(101),
  ],
};

let stage: FrozenFixture;

beforeAll(async () => {
  stage = await openFrozenFixture(writeExpositions(expositions, endMs), endMs);
  await discoverDeployments();
});
afterAll(() => stage.close());

async function deploymentFor(model: string) {
  const { deployments } = await readKnownDeployments(allSources);
  const deployment = deployments.find((one) => one.model === model);
  if (deployment === undefined) throw new Error(`${model} was not discovered`);
  return deployment;
}

async function read(model: string, signal: SignalId, statistics: readonly Statistic[]) {
  const { slug } = await deploymentFor(model);
  return answerQuestion(
    {
      v: 1,
      signals: [signal],
      statistics,
      scope: { deployment: slug },
      window: { from: "now-15m", to: "now" },
      extras: ["distribution"],
    },
    { sourceScope: allSources },
  );
}

test.each(["both-names", "both-names-labelled"])(
  "%s: uses the buckets, sum and count of the new name only",
  async (model) => {
    const { series, distributions, qualityWarnings } = await read(model, "itl", ["p50", "mean"]);
    expect(distributions?.[0]?.edges).toEqual([0.02, 0.03, null]);
    expect(qualityWarnings).toBeUndefined();
    const [p50, mean] = series.map(({ headline }) => headline);
    expect(p50).toMatchObject({ kind: "present", value: expect.closeTo(0.025, 6), n: 3_000 });
    expect(mean).toMatchObject({ kind: "present", value: expect.closeTo(0.025, 6), n: 3_000 });
  },
);

test("one-upgraded: chooses the name per target, and counts the tokens of both targets once", async () => {
  const { series, qualityWarnings } = await read("one-upgraded", "itl", ["p50", "mean"]);
  expect(qualityWarnings).toBeUndefined();
  const [p50, mean] = series.map(({ headline }) => headline);
  expect(p50).toMatchObject({ kind: "present", value: expect.closeTo(0.025, 6), n: 6_000 });
  expect(mean).toMatchObject({ kind: "present", value: expect.closeTo(0.025, 6), n: 6_000 });
});

test("sum-missing: reports no mean of one histogram's sum and another histogram's count", async () => {
  const { series } = await read("sum-missing", "itl", ["p50", "mean"]);
  const [p50, mean] = series.map(({ headline }) => headline);
  expect(p50).toMatchObject({ kind: "present", n: 3_000 });
  expect(mean).toMatchObject({ kind: "absent" });
});

test("sum-missing-at-one: uses the targets that have both a sum and a count for the mean", async () => {
  const { series } = await read("sum-missing-at-one", "itl", ["p50", "mean"]);
  const [p50, mean] = series.map(({ headline }) => headline);
  expect(p50).toMatchObject({ kind: "present", n: 15_000 });
  expect(mean).toMatchObject({ kind: "present", value: expect.closeTo(0.025, 6), n: 3_000 });
});

test("contradicted: refuses a mean TPOT of 104 ms next to a p95 of 9.9 ms, and judges no status by it", async () => {
  const { series } = await read("contradicted", "tpot", ["p95", "mean"]);
  const [p95, mean] = series;
  expect(p95?.headline).toMatchObject({ kind: "present", value: expect.closeTo(0.0099, 4) });
  expect(mean?.headline).toMatchObject({ kind: "absent", reason: "inconsistent-mean" });
  expect(new Set(mean?.absence.map(([, , reason]) => reason))).toEqual(new Set(["inconsistent-mean"]));
  const row = await readOverviewRow(
    await deploymentFor("contradicted"),
    { from: "now-15m", to: "now" },
    AbortSignal.timeout(60_000),
  );
  expect(row.status.currentIds).not.toContain("slow-tpot");
  expect(row.readings.tpotMean).toMatchObject({ kind: "absent", reason: "inconsistent-mean" });
});

test("consistent: reports the mean TPOT", async () => {
  const { series } = await read("consistent", "tpot", ["p95", "mean"]);
  expect(series[1]?.headline).toMatchObject({ kind: "present", value: expect.closeTo(0.009, 6) });
});

test("edges that were mixed before do not hide the present status, and edges that are mixed now do", async () => {
  const rowOf = async (model: string) =>
    readOverviewRow(await deploymentFor(model), { from: "now-28m", to: "now" }, AbortSignal.timeout(60_000));
  const before = await rowOf("edges-mixed-before");
  expect(before.readings.ttftP95).toMatchObject({ kind: "present", value: expect.closeTo(0.975, 3) });
  expect(before.status.id).toBe("ok");
  const now = await rowOf("edges-mixed-now");
  expect(now.readings.ttftP95).toMatchObject({ kind: "absent", reason: "wrong-edges" });
  expect(now.status.id).toBe("cannot-tell");
  const { qualityWarnings } = await read("edges-mixed-before", "ttft", ["p95", "mean"]);
  expect(qualityWarnings).toMatchObject([{ signal: "ttft", kind: "mixed-edges" }]);
  expect(qualityWarnings?.[0]).not.toHaveProperty("isCurrent");
});
