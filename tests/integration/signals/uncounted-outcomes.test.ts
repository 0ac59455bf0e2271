/**
 * Errors and aborts of servers that count some outcomes only, on a real Prometheus: zero is reported only where a
 * series shows that the outcome is counted.
 */
import { allSources } from "@/lib/model/sources/source-scope";
import { afterAll, beforeAll, expect, test } from "vitest";
import { computeStatistic } from "@/lib/analysis/baselines/compute-statistic";
import { assertPresent } from "@/lib/base/assert";
import type { JudgedRow } from "@/lib/contracts/overview";
import type { MeasuredBlocks } from "@/lib/model/baseline/measured-blocks";
import { sentenceText } from "@/lib/format/sentence-text";
import { readTimeBlocks } from "@/lib/services/baselines/read-blocks";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { readKnownDeployments } from "@/lib/services/deployments/known-deployments";
import { answerQuestion } from "@/lib/services/signals/answer-question";
import { readOverviewRow } from "@/lib/services/overview/read-row";
import { openFrozenFixture, type FrozenFixture } from "@/tests/support/server/frozen-fixture";
import {
  constant,
  growing,
  writeExpositions,
  vllmServer,
  type ExposedSeriesList,
} from "@/tests/support/histories/strange-expositions";

const endMs = Date.UTC(2026, 9, 1, 12);

type Options = Partial<Parameters<typeof vllmServer>[0]>;

const server = (options: Options = {}): ExposedSeriesList =>
  vllmServer({
    running: (seconds) => 8 + (seconds % 3),
    waiting: 0,
    kvUsage: () => 0.4,
    finishedPerSecond: 1,
    ...options,
  });

const zero = constant(0);
/** A server that runs nothing. */
const idle = (options: Options): ExposedSeriesList =>
  server({ running: zero, finishedPerSecond: 0, tokensPerSecond: 0, ...options });
/** A target restarted ten minutes before the end, and its new process has not counted this outcome yet. */
const untilRestart = (seconds: number): number | null => (seconds < 1_200 ? 5 : null);

/** Expositions by model name. Each server finishes one request per second in addition to the given outcomes. */
const expositions: Readonly<Record<string, ExposedSeriesList>> = {
  // It fails half of its requests without counting them.
  uncounted: server(),
  "counted-zero": server({ outcomes: { error: zero, abort: zero } }),
  "half-fails": server({ outcomes: { error: growing(1), abort: zero } }),
  "other-spelling": server({
    reasonLabel: "finish_reason",
    outcomes: { error: growing(1), abort: growing(2) },
  }),
  "only-http": server({ responses: { "2xx": growing(1) } }),
  "http-codes": server({ responses: { "200": growing(0.5), "503": growing(0.5), "499": growing(1) } }),
  // The engine never sees nine of ten requests.
  "refuses-most": server({ responses: { "200": growing(1), "429": growing(9) }, outcomes: { error: zero } }),
  // Its counters restart ten minutes before the end, and the counter of errors has always been zero.
  "restarted-counters": server({ responses: { "200": growing(1) }, outcomes: { error: zero } }).map(
    (one) => ({
      ...one,
      valueAt: (seconds) => one.valueAt(seconds < 1_200 ? seconds : seconds - 1_200),
    }),
  ),
  // Batches of five prompts: one HTTP request of two fails, and the engine finishes five requests.
  "refuses-batches": server({ finishedPerSecond: 5, responses: { "200": growing(1), "503": growing(1) } }),
  "refuses-all": idle({ responses: { "503": growing(2) } }),
  "wrong-key": idle({ responses: { "401": growing(2) } }),
  "only-probes": idle({ responses: { "200": zero }, probes: growing(1) }),
  "refuses-at-one": [
    ...server({ host: "good", responses: { "200": growing(1) } }),
    ...server({ host: "bad", finishedPerSecond: 0, responses: { "429": growing(1) } }),
  ],
  "mostly-while-streaming": server({
    finishedPerSecond: 50,
    responses: { "200": growing(100), "503": growing(0.1) },
    outcomes: { error: growing(50) },
  }),
  // The response began with status 200 before the request failed.
  "fails-while-streaming": server({ responses: { "2xx": growing(2) }, outcomes: { error: growing(1) } }),
  "one-counts": [...server({ outcomes: { error: zero }, host: "new" }), ...server({ host: "old" })],
  "one-counts-failures": [
    ...server({ outcomes: { error: growing(1) }, host: "new" }),
    ...server({ host: "old" }),
  ],
  "only-aborts": server({ outcomes: { error: zero, abort: growing(1) } }),
  restarted: server({ outcomes: { error: untilRestart, abort: untilRestart } }),
  "ray-before-first": server({ prefix: "ray_vllm_" }),
  "ray-after-first": server({ prefix: "ray_vllm_", outcomes: { error: constant(3) } }),
  // The restart removed the series, and discovery observed them before.
  "ray-restarted": server({ prefix: "ray_vllm_", outcomes: { error: untilRestart, abort: untilRestart } }),
};

let stage: FrozenFixture;

beforeAll(async () => {
  stage = await openFrozenFixture(writeExpositions(expositions, endMs), endMs);
  for (const atMs of [endMs - 900_000, endMs]) {
    stage.setClock(atMs);
    await discoverDeployments();
  }
});
afterAll(() => stage.close());

async function rowOf(model: string): Promise<JudgedRow> {
  const { deployments } = await readKnownDeployments(allSources);
  const deployment = deployments.find((one) => one.model === model);
  if (deployment === undefined) throw new Error(`${model} was not discovered`);
  return readOverviewRow(deployment, { from: "now-15m", to: "now" }, AbortSignal.timeout(60_000));
}

/** Returns the ratio as a number, or the reason of its absence. */
async function outcomesOf(model: string): Promise<Readonly<Record<"errors" | "aborts", number | string>>> {
  const { errorRatio, abortRatio } = (await rowOf(model)).readings;
  const [errors, aborts] = [errorRatio, abortRatio].map((one) =>
    one.kind === "present" ? Number(one.value.toFixed(2)) : one.reason,
  );
  return { errors: errors ?? "", aborts: aborts ?? "" };
}

test.each([
  ["uncounted", "not-exposed", "not-exposed"],
  ["counted-zero", 0, 0],
  ["half-fails", 0.5, 0],
  ["other-spelling", 0.25, 0.5],
  ["only-http", 0, "not-exposed"],
  ["http-codes", 0.25, "not-exposed"],
  ["refuses-most", 0.9, "not-exposed"],
  ["refuses-batches", 0.5, "not-exposed"],
  ["refuses-all", 1, "not-exposed"],
  ["refuses-at-one", 0.5, "not-exposed"],
  ["mostly-while-streaming", 0.5, "not-exposed"],
  ["fails-while-streaming", 0.5, "not-exposed"],
  ["one-counts", "not-exposed", "not-exposed"],
  ["one-counts-failures", 0.33, "not-exposed"],
  ["only-aborts", 0, 0.5],
  ["restarted", 0, 0],
  ["ray-before-first", "not-exposed", "not-exposed"],
  ["ray-after-first", 0, "not-exposed"],
  ["ray-restarted", 0, 0],
] as const)("%s: error ratio %s, abort ratio %s", async (model, errors, aborts) => {
  expect(await outcomesOf(model)).toEqual({ errors, aborts });
});

test.each([
  ["counted-zero", 0],
  ["half-fails", 0.5],
  ["http-codes", 0.25],
  ["refuses-most", 0.9],
  ["refuses-batches", 0.5],
  ["refuses-all", 1],
  ["refuses-at-one", 0.5],
  ["mostly-while-streaming", 0.5],
  ["fails-while-streaming", 0.5],
] as const)("%s: the blocks of baselines and gates have the error ratio %s, too", async (model, expected) => {
  const key = { signal: "errors", statistic: "ratio-to-requests" } as const;
  expect(computeStatistic(await blocksOf(model), key)).toBeCloseTo(expected, 2);
});

test("a block in which the requests restart has no number of requests", async () => {
  const { counters } = await blocksOf("restarted-counters");
  const attempts = counters.errors?.attempts ?? [];
  expect(attempts).toContain("counter-reset");
  const counts = attempts.filter((count) => typeof count === "number");
  expect(counts.length).toBeGreaterThan(15);
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(0);
});

async function blocksOf(model: string): Promise<MeasuredBlocks> {
  const { deployments } = await readKnownDeployments(allSources);
  const read = await readTimeBlocks({
    deployment: assertPresent(
      deployments.find((one) => one.model === model),
      `${model} was discovered`,
    ),
    window: { startMs: endMs - 20 * 60_000, endMs },
    signals: ["errors", "requests"],
    signal: AbortSignal.timeout(60_000),
  });
  if (read.kind !== "blocks") throw new Error(`no blocks: ${read.reason.kind}`);
  return read.blocks;
}

test("a server that refuses all requests has errors, not missing traffic", async () => {
  const { status, sentence } = await rowOf("refuses-all");
  expect(status).toMatchObject({ id: "errors", currentIds: ["errors", "cannot-tell"] });
  expect(sentenceText(sentence).replaceAll("\u202f", " ")).toMatch(/^100 % of requests fail\./);
  const refused = await rowOf("wrong-key");
  expect(refused.status.id).toBe("cannot-tell");
  expect(sentenceText(refused.sentence)).toContain("the engine finished none of them");
  // Listing models is not an inference request.
  expect((await rowOf("only-probes")).status.currentIds).toEqual(["no-traffic"]);
});

test("an OK deployment that does not count failed requests states that its errors are unknown", async () => {
  const { status, sentence } = await rowOf("uncounted");
  expect(status.id).toBe("ok");
  expect(sentenceText(sentence)).toContain(
    "Errors are unknown. At least one instance does not count failed requests",
  );
  expect(sentenceText((await rowOf("counted-zero")).sentence)).not.toContain("unknown");
});

test("aborted requests are not errors, and determine the status above their limit", async () => {
  const { status, sentence } = await rowOf("only-aborts");
  expect(status).toMatchObject({ id: "aborts", affectedReadings: ["abortRatio"] });
  expect(sentenceText(sentence).replaceAll("\u202f", " ")).toMatch(
    /^(?:49|50)\.\d % of requests are aborted by clients\. The limit is 5 %\.$/,
  );
});

test("a split by instance shows zero for the instance that counts errors, and no number for the other", async () => {
  const { deployments } = await readKnownDeployments(allSources);
  const answer = await answerQuestion(
    {
      v: 1,
      signals: ["errors"],
      statistics: ["ratio-to-requests"],
      scope: {
        deployment: deployments.find(({ model }) => model === "one-counts")?.slug ?? "",
        split: "instance",
      },
      window: { from: "now-10m", to: "now" },
    },
    { sourceScope: allSources },
  );
  const headlines = answer.series.map(({ group, headline }) => [
    group?.kind === "value" ? group.value : "total",
    headline.kind === "present" ? headline.value : headline.reason,
  ]);
  expect(Object.fromEntries(headlines)).toMatchObject({ "new:8000": 0 });
  expect(Object.fromEntries(headlines)).not.toMatchObject({ "old:8000": expect.any(Number) });
});
