/**
 * Problems of one replica next to a healthy one, on a real Prometheus: the status names the replica, and does not combine
 * the queue of one with the cache of another.
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
  constant,
  writeExpositions,
  vllmServer,
  type ExposedSeriesList,
} from "@/tests/support/histories/strange-expositions";

const endMs = Date.UTC(2026, 9, 1, 12);
const minute = 60;
/** Seconds of the history at which a problem begins. */
const problemAt = 1_800 - 8 * minute;

type Options = Partial<Parameters<typeof vllmServer>[0]>;

const server = (host: string, options: Options = {}): ExposedSeriesList =>
  vllmServer({
    host,
    running: (seconds) => 8 + (seconds % 7),
    waiting: 0,
    kvUsage: constant(0.4),
    finishedPerSecond: 1,
    ...options,
  });

/** A server whose counters stop at a time, with constant gauges from then on. */
function stuckAt(stopSeconds: number, exposition: ExposedSeriesList): ExposedSeriesList {
  return exposition.map((series) => ({
    ...series,
    valueAt: (seconds: number) => series.valueAt(Math.min(seconds, stopSeconds)),
  }));
}

/** Changes the waiting requests of a server over time. */
function withWaiting(
  waitingAt: (seconds: number) => number,
  exposition: ExposedSeriesList,
): ExposedSeriesList {
  return exposition.map((series) =>
    series.name.endsWith("num_requests_waiting") ? { ...series, valueAt: waitingAt } : series,
  );
}

/** Has the values of `before` until a time, and those of `after` from then on. */
function from(startSeconds: number, before: ExposedSeriesList, after: ExposedSeriesList): ExposedSeriesList {
  return before.map((series, index) => ({
    ...series,
    valueAt: (seconds: number) =>
      ((seconds < startSeconds ? series : after[index]) ?? series).valueAt(seconds),
  }));
}

/** Expositions by model name. Host b has the problem. */
const expositions: Readonly<Record<string, ExposedSeriesList>> = {
  hangs: [...server("a"), ...stuckAt(problemAt, server("b")), ...server("c")],
  "two-hang": [...server("a"), ...stuckAt(problemAt, server("b")), ...stuckAt(problemAt, server("c"))],
  // The balancer stopped sending requests to it.
  frozen: [...server("a"), ...stuckAt(0, server("b", { running: constant(8) }))],
  idle: [...server("a"), ...stuckAt(0, server("b", { running: constant(0) }))],
  // Each prompt takes minutes, and the engine counts its tokens.
  "long-prompts": [
    ...server("a"),
    ...server("b", { running: constant(1), finishedPerSecond: 0 }).map((series) =>
      series.name.includes("generation_tokens") ? { ...series, valueAt: constant(7) } : series,
    ),
  ],
  "unrelated-queue": [...server("a", { waiting: 12 }), ...server("b", { kvUsage: constant(0.99) })],
  "full-cache": [...server("a"), ...server("b", { waiting: 12, kvUsage: constant(0.99) })],
  "full-batch": [...server("a"), ...server("b", { waiting: 12, running: constant(64) })],
  // Before the problem, the queue of one replica and the full cache of the other were no problem.
  "both-full": [
    ...from(problemAt, server("a", { waiting: 12 }), server("a", { waiting: 12, kvUsage: constant(0.99) })),
    ...from(
      problemAt,
      server("b", { kvUsage: constant(0.99) }),
      server("b", { waiting: 12, kvUsage: constant(0.99) }),
    ),
  ],
  // One or two requests wait for a moment all the time, and the batch is full since the problem began.
  "batch-since": withWaiting(
    (seconds) => (seconds < problemAt ? 1 + (seconds % 2) : 12),
    server("a", { running: (seconds) => (seconds < problemAt ? 20 + (seconds % 7) : 64) }),
  ),
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

/** Reads the row until its history was read, which a poll does not wait for. */
async function rowWithStart(model: string): Promise<JudgedRow> {
  let row = await rowOf(model);
  await expect
    .poll(
      async () => {
        row = await rowOf(model);
        return (
          row.context?.missing.some(
            ({ label }) => label.endsWith("being read.") || label === "Start: unknown.",
          ) ?? true
        );
      },
      { timeout: 30_000 },
    )
    .toBe(false);
  return row;
}

const textOf = ({ sentence }: JudgedRow): string => sentenceText(sentence).replaceAll("\u202f", " ");
/** Minutes between the start of the problem and the end of the history. */
const startMinutes = ({ status: { sinceMs } }: JudgedRow): number => (endMs - (sinceMs ?? 0)) / 60_000;

test("names the replica that hangs next to healthy ones, and since when", async () => {
  const row = await rowWithStart("hangs");
  expect(row.status).toMatchObject({ id: "stalled", currentIds: ["stalled"] });
  expect(textOf(row)).toMatch(
    /^Instance b:8000 generated no token for 2 min, although \d+ requests are running and 0 requests are waiting there\. Check whether it hangs, and restart it\.$/,
  );
  expect(startMinutes(row)).toBeGreaterThanOrEqual(7);
  expect(startMinutes(row)).toBeLessThanOrEqual(9);
});

test("counts several replicas that hang", async () => {
  expect(textOf(await rowOf("two-hang"))).toMatch(
    /^2 of 3 instances generated no token for 2 min, .* The first of them is [bc]:8000\. Check whether they hang/,
  );
});

test("does not call a deployment OK whose replica neither receives nor finishes anything", async () => {
  const row = await rowOf("frozen");
  expect(row.status).toMatchObject({ id: "cannot-tell", currentIds: ["cannot-tell"] });
  expect(textOf(row)).toMatch(/^For ten minutes, instance b:8000 reported the same number/);
  expect((await rowOf("idle")).status.currentIds).toEqual(["ok"]);
});

test("does not report a long prefill as a hang", async () => {
  expect((await rowOf("long-prompts")).status.currentIds).not.toContain("stalled");
});

test("does not combine the queue of one replica with the full cache of another", async () => {
  expect((await rowOf("unrelated-queue")).status.currentIds).toEqual(["ok"]);
});

test("names the replica whose cache or batch is full", async () => {
  const cache = await rowOf("full-cache");
  expect(cache.status.currentIds).toEqual(["kv-pressure"]);
  expect(textOf(cache)).toMatch(
    /^Throughout the last 2 min, at least 12 requests were waiting for space in the KV cache of instance b:8000\. The fullest KV cache was 99\.0 % full\./,
  );
  const batch = await rowOf("full-batch");
  expect(batch.status.currentIds).toEqual(["batch-slots"]);
  expect(textOf(batch)).toMatch(
    /^The batch of instance b:8000 is full: throughout the last 2 min, 64 requests were running and at least 12 requests were waiting, although the fullest KV cache was only 40\.0 % full\./,
  );
});

test("the problem of several replicas began when one of them had it", async () => {
  const row = await rowWithStart("both-full");
  expect(row.status.currentIds).toEqual(["kv-pressure"]);
  expect(startMinutes(row)).toBeGreaterThanOrEqual(7);
  expect(startMinutes(row)).toBeLessThanOrEqual(9);
});

test("a full batch began when the batch was full, not when a request waited", async () => {
  const row = await rowWithStart("batch-since");
  expect(row.status.id).toBe("batch-slots");
  expect(startMinutes(row)).toBeGreaterThanOrEqual(7);
  expect(startMinutes(row)).toBeLessThanOrEqual(9);
  // All requests of the fixture have their first token within the limit of 1 s.
  expect(sentenceText(row.context?.affected ?? [])).toContain("0");
  expect(row.context?.missing.map(({ label }) => label)).not.toContain("Affected share: unknown.");
});
