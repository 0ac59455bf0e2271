/** Traces stored as evidence, with a trace store and a real PostgreSQL: they equal the answers of their endpoints. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTraceStore, type RunningTraceStore } from "@/demo/stack/trace-store/server";
import type {
  EvidenceData,
  EvidenceQuestion,
} from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import type { EvidenceEntry } from "@/lib/contracts/investigations/hypotheses";
import type { LiveEvidenceResponse } from "@/lib/contracts/investigations/live-evidence";
import type { TraceResponse } from "@/lib/contracts/traces/traces";
import { sentenceText } from "@/lib/format/sentence-text";
import { deleteProcessState } from "@/lib/server/process-state";
import { personExistsStateName } from "@/lib/server/sessions/person-exists";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { storeAnswer } from "@/lib/services/investigations/evidence/store-answer";
import {
  fixtureNowMs,
  openStoredFixture,
  writeRunningGauges,
  type StoredFixture,
} from "@/tests/support/server/stored-fixture";
import { exportTracedHistory, tracedConfig } from "@/tests/support/traces/traced-requests";
import { addSignedInPerson, type SignedInPerson } from "../people/people-fixture";
import { openInvestigation, readInvestigation, send } from "./investigation-fixture";

const minuteMs = 60_000;
const history = { startMs: fixtureNowMs - 14 * minuteMs, deployMs: 0, endMs: 0 };
const traceId = "1".padStart(32, "0");
const promptTraceId = "f".repeat(32);
const promptText = "Summarise the merger of the two companies.";
const folder = mkdtempSync(join(tmpdir(), "ridgepoint-trace-evidence-"));

let stage: StoredFixture;
let traceStore: RunningTraceStore;
let caller: SignedInPerson;

beforeAll(async () => {
  traceStore = await startStore();
  stage = await openStoredFixture(writeRunningGauges([{ model: "chat", job: "vllm", instance: "v:1" }]));
  const config = join(folder, "ridgepoint.yaml");
  writeFileSync(config, tracedConfig);
  await stage.begin({ JAEGER_URL: traceStore.queryUrl, RIDGEPOINT_CONFIG: config });
  await discoverDeployments();
  caller = await addSignedInPerson("editor");
  deleteProcessState(personExistsStateName);
});
afterAll(async () => {
  await stage.close();
  await traceStore.stop();
  rmSync(folder, { recursive: true });
});

/** Starts a trace store with the known requests, and one whose span has a prompt. */
async function startStore(): Promise<RunningTraceStore> {
  const store = await startTraceStore({ api: "both", queryPort: 0, otlpPort: 0, now: () => fixtureNowMs });
  for (const body of [exportTracedHistory(history), promptTrace()]) await sendSpans(store, body);
  return store;
}

function promptTrace(spanId = "a".repeat(16)): object {
  const startNs = BigInt(fixtureNowMs - 20 * minuteMs) * 1_000_000n;
  const span = {
    traceId: promptTraceId,
    spanId,
    name: "chat",
    kind: 2,
    startTimeUnixNano: String(startNs),
    endTimeUnixNano: String(startNs + 40_000_000n),
    attributes: [
      { key: "gen_ai.prompt.0.content", value: { stringValue: promptText } },
      { key: "build", value: { stringValue: "chat" } },
    ],
  };
  return {
    resourceSpans: [
      {
        resource: { attributes: [{ key: "service.name", value: { stringValue: "prompts" } }] },
        scopeSpans: [{ scope: { name: "test" }, spans: [span] }],
      },
    ],
  };
}

interface StoredItem {
  readonly params: { readonly number: string; readonly evidenceId: string };
  readonly entry: EvidenceEntry;
  readonly data: EvidenceData | null;
}

/** Keeps the answer to the question, and reads the item and its data as the page does. */
async function keep(
  question: EvidenceQuestion,
  { maxBytes }: { maxBytes?: number } = {},
): Promise<StoredItem> {
  const params = await openInvestigation(caller);
  const stored = await send("keep-evidence", { caller, params, body: { question, title: "Kept" } });
  expect(stored.status).toBe(201);
  const evidenceId = stored.body.evidence.id as string;
  await storeAnswer(evidenceId, maxBytes === undefined ? {} : { maxBytes });
  const { evidence } = await readInvestigation(caller, params);
  const [entry] = evidence;
  if (entry === undefined) throw new Error("the evidence is missing");
  const answer = await send("evidence-answer", { caller, params: { ...params, evidenceId } });
  return { entry, data: answer.body.data as EvidenceData | null, params: { ...params, evidenceId } };
}

/** Reads the check of the live source until the server has it. */
async function readLive(params: StoredItem["params"]): Promise<LiveEvidenceResponse["check"]> {
  const answer = await send("live-evidence", { caller, params });
  expect(answer.status).toBe(200);
  const { check } = answer.body as LiveEvidenceResponse;
  return check ?? readLive(params);
}

async function sendSpans(store: RunningTraceStore, body: unknown): Promise<void> {
  const sent = await fetch(`${store.otlpUrl}/v1/traces`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(sent.ok).toBe(true);
}

/** Fields that differ between two reads of the same data. */
const readTimes = new Set(["asOfMs", "serverNowMs"]);

function withoutReadTimes(data: unknown): unknown {
  return JSON.parse(JSON.stringify(data, (key, value: unknown) => (readTimes.has(key) ? undefined : value)));
}

function spanIdsOf({ rows }: TraceResponse): readonly string[] {
  return rows.ids.split(" ");
}

test("a stored trace equals the answers of the endpoints of the trace and of its spans", async () => {
  const { entry, data } = await keep({ endpoint: "trace", traceId, clock: "raw", deployment: "chat" });
  expect(entry.answer).toMatchObject({ state: "ready", message: null });
  const { body: trace } = await send("trace", {
    caller,
    params: { traceId },
    query: { clock: "raw", deployment: "chat" },
  });
  if (data?.endpoint !== "trace") throw new Error("no trace is stored");
  expect(withoutReadTimes(data.trace)).toEqual(withoutReadTimes(trace));
  const spanIds = spanIdsOf(data.trace);
  expect(spanIds.length).toBe(3);
  expect(Object.keys(data.spans ?? {}).toSorted()).toEqual(spanIds.toSorted());
  for (const spanId of spanIds) {
    const { body: span } = await send("span", { caller, params: { traceId, spanId } });
    expect(data.spans?.[spanId]).toEqual(withoutReadTimes(span));
  }
  const { startMs, durationNs } = data.trace;
  expect(entry.answer?.window).toEqual({ startMs, endMs: startMs + durationNs / 1e6 });
});

test("the copy of a trace has no text of prompts", async () => {
  const { data } = await keep({ endpoint: "trace", traceId: promptTraceId, clock: "raw" });
  if (data?.endpoint !== "trace") throw new Error("no trace is stored");
  expect(data.spans?.["a".repeat(16)]?.spans[0]?.attributes).toMatchObject({
    "gen_ai.prompt.0.content": "omitted",
    build: "chat",
  });
  expect(JSON.stringify(data)).not.toContain("merger");
});

describe("with the text of prompts", () => {
  const question = {
    endpoint: "trace",
    traceId: promptTraceId,
    clock: "raw",
    includesPromptText: true,
  } as const satisfies EvidenceQuestion;

  test("the copy, its hash, the timeline and the export contain it, and the exports state it", async () => {
    const { params: item, entry, data } = await keep(question);
    const params = { number: item.number };
    if (data?.endpoint !== "trace") throw new Error("no trace is stored");
    expect(data.includesPromptText).toBe(true);
    expect(data.spans?.["a".repeat(16)]?.spans[0]?.attributes).toMatchObject({
      "gen_ai.prompt.0.content": promptText,
    });
    expect(entry.answer?.question).toMatchObject({ includesPromptText: true });
    const { timeline } = await readInvestigation(caller, params);
    expect(timeline.entries.map(({ payload }) => payload)).toContainEqual(
      expect.objectContaining({ kind: "evidence", action: "added", includesPromptText: true }),
    );
    const exported = await send("export-investigation", { caller, params, query: { format: "json" } });
    expect(JSON.stringify(exported.body)).toContain(promptText);
    const markdown = await send("export-investigation", { caller, params, query: { format: "markdown" } });
    expect(JSON.stringify(markdown.body)).toContain(
      "stored with any text of prompts and completions, SHA-256 ",
    );
    expect(JSON.stringify(markdown.body)).not.toContain("merger");
  });

  test("a check of the live source does not read it again", async () => {
    const { params } = await keep(question);
    await readLive(params);
    const answer = await send("live-evidence", { caller, params, query: { data: "true" } });
    expect(answer.body.data).toMatchObject({ endpoint: "trace" });
    expect(JSON.stringify(answer.body)).not.toContain("merger");
  });

  test("reports and their public links do not contain it", async () => {
    const { params: item } = await keep(question);
    const params = { number: item.number };
    const admin = await addSignedInPerson("admin");
    deleteProcessState(personExistsStateName);
    const report = await send("investigation-report", { caller, params, query: { kind: "working" } });
    expect(report.status).toBe(200);
    expect(JSON.stringify(report.body)).toContain("it is not part of this report");
    expect(JSON.stringify(report.body)).not.toContain("merger");
    const { version } = (await send("organisation", { caller: admin })).body;
    await send("edit-organisation", { caller: admin, version, body: { allowsReportLinks: true } });
    const linked = await send("create-report-link", { caller, params, body: { kind: "working" } });
    expect(linked.status).toBe(201);
    const token = (linked.body.path as string).replace("/shared-report/", "");
    const shared = await send("shared-report", { caller: { cookie: "" }, params: { token } });
    expect(shared.status).toBe(200);
    expect(JSON.stringify(shared.body)).toContain("Kept");
    expect(JSON.stringify(shared.body)).not.toContain("merger");
  });

  test("a viewer cannot store it", async () => {
    const viewer = await addSignedInPerson("viewer");
    deleteProcessState(personExistsStateName);
    const params = await openInvestigation(caller);
    const body = { question, title: "Kept" };
    const answer = await send("keep-evidence", { caller: viewer, params, body });
    expect(answer).toMatchObject({ status: 403, body: { code: "forbidden" } });
  });
});

test("an unknown trace leaves a tombstone with the reason", async () => {
  const { entry, data } = await keep({ endpoint: "trace", traceId: "9".repeat(32), clock: "raw" });
  expect(entry.answer).toMatchObject({ state: "failed", window: null });
  expect(entry.answer?.message).toMatch(/has no trace 9{32}\. Its retention may have expired\.$/);
  expect(data).toBeNull();
});

test("a trace above the limit is refused, and the item advises to export it", async () => {
  const { entry } = await keep({ endpoint: "trace", traceId, clock: "raw" }, { maxBytes: 100 });
  expect(entry.answer).toMatchObject({ state: "failed" });
  expect(entry.answer?.message).toMatch(/evidence has at most .* Export the trace as a file instead\.$/);
});

const window = { startMs: history.startMs, endMs: history.startMs + 10 * minuteMs };
const fixed = { from: String(window.startMs), to: String(window.endMs) };
const noConditions = {
  service: null,
  operation: null,
  minMs: null,
  maxMs: null,
  errors: null,
  attribute: null,
} as const;
const comparisonQuestion = {
  endpoint: "trace-comparison",
  deployment: "chat",
  window,
  a: "slow",
  b: "rest",
  aDeployment: null,
  bDeployment: null,
  time: "request",
  slowQuantile: 0.9,
  slowOverMs: 250,
  changeAtMs: null,
  comparedAttribute: null,
  maxRequests: 500,
  ...noConditions,
} as const satisfies EvidenceQuestion;
const flowQuestion = {
  endpoint: "trace-flow",
  deployment: "chat",
  window,
  cmp: null,
  n: 500,
  ...noConditions,
} as const satisfies EvidenceQuestion;

test("a stored comparison of slow requests with the rest equals the answer of its endpoint", async () => {
  const { entry, data } = await keep(comparisonQuestion);
  expect(entry.answer).toMatchObject({ state: "ready", window });
  const query = {
    ...fixed,
    deployment: "chat",
    time: "request",
    slowQuantile: "0.9",
    slowOverMs: "250",
    maxRequests: "500",
  };
  const { body: comparison } = await send("trace-comparison", { caller, query });
  expect(comparison).toMatchObject({ a: { n: 60 }, b: { n: 60 } });
  expect(withoutReadTimes(data)).toEqual(
    withoutReadTimes({ endpoint: "trace-comparison", comparison, droppedRowCount: 0 }),
  );
});

test("the exports and the report of a stored comparison of traces have the sentences of its page", async () => {
  const { data, params: item } = await keep(comparisonQuestion);
  if (data?.endpoint !== "trace-comparison") throw new Error("no comparison is stored");
  const { headline, remainder } = data.comparison;
  const verdict = [headline, ...(remainder === null ? [] : [remainder])].map(sentenceText).join(" ");
  expect(verdict).toContain("Slow requests");
  const params = { number: item.number };
  const markdown = await send("export-investigation", { caller, params, query: { format: "markdown" } });
  expect(markdown.body.text).toContain(`- ${verdict}\n`);
  const { body } = await send("investigation-report", { caller, params, query: { kind: "working" } });
  expect(JSON.stringify(body.report)).toContain(JSON.stringify(verdict));
});

test("a stored comparison before and after a change equals the answer of its endpoint", async () => {
  const changeAtMs = window.startMs + 5 * minuteMs;
  const groups = { a: "after", b: "before", slowOverMs: null, changeAtMs } as const;
  const { entry, data } = await keep({ ...comparisonQuestion, ...groups });
  expect(entry.answer).toMatchObject({ state: "ready", window });
  const { body: comparison } = await send("trace-comparison", {
    caller,
    query: {
      ...fixed,
      deployment: "chat",
      a: "after",
      b: "before",
      time: "request",
      slowQuantile: "0.9",
      changeAtMs: String(changeAtMs),
      maxRequests: "500",
    },
  });
  expect(comparison.difference.total.difference).toBeCloseTo(300e6, -3);
  expect(withoutReadTimes(data)).toMatchObject({ comparison: withoutReadTimes(comparison) });
});

test("a comparison without requests leaves a tombstone with the reason", async () => {
  const before = { startMs: window.startMs - 20 * minuteMs, endMs: window.startMs - 10 * minuteMs };
  const { entry, data } = await keep({ ...comparisonQuestion, window: before });
  expect(entry.answer).toMatchObject({ state: "failed" });
  expect(entry.answer?.message).toMatch(/\.$/);
  expect(data).toBeNull();
});

test("a stored flow of requests equals the answer of its endpoint", async () => {
  const { entry, data } = await keep(flowQuestion);
  expect(entry.answer).toMatchObject({ state: "ready", window });
  const { body: flow } = await send("trace-flow", {
    caller,
    query: { ...fixed, deployment: "chat", n: "500" },
  });
  expect(flow.flow.edges.length).toBeGreaterThan(0);
  expect(withoutReadTimes(data)).toEqual(withoutReadTimes({ endpoint: "trace-flow", flow }));
});

const studyQuestion = {
  endpoint: "trace-study",
  part: "slow",
  deployment: "chat",
  window,
  n: 500,
  slowBy: null,
  slowQuantile: 0.9,
  slowOverMs: null,
  ...noConditions,
} as const satisfies EvidenceQuestion;
const listQuestion = {
  endpoint: "traces",
  order: "newest",
  deployment: "chat",
  window,
  ...noConditions,
} as const satisfies EvidenceQuestion;

test("a stored list of traces equals the answer of its endpoint", async () => {
  const { entry, data } = await keep(listQuestion);
  expect(entry.answer).toMatchObject({ state: "ready", window });
  const { body: list } = await send("traces", { caller, query: { ...fixed, deployment: "chat" } });
  expect(list.newest.traces.length).toBe(100);
  expect(withoutReadTimes(data)).toEqual(withoutReadTimes({ endpoint: "traces", list }));
});

test("a stored analysis of requests equals the answer of its endpoint", async () => {
  const { entry, data } = await keep(studyQuestion);
  expect(entry.answer).toMatchObject({ state: "ready", window });
  const { body: analysis } = await send("trace-study", {
    caller,
    query: { ...fixed, deployment: "chat", n: "500", slowQuantile: "0.9" },
  });
  expect(analysis.study.points.length).toBe(120);
  expect(withoutReadTimes(data)).toEqual(
    withoutReadTimes({ endpoint: "trace-study", analysis, droppedRowCount: 0 }),
  );
});

test.each<[string, () => EvidenceQuestion, readonly RegExp[]]>([
  [
    "a trace",
    () => traceQuestion,
    [/^Question: Trace 0{31}1$/m, /^- Duration [^\n]+, 3 spans/m, /^- Phases of the request: /m],
  ],
  [
    "a comparison",
    () => comparisonQuestion,
    [
      /^Question: Slow requests of chat compared with the other requests of chat, by duration, slow above 250\sms$/m,
      /^- Slow requests: n = 60 requests, mean /m,
      /^- Total: mean [^\n]+ and [^\n]+, difference [^\n]+ \(95 % interval /m,
    ],
  ],
  [
    "a flow",
    () => flowQuestion,
    [
      /^Question: Calls between the services of chat$/m,
      /^- [^\n]+ → [^\n]+: [\d,]+ calls in [\d,]+ requests/m,
    ],
  ],
  [
    "a list",
    () => listQuestion,
    [/^Question: List of traces of chat, order “Newest”$/m, /^- The list has 100 traces\./m, /: duration \d/],
  ],
  [
    "an analysis of slow requests",
    () => ({ ...studyQuestion, slowOverMs: 250 }),
    [
      /^Question: Slow requests of chat compared with the other requests, slow above 250\sms$/m,
      /^- Analysed: n = 120 requests\. /m,
      /^- Threshold 250\sms\. 60 slow requests were compared with 60 other requests\./m,
    ],
  ],
  [
    "a breakdown",
    () => ({ ...studyQuestion, part: "breakdown" }),
    [/^- Requests [^\n]+: n = \d+, mean [^\n]+: [^\n]+ \d/m],
  ],
  [
    "a table of operations",
    () => ({ ...studyQuestion, part: "operations" }),
    [/^- [^\n]+: n = [\d,]+ spans in [\d,]+ requests, [^\n]+ of the critical path$/m],
  ],
  [
    "a chart of requests",
    () => ({ ...studyQuestion, part: "requests" }),
    [/^- Requests [^\n]+: n = \d+, duration [^\n]+ to [^\n]+, mean /m],
  ],
])("the Markdown export has the question and the values of %s", async (_name, createQuestion, patterns) => {
  const { params: item } = await keep(createQuestion());
  const query = { format: "markdown" };
  const { body } = await send("export-investigation", { caller, params: { number: item.number }, query });
  for (const pattern of patterns) expect(body.text).toMatch(pattern);
});

test.each([
  ["a comparison", { ...comparisonQuestion, a: "fast" }],
  ["a flow", { ...flowQuestion, cmp: "yesterday" }],
])("%s with an invalid question is refused at once", async (_name, question) => {
  const params = await openInvestigation(caller);
  const answer = await send("keep-evidence", { caller, params, body: { question, title: "Kept" } });
  expect(answer).toMatchObject({ status: 400, body: { code: "invalid-input" } });
});

const traceQuestion = { endpoint: "trace", traceId, clock: "raw", deployment: "chat" } as const;

test.each<[string, EvidenceQuestion, RegExp]>([
  ["a trace", traceQuestion, /^The live data match the copy in 3 span durations\.$/],
  ["a comparison", comparisonQuestion, /^The live data match the copy in [\d,]+ numbers\.$/],
  ["a flow", flowQuestion, /^The live data match the copy in [\d,]+ numbers\.$/],
  ["a list of traces", listQuestion, /^The live data match the copy in [\d,]+ durations\.$/],
  ["an analysis of requests", studyQuestion, /^The live data match the copy in [\d,]+ numbers\.$/],
])("the live source of %s has the same answer", async (_name, question, sentence) => {
  const { params } = await keep(question);
  const check = await readLive(params);
  expect(check).toMatchObject({ state: "same" });
  expect(check?.sentence).toMatch(sentence);
});

test("a span that arrives after the copy was stored is counted as new", async () => {
  const { params } = await keep({ endpoint: "trace", traceId: promptTraceId, clock: "raw" });
  await sendSpans(traceStore, promptTrace("b".repeat(16)));
  const check = await readLive(params);
  expect(check).toMatchObject({
    state: "differs",
    difference: { copyCount: 1, liveCount: 2, changedCount: 0, missingCount: 0, newCount: 1 },
    sentence: "1 new span duration is not in the copy.",
  });
});

test("copies remain after the source stopped, and what is kept then is a tombstone", async () => {
  const params = await openInvestigation(caller);
  const question = { endpoint: "trace", traceId, clock: "raw" } as const;
  const stored = await send("keep-evidence", { caller, params, body: { question, title: "Kept" } });
  const evidenceId = stored.body.evidence.id as string;
  await storeAnswer(evidenceId);
  await traceStore.stop();
  try {
    const answer = await send("evidence-answer", { caller, params: { ...params, evidenceId } });
    expect(answer.body.data).toMatchObject({ endpoint: "trace", trace: { traceId } });
    const check = await readLive({ ...params, evidenceId });
    expect(check?.state).toBe("unavailable");
    expect(check?.sentence).toMatch(/\.$/);
    for (const lost of [question, comparisonQuestion, flowQuestion, listQuestion, studyQuestion]) {
      const { entry, data } = await keep(lost);
      expect(entry.answer?.state).toBe("failed");
      expect(entry.answer?.message).toMatch(/\.$/);
      expect(data).toBeNull();
    }
  } finally {
    traceStore = await startStore();
  }
});
