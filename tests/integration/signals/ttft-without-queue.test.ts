/**
 * Engines whose TTFT excludes the queue or the prefill, on a real Prometheus: the TTFT of a frontend that measures the same
 * requests judges them, and without a frontend nothing does.
 */
import { allSources } from "@/lib/model/sources/source-scope";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sentenceText } from "@/lib/format/sentence-text";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { readKnownDeployments } from "@/lib/services/deployments/known-deployments";
import { readOverviewRow } from "@/lib/services/overview/read-row";
import { openFrozenFixture, type FrozenFixture } from "@/tests/support/server/frozen-fixture";
import {
  constant,
  growing,
  histogram,
  writeExpositions,
  vllmServer,
  type ExposedSeriesList,
} from "@/tests/support/histories/strange-expositions";

const endMs = Date.UTC(2026, 9, 1, 12);
const ttftName = "vllm:time_to_first_token_seconds";
const shortTtft = { edges: { "0.25": 0, "0.5": 1, "1": 1, "+Inf": 1 }, mean: 0.369 };
const queue = (mean: number): ExposedSeriesList =>
  histogram("vllm:request_queue_time_seconds", growing(1), {
    edges: { "0.5": 0.2, "2": 1, "+Inf": 1 },
    mean,
  });

/** An engine whose requests wait `meanQueue` seconds, with a TTFT of 0.369 s. */
const engine = (meanQueue: number): ExposedSeriesList => [
  ...vllmServer({
    running: (seconds) => 8 + (seconds % 3),
    waiting: 0,
    kvUsage: () => 0.4,
    finishedPerSecond: 1,
    outcomes: { error: constant(0), abort: constant(0) },
  }).filter(({ name }) => !name.startsWith(ttftName)),
  ...histogram(ttftName, growing(1), shortTtft),
  ...queue(meanQueue),
];

/** Dynamo's frontend of the same requests, which take up to `edge` seconds to their first token. */
const frontend = (edge: "1" | "4"): ExposedSeriesList => [
  { name: "up", host: "frontend", valueAt: constant(1) },
  { name: "dynamo_frontend_model_context_length", host: "frontend", valueAt: constant(8_192) },
  {
    name: "dynamo_frontend_requests_total",
    host: "frontend",
    labels: { status: "success" },
    valueAt: growing(1),
  },
  ...histogram("dynamo_frontend_time_to_first_token_seconds", growing(1), {
    edges: edge === "1" ? { "0.5": 0, "1": 1, "4": 1, "+Inf": 1 } : { "0.5": 0, "1": 0, "4": 1, "+Inf": 1 },
    mean: edge === "1" ? 0.8 : 2,
  }).map((one) => ({ ...one, host: "frontend" })),
];

/** A Dynamo worker, named by the label of its component. Its TTFT of 0.369 s begins after the prefill. */
const worker = (component: string): ExposedSeriesList =>
  engine(0.2).map((one) => ({
    ...one,
    host: `${component}-worker`,
    labels: { ...one.labels, dynamo_namespace: "shop", dynamo_component: component },
  }));

const expositions: Readonly<Record<string, ExposedSeriesList>> = {
  "includes-queue": engine(0.2),
  alone: engine(0.745),
  "slow-frontend": [...engine(0.745), ...frontend("4")],
  "fast-frontend": [...engine(0.745), ...frontend("1")],
  "decode-only": [...worker("decode"), ...frontend("4")],
  "prefill-and-backend": [...worker("prefill"), ...worker("backend"), ...frontend("1")],
  "decode-alone": worker("decode"),
  aggregated: [...worker("backend"), ...frontend("4")],
};

let stage: FrozenFixture;

beforeAll(async () => {
  stage = await openFrozenFixture(writeExpositions(expositions, endMs), endMs);
  await discoverDeployments();
});
afterAll(() => stage.close());

async function rowOf(model: string) {
  const { deployments } = await readKnownDeployments(allSources);
  const deployment = deployments.find((one) => one.model === model && one.engine === "vllm");
  if (deployment === undefined) throw new Error(`${model} was not discovered`);
  const row = await readOverviewRow(deployment, { from: "now-15m", to: "now" }, AbortSignal.timeout(60_000));
  return { ...row, text: sentenceText(row.sentence).replaceAll("\u202f", " ") };
}

test("a TTFT that includes the queue judges the status", async () => {
  const { status, text } = await rowOf("includes-queue");
  expect(status.id).toBe("ok");
  expect(text).not.toContain("queue");
});

test("a TTFT without the queue is not within its limit, but unknown", async () => {
  const { status, text, readings } = await rowOf("alone");
  expect(status.id).toBe("cannot-tell");
  expect(text).toContain("the engine's TTFT excludes the queue");
  // The row still shows what the engine reports.
  expect(readings.ttftP95).toMatchObject({ kind: "present" });
});

test("the frontend's TTFT judges the status of an engine whose TTFT excludes the queue", async () => {
  const slow = await rowOf("slow-frontend");
  expect(slow.status.id).toBe("slow-ttft");
  expect(slow.text).toMatch(/^TTFT p95 is 3\.\d+ s\. The limit is 1 s\. TTFT is measured at .+, because/);
  const fast = await rowOf("fast-frontend");
  expect(fast.status.id).toBe("ok");
  expect(fast.text).toContain("because the engine's TTFT excludes the queue.");
});

test("the frontend's TTFT judges the status of workers that only decode according to their labels", async () => {
  const slow = await rowOf("decode-only");
  expect(slow.status.id).toBe("slow-ttft");
  expect(slow.text).toMatch(/^TTFT p95 is 3\.\d+ s\. .*because the engine's TTFT excludes the prefill\./);
  const fast = await rowOf("prefill-and-backend");
  expect(fast.status.id).toBe("ok");
  expect(fast.text).toContain("because the engine's TTFT excludes the prefill.");
});

test("the TTFT of workers that only decode is not within its limit, but unknown without a frontend", async () => {
  const { status, text, readings } = await rowOf("decode-alone");
  expect(status.id).toBe("cannot-tell");
  expect(text).toContain("the engine's TTFT excludes the prefill");
  expect(readings.ttftP95).toMatchObject({ kind: "present" });
});

test("workers without prefill workers in their stack are judged by the engine's TTFT", async () => {
  const { status, text } = await rowOf("aggregated");
  expect(status.id).toBe("ok");
  expect(text).not.toContain("excludes");
  const { deployments } = await readKnownDeployments(allSources);
  const rolesOf = (model: string) =>
    deployments
      .filter((one) => one.model === model && one.engine === "vllm")
      .map(({ pools }) => pools.map(({ role }) => role));
  expect(rolesOf("aggregated")).toEqual([["both"]]);
  expect(rolesOf("prefill-and-backend")).toEqual([["decode", "prefill"]]);
});
