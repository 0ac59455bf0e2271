/**
 * Recent traces as evidence, on a real Jaeger: a copy waits for the requests that started in its window and end after it,
 * and for the missing spans of its trace, so that it equals the live data later.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { waitUntil } from "@/demo/stack/process/wait-until";
import type { EvidenceQuestion } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import type { LiveEvidenceResponse } from "@/lib/contracts/investigations/live-evidence";
import { deleteProcessState } from "@/lib/server/process-state";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { liveChecksStateName } from "@/lib/services/investigations/evidence/check-live-answer";
import { storeCompleteAnswer } from "@/lib/services/investigations/evidence/store-answer";
import { setServerClock } from "@/tests/support/server/server-clock";
import {
  fixtureNowMs,
  openStoredFixture,
  writeRunningGauges,
  type StoredFixture,
} from "@/tests/support/server/stored-fixture";
import { sendSpans, startJaeger, type TraceStoreFixture } from "@/tests/support/traces/real-jaeger";
import { tracedConfig } from "@/tests/support/traces/traced-requests";
import { openInvestigation, readInvestigation, send } from "./investigation-fixture";

const secondMs = 1_000;
const minuteMs = 60_000;
const caller = { cookie: "" };
const folder = mkdtempSync(join(tmpdir(), "ridgepoint-trace-window-"));

let stage: StoredFixture;
let jaeger: TraceStoreFixture;
let traceCount = 0;

beforeAll(async () => {
  jaeger = await startJaeger("test-trace-window");
  stage = await openStoredFixture(writeRunningGauges([{ model: "chat", job: "vllm", instance: "v:1" }]));
  const config = join(folder, "ridgepoint.yaml");
  writeFileSync(config, tracedConfig);
  await stage.begin({ JAEGER_URL: jaeger.queryUrl, RIDGEPOINT_CONFIG: config });
  await discoverDeployments();
});
beforeEach(() => deleteProcessState(liveChecksStateName));
afterAll(async () => {
  await stage.close();
  await jaeger.stop();
  rmSync(folder, { recursive: true });
});

interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
}

/** Response of Jaeger, as far as this test reads it. */
interface JaegerTraces {
  readonly data: readonly { readonly spans: readonly { readonly spanID: string }[] }[];
}

function createTraceId(): string {
  traceCount += 1;
  return traceCount.toString(16).padStart(32, "0");
}

/** Sends a request of the gateway to Jaeger, and waits until Jaeger returns it. */
async function addRequest(startMs: number, durationMs: number): Promise<void> {
  const traceId = createTraceId();
  await addSpan({ traceId, spanId: traceId.slice(16) }, startMs, durationMs);
}

/** Sends a span of the gateway to Jaeger, and waits until Jaeger returns it. */
async function addSpan(ids: SentSpan, startMs: number, durationMs: number): Promise<void> {
  const toNs = (ms: number): string => String(BigInt(ms) * 1_000_000n);
  const { traceId, spanId } = ids;
  const span = {
    ...ids,
    name: "POST /v1",
    kind: 2,
    startTimeUnixNano: toNs(startMs),
    endTimeUnixNano: toNs(startMs + durationMs),
  };
  await sendSpans(jaeger, {
    resourceSpans: [
      {
        resource: { attributes: [{ key: "service.name", value: { stringValue: "chat-gateway" } }] },
        scopeSpans: [{ scope: { name: "test" }, spans: [span] }],
      },
    ],
  });
  await waitUntil({
    condition: "the request",
    isMet: async () => {
      const answer = await fetch(`${jaeger.queryUrl}/api/traces/${traceId}`);
      if (!answer.ok) return false;
      const { data } = (await answer.json()) as JaegerTraces;
      return data.some(({ spans }) => spans.some(({ spanID }) => spanID === spanId));
    },
    timeoutMs: 60_000,
    fix: "query Jaeger for it",
  });
}

/** Keeps the traces of the five minutes before `endMs`. */
function keep(createQuestion: QuestionOf, endMs: number) {
  return keepAnswer(createQuestion({ startMs: endMs - 5 * minuteMs, endMs }));
}

async function keepAnswer(question: EvidenceQuestion) {
  const params = await openInvestigation(caller);
  const { status, body } = await send("keep-evidence", {
    caller,
    params,
    body: { question, title: "Traces of an incident" },
  });
  expect(status).toBe(201);
  return { ...params, evidenceId: body.evidence.id as string };
}

type StoredItem = Awaited<ReturnType<typeof keep>>;
type QuestionOf = (window: { readonly startMs: number; readonly endMs: number }) => EvidenceQuestion;

/** Runs the job of the evidence at a time. Returns the state of the copy. */
async function runJob({ number, evidenceId }: StoredItem, atMs: number): Promise<string | undefined> {
  setServerClock(atMs);
  await storeCompleteAnswer(evidenceId);
  const { evidence } = await readInvestigation(caller, { number });
  return evidence.find(({ id }) => id === evidenceId)?.answer?.state;
}

async function readLive(params: StoredItem): Promise<LiveEvidenceResponse["check"]> {
  const { body } = await send("live-evidence", { caller, params });
  const { check } = body as LiveEvidenceResponse;
  return check ?? readLive(params);
}

const noConditions = {
  service: null,
  operation: null,
  minMs: null,
  maxMs: null,
  errors: null,
  attribute: null,
} as const;
const deployment = "chat";
const listOf: QuestionOf = (window) => ({
  endpoint: "traces",
  order: "newest",
  deployment,
  window,
  ...noConditions,
});
const kinds: readonly (readonly [string, QuestionOf])[] = [
  ["list", listOf],
  [
    "analysis",
    (window) => ({
      endpoint: "trace-study",
      part: "requests",
      deployment,
      window,
      n: null,
      slowBy: null,
      slowQuantile: null,
      slowOverMs: null,
      ...noConditions,
    }),
  ],
  ["flow", (window) => ({ endpoint: "trace-flow", deployment, window, cmp: null, n: null, ...noConditions })],
];

test("a copy of traces does not wait for long requests if recent requests were short", async () => {
  const endMs = fixtureNowMs - 60 * minuteMs;
  await addRequest(endMs - 2 * minuteMs, 400);
  setServerClock(endMs + secondMs);
  const item = await keep(listOf, endMs);
  expect(await runJob(item, endMs + 9 * secondMs)).toBe("reading");
  expect(await runJob(item, endMs + 11 * secondMs)).toBe("ready");
});

test.each(kinds.map(([kind, createQuestion], index) => [kind, createQuestion, index] as const))(
  "a copy of the %s has the request that ended after the window, and the live data match it",
  async (_kind, createQuestion, index) => {
    const endMs = fixtureNowMs - (40 - index * 20) * minuteMs;
    await addRequest(endMs - 4 * minuteMs, 38 * secondMs);
    setServerClock(endMs + secondMs);
    const item = await keep(createQuestion, endMs);
    // The second request runs until 30 s after the window, and the first one shows that requests take up to 38 s.
    expect(await runJob(item, endMs + 11 * secondMs)).toBe("reading");
    await addRequest(endMs - 5 * secondMs, 35 * secondMs);
    expect(await runJob(item, endMs + 45 * secondMs)).toBe("reading");
    expect(await runJob(item, endMs + 49 * secondMs)).toBe("ready");
    setServerClock(endMs + 10 * minuteMs);
    const check = await readLive(item);
    expect(check?.state).toBe("same");
    const { body } = await send("evidence-answer", { caller, params: item });
    expect(JSON.stringify(body.data)).toContain(String(35 * secondMs * 1e6));
  },
);

test("a copy waits at most 70 s for requests that take longer", async () => {
  const endMs = fixtureNowMs - 90 * minuteMs;
  await addRequest(endMs - 4 * minuteMs, 120 * secondMs);
  setServerClock(endMs + secondMs);
  const item = await keep(listOf, endMs);
  expect(await runJob(item, endMs + 69 * secondMs)).toBe("reading");
  expect(await runJob(item, endMs + 70 * secondMs)).toBe("ready");
});

describe("a copy of one trace", () => {
  const root = { spanId: "a".repeat(16) };
  const child = { spanId: "b".repeat(16), parentSpanId: root.spanId };

  /** Sends the spans that ended first, and keeps their trace two seconds after they ended. */
  async function keepTrace(endMs: number, first: Omit<SentSpan, "traceId">) {
    const traceId = createTraceId();
    await addSpan({ traceId, ...first }, endMs - 4 * secondMs, 4 * secondMs);
    setServerClock(endMs + 2 * secondMs);
    return { traceId, item: await keepAnswer({ endpoint: "trace", traceId, clock: "raw" }) };
  }

  test("waits for its parent that ends later, and the live data match it", async () => {
    const endMs = fixtureNowMs - 120 * minuteMs;
    // This request shows that requests take up to 38 s.
    await addRequest(endMs - 4 * minuteMs, 38 * secondMs);
    const { traceId, item } = await keepTrace(endMs, child);
    expect(await runJob(item, endMs + 11 * secondMs)).toBe("reading");
    await addSpan({ traceId, ...root }, endMs - 5 * secondMs, 20 * secondMs);
    expect(await runJob(item, endMs + 16 * secondMs)).toBe("reading");
    expect(await runJob(item, endMs + 26 * secondMs)).toBe("ready");
    const { body } = await send("evidence-answer", { caller, params: item });
    expect(body.data.trace.rows.ids).toContain(root.spanId);
    setServerClock(endMs + 10 * minuteMs);
    expect((await readLive(item))?.state).toBe("same");
  });

  test("waits for the exporters only if no parent is missing", async () => {
    const endMs = fixtureNowMs - 130 * minuteMs;
    const { item } = await keepTrace(endMs, root);
    expect(await runJob(item, endMs + 9 * secondMs)).toBe("reading");
    expect(await runJob(item, endMs + 11 * secondMs)).toBe("ready");
  });

  test("waits at most 70 s for a parent that never arrives", async () => {
    const endMs = fixtureNowMs - 140 * minuteMs;
    await addRequest(endMs - 4 * minuteMs, 120 * secondMs);
    const { item } = await keepTrace(endMs, child);
    expect(await runJob(item, endMs + 69 * secondMs)).toBe("reading");
    expect(await runJob(item, endMs + 70 * secondMs)).toBe("ready");
  });

  test("does not wait if the trace ended long before", async () => {
    const traceId = createTraceId();
    const endMs = fixtureNowMs - 150 * minuteMs;
    await addSpan({ traceId, ...child }, endMs - secondMs, secondMs);
    setServerClock(endMs + 5 * minuteMs);
    const item = await keepAnswer({ endpoint: "trace", traceId, clock: "raw" });
    expect(await runJob(item, endMs + 5 * minuteMs)).toBe("ready");
  });
});
