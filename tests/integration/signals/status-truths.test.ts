/**
 * Statuses of deployments unlike the demo's, on a real Prometheus. Each deployment exposes a few series, and the truth
 * about it is known.
 */
import { allSources } from "@/lib/model/sources/source-scope";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JudgedRow } from "@/lib/contracts/overview";
import { sentenceText } from "@/lib/format/sentence-text";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { readKnownDeployments } from "@/lib/services/deployments/known-deployments";
import { readOverviewRow } from "@/lib/services/overview/read-row";
import { openFrozenFixture, type FrozenFixture } from "@/tests/support/server/frozen-fixture";
import {
  dynamoFrontend,
  writeExpositions,
  vllmServer,
  type ExposedSeriesList,
} from "@/tests/support/histories/strange-expositions";

const endMs = Date.UTC(2026, 9, 1, 12);

/** Expositions by model name. */
const expositions: Readonly<Record<string, ExposedSeriesList>> = {
  "silent-tokens": dynamoFrontend({ inFlight: 8, queued: 3, successesPerSecond: 0.5 }),
  "only-errors": dynamoFrontend({ inFlight: 8, queued: 3, errorsPerSecond: 0.5 }),
  stuck: dynamoFrontend({ inFlight: 8, queued: 3 }),
  // Each preemption frees blocks, so the mean usage of a cache that runs out stays below the limit.
  preempting: vllmServer({
    running: (seconds) => 60 + (seconds % 7),
    waiting: 12,
    kvUsage: (seconds) => (seconds % 30 === 0 ? 1 : 0.812),
    finishedPerSecond: 1,
    preemptionsPerMinute: 51,
  }),
  "batch-full": vllmServer({
    running: () => 64,
    waiting: 12,
    kvUsage: () => 0.6,
    finishedPerSecond: 1,
  }),
  // Their number is constant because none finishes, which does not show why the others wait.
  "long-requests": vllmServer({ running: () => 4, waiting: 2, kvUsage: () => 0.6, finishedPerSecond: 0 }),
};

let stage: FrozenFixture;

beforeAll(async () => {
  stage = await openFrozenFixture(writeExpositions(expositions, endMs), endMs);
  await discoverDeployments();
});
afterAll(() => stage.close());

async function rowOf(model: string): Promise<JudgedRow> {
  const { deployments } = await readKnownDeployments(allSources);
  const deployment = deployments.find((one) => one.model === model);
  if (deployment === undefined) throw new Error(`${model} was not discovered`);
  return readOverviewRow(deployment, { from: "now-15m", to: "now" }, AbortSignal.timeout(60_000));
}

test("reports no stall while requests finish, and the reason why TTFT is unknown", async () => {
  const { status, sentence } = await rowOf("silent-tokens");
  expect(status.id).toBe("cannot-tell");
  expect(sentenceText(sentence)).toBe(
    "Requests finish, but no first token was observed, so TTFT is unknown. The responses may not be streamed.",
  );
});

test("reports a stall when the only finished requests failed, or none finished", async () => {
  expect((await rowOf("only-errors")).status.currentIds).toEqual(["stalled", "errors"]);
  const { status, sentence } = await rowOf("stuck");
  expect(status.currentIds).toEqual(["stalled"]);
  expect(sentenceText(sentence).replaceAll("\u202f", " ")).toBe(
    "8 requests are in flight, of which 3 requests are waiting, but no token was generated for 1 min.",
  );
});

test("reports KV pressure by preemptions with a standing queue, although the mean usage is 0.906", async () => {
  const { status, sentence } = await rowOf("preempting");
  expect(status).toMatchObject({ id: "kv-pressure", currentIds: ["kv-pressure"] });
  expect(status.affectedReadings).toEqual(["waiting", "kvUsage"]);
  expect(sentenceText(sentence).replaceAll("\u202f", " ")).toMatch(
    /^Throughout the last 2 min, at least 12 requests were waiting for space in the KV cache, and requests were preempted \(5\d\.\d per min\)\. The fullest KV cache was 9\d\.\d % full\./,
  );
});

test("names a full batch instead of the KV cache, and neither for long requests", async () => {
  const { status, sentence } = await rowOf("batch-full");
  expect(status).toMatchObject({ id: "batch-slots", label: "Batch full", currentIds: ["batch-slots"] });
  expect(sentenceText(sentence).replaceAll("\u202f", " ")).toMatch(
    /^The batch is full: throughout the last 2 min, 64 requests were running and at least 12 requests were waiting, although the fullest KV cache was only 60\.0 % full\./,
  );
  expect((await rowOf("long-requests")).status.currentIds).not.toContain("batch-slots");
});
