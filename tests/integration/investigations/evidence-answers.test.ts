/** Answers stored as evidence on a real Prometheus and PostgreSQL: they equal the answers of their endpoints. */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fleet } from "@/demo/simulator/fleet";
import { assertPresent } from "@/lib/base/assert";
import type {
  EvidenceData,
  EvidenceQuestion,
} from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import type { RooflinePageData } from "@/lib/contracts/roofline/roofline";
import type { EvidenceAnswerResponse, EvidenceEntry } from "@/lib/contracts/investigations/hypotheses";
import type { LiveEvidenceResponse } from "@/lib/contracts/investigations/live-evidence";
import { allSources } from "@/lib/model/sources/source-scope";
import { deleteProcessState } from "@/lib/server/process-state";
import { investigationLimits } from "@/lib/model/investigation/investigation-limits";
import { getDatabase } from "@/lib/server/db/client";
import { systemPrincipal } from "@/lib/server/principal";
import { personExistsStateName } from "@/lib/server/sessions/person-exists";
import { captureBaseline } from "@/lib/services/captures/capture-baseline";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { liveChecksStateName } from "@/lib/services/investigations/evidence/check-live-answer";
import { listWaitingEvidenceIds, storeAnswer } from "@/lib/services/investigations/evidence/store-answer";
import { createWhatIfEvidence } from "@/tests/support/sample-data/computed-what-if";
import { simulateHistory } from "@/tests/support/histories/simulated-history";
import { startFaultProxy } from "@/tests/support/sources/fault-proxy";
import {
  fixtureNowMs,
  fixtureTailMs,
  openStoredFixture,
  type StoredFixture,
} from "@/tests/support/server/stored-fixture";
import { addSignedInPerson, type SignedInPerson } from "../people/people-fixture";
import {
  calculatorQuestion,
  comparisonQuestion,
  correlationQuestion,
  findPageSentence,
  fixed,
  markdown,
  noVerdict,
  rooflineQuestion,
  signalsQuestion,
  slug,
  sweepQuestion,
  whatIfQuestion,
  window,
  askCorrelation,
  changeSeries,
  withoutNames,
  withoutReadTimes,
  sourceCaches,
} from "./evidence-questions";
import { openInvestigation, readInvestigation, send } from "./investigation-fixture";

const minuteMs = 60_000;
const plan = assertPresent(
  fleet.find(({ name }) => name === slug),
  "the fleet has assist-8b",
);
const steady = { ...plan, traffic: { ...plan.traffic, requestsPerSecond: 3, dailyAmplitudeRatio: 0 } };

let stage: StoredFixture;
let caller: SignedInPerson;
let gateId: string;
let baselineId: string;

beforeAll(async () => {
  const { writeBlocks } = simulateHistory({
    profiles: [],
    fleet: [steady],
    seed: 5,
    fromMs: fixtureNowMs - 90 * minuteMs,
    toMs: fixtureNowMs + fixtureTailMs,
    spacingMs: 15_000,
  });
  stage = await openStoredFixture(writeBlocks);
  await begin();
  await chooseModel();
  gateId = await runGate();
});
afterAll(() => stage.close());

async function begin(variables: Parameters<StoredFixture["begin"]>[0] = {}): Promise<void> {
  await stage.begin(variables);
  await discoverDeployments();
  caller = await addSignedInPerson("editor");
  deleteProcessState(personExistsStateName);
}

/** Chooses the model of the deployment, without which the roofline has no pool. */
async function chooseModel(): Promise<void> {
  const { id: deploymentId } = await resolveDeployment(slug, allSources);
  const body = { model: "llama-3.1-8b", stepTokenBudget: 2_048 };
  const chosen = await send("edit-roofline-setting", { caller, params: { deploymentId }, body, version: 0 });
  expect(chosen.status).toBe(200);
}

/** Every kind of answer, its question, and the data that its endpoint returns now. */
const kinds: readonly (readonly [string, () => EvidenceQuestion, () => Promise<unknown>])[] = [
  ["signals", () => signalsQuestion, askSignals],
  ["roofline", () => rooflineQuestion, askRoofline],
  ["comparison", () => comparisonQuestion, askComparison],
  ["gate", () => ({ endpoint: "gate", gateId }), askGate],
  ["sweep", () => sweepQuestion, askSweep],
  ["overview", () => ({ endpoint: "overview", window }), askOverview],
  ["baseline", () => ({ endpoint: "baseline", baselineId }), askBaseline],
  ["data-check", () => ({ endpoint: "data-check", deployment: slug }), askDataCheck],
  ["what-if", () => whatIfQuestion, askWhatIf],
  ["correlation", () => correlationQuestion, () => askCorrelation(caller)],
  ["utilisation", () => ({ ...rooflineQuestion, endpoint: "utilisation", metric: "mbu" }), askUtilisation],
];

async function askSignals(): Promise<unknown> {
  const { endpoint: _endpoint, panel: key, ...question } = signalsQuestion;
  const body = { waitMs: 1_500, questions: [{ key, question: { ...question, window: fixed } }] };
  const answer = await send("signals", { caller, body });
  expect(answer.body.panels[0]).toMatchObject({ state: "answered" });
  return { endpoint: "signals", answer: answer.body.panels[0].answer };
}

async function askRoofline(): Promise<unknown> {
  const { body } = await send("roofline", { caller, query: { deployment: slug, ...fixed } });
  expect(body).toMatchObject({ state: "answered" });
  return { endpoint: "roofline", page: body };
}

async function askSweep(): Promise<unknown> {
  const { body } = await send("roofline", { caller, query: { deployment: slug, ...fixed } });
  expect(body.pools[0]).toMatchObject({ sweep: { sentence: expect.any(Array) } });
  return { endpoint: "sweep", page: body };
}

async function askUtilisation(): Promise<unknown> {
  const { body } = await send("roofline", { caller, query: { deployment: slug, ...fixed } });
  return { endpoint: "utilisation", metric: "mbu", page: body };
}

async function askWhatIf(): Promise<unknown> {
  const { body } = await send("roofline", { caller, query: { deployment: slug, ...fixed } });
  return createWhatIfEvidence(body as RooflinePageData);
}

async function askComparison(): Promise<unknown> {
  const { before, after, statistic } = comparisonQuestion;
  const { body } = await send("comparison", { caller, query: { before, after, statistic } });
  expect(body.result).not.toBeNull();
  return { endpoint: "comparison", comparison: body };
}

async function askGate(): Promise<unknown> {
  const { body } = await send("gate", { caller, params: { gateId } });
  expect(body.result).not.toBeNull();
  return { endpoint: "gate", run: body };
}

async function askOverview(): Promise<unknown> {
  const { body } = await send("overview", { caller, query: fixed });
  expect(body.deployments).toMatchObject([{ slug, state: "judged" }]);
  return { endpoint: "overview", fleet: body };
}

async function askBaseline(): Promise<unknown> {
  const { body } = await send("baseline", { caller, params: { baselineId } });
  expect(body.uses).toMatchObject({ investigations: expect.any(Array) });
  const { defaults: _defaults, uses: _uses, ...detail } = body;
  return { endpoint: "baseline", detail };
}

async function askDataCheck(): Promise<unknown> {
  const { body } = await send("data-check", { caller, query: { deployment: slug } });
  expect(body.rows.length).toBeGreaterThan(10);
  return { endpoint: "data-check", check: body };
}

/** Captures a baseline and runs a gate with it. Returns the id of the run. */
async function runGate(): Promise<string> {
  const capture = { deployment: slug, name: "Healthy", from: "now-80m", to: "now-35m" };
  const captured = await send("capture-baseline", { caller, body: capture });
  baselineId = captured.body.baseline.id as string;
  await captureBaseline(systemPrincipal, baselineId);
  const gate = { deployment: slug, baseline: baselineId, rules: ["ttft.p95=10%"] };
  const { body } = await send("create-gate", { caller, body: gate });
  expect(body).toMatchObject({ gate: { state: "complete" } });
  return body.gate.id as string;
}

interface StoredItem {
  readonly params: { readonly number: string };
  readonly item: EvidenceEntry;
}

async function keep(question: EvidenceQuestion, body: object = {}): Promise<StoredItem> {
  const params = await openInvestigation(caller);
  const stored = await send("keep-evidence", {
    caller,
    params,
    body: { question, title: "Running requests", ...body },
  });
  expect(stored.body).toMatchObject({ evidence: { number: 1, answer: { state: "reading" } } });
  expect(stored.status).toBe(201);
  return { params, item: stored.body.evidence as EvidenceEntry };
}

async function readItem({ params, item }: StoredItem): Promise<EvidenceEntry> {
  const { evidence } = await readInvestigation(caller, params);
  const found = evidence.find(({ id }) => id === item.id);
  if (found === undefined) throw new Error("the evidence is missing");
  return found;
}

async function readData({ params, item }: StoredItem): Promise<EvidenceAnswerResponse["data"]> {
  const answer = await send("evidence-answer", { caller, params: { ...params, evidenceId: item.id } });
  expect(answer.status).toBe(200);
  return answer.body.data as EvidenceAnswerResponse["data"];
}

test.each(kinds)(
  "a stored answer of %s equals the answer of its endpoint",
  async (_name, createQuestion, ask) => {
    const question = createQuestion();
    const stored = await keep(question);
    expect(await readData(stored)).toBeNull();
    expect(await listWaitingEvidenceIds()).toContain(stored.item.id);
    await storeAnswer(stored.item.id);
    expect(await listWaitingEvidenceIds()).not.toContain(stored.item.id);
    const data = await readData(stored);
    expect(withoutReadTimes(data)).toEqual(withoutNames(withoutReadTimes(await ask())));
    const { answer } = await readItem(stored);
    expect(answer).toMatchObject({ state: "ready", message: null, question, formatVersion: 1 });
    const row = await getDatabase().evidenceAnswer.findUniqueOrThrow({
      where: { evidenceId: stored.item.id },
    });
    expect(JSON.parse(row.data ?? "")).toEqual(data);
    expect(answer?.byteCount).toBe(Buffer.byteLength(row.data ?? ""));
    expect(answer?.contentHash).toBe(
      createHash("sha256")
        .update(row.data ?? "")
        .digest("hex"),
    );
  },
);

test("a correlation is read with the times of the page on which it was kept", async () => {
  const x = { stepMs: 120_000, rateWindowMs: 240_000, sampleSpacingMs: 15_000 };
  const y = { ...x, rateWindowMs: 360_000 };
  const stored = await keep({ ...correlationQuestion, timing: { x, y } });
  await storeAnswer(stored.item.id);
  expect(await readData(stored)).toMatchObject({ x, y });
});

test("the answer has the window of the click, the links and the remark, and the timeline records it", async () => {
  const params = await openInvestigation(caller);
  const hypothesis = await send("add-hypothesis", {
    caller,
    params,
    body: { statement: "The cache is full.", layer: "system" },
  });
  const { id: hypothesisId } = hypothesis.body.hypothesis;
  const hypotheses = [{ hypothesisId, direction: "against", weight: "strong" }];
  const body = { question: signalsQuestion, title: "Idle", text: "Nothing runs.", hypotheses };
  const stored = await send("keep-evidence", { caller, params, body });
  await storeAnswer(stored.body.evidence.id);
  const page = await readInvestigation(caller, params);
  expect(page.evidence).toMatchObject([
    {
      kind: "signals",
      title: "Idle",
      text: "Nothing runs.",
      hypotheses: [{ number: 1, direction: "against", weight: "strong" }],
      answer: { state: "ready", window },
    },
  ]);
  expect(page.timeline.entries[0]?.payload).toMatchObject({
    kind: "evidence",
    action: "added",
    title: "Idle",
  });
});

test("the detail of an investigation has no data, and a removed answer has none anywhere", async () => {
  const stored = await keep(signalsQuestion);
  await storeAnswer(stored.item.id);
  const page = await readInvestigation(caller, stored.params);
  expect(JSON.stringify(page.evidence)).not.toContain("pointCount");
  const params = { ...stored.params, evidenceId: stored.item.id };
  await send("remove-evidence", { caller, params, body: { reason: "Wrong instance" } });
  expect(await readData(stored)).toBeNull();
  expect(await readItem(stored)).toMatchObject({ answer: null, removal: { reason: "Wrong instance" } });
  expect(await getDatabase().evidenceAnswer.count({ where: { evidenceId: stored.item.id } })).toBe(0);
});

test("the exports contain the stored answers, and state those above their size limit", async () => {
  const stored = await keep(signalsQuestion);
  const { params } = stored;
  const reading = await send("export-investigation", { caller, params });
  expect(reading.body.document).toMatchObject({ evidence: [{ data: null }], omittedAnswerCount: 0 });
  await storeAnswer(stored.item.id);
  const { document } = (await send("export-investigation", { caller, params })).body;
  expect(document).toMatchObject({ evidence: [{ ...(await readItem(stored)) }], omittedAnswerCount: 0 });
  expect(document.evidence[0].data).toEqual(await readData(stored));
  const hash = createHash("sha256").update(JSON.stringify(document.evidence[0].data)).digest("hex");
  expect(hash).toBe(document.evidence[0].answer.contentHash);
  await getDatabase().evidenceAnswer.update({
    where: { evidenceId: stored.item.id },
    data: { byteCount: investigationLimits.maxExportedDataBytes + 1 },
  });
  const omitted = await send("export-investigation", { caller, params });
  expect(omitted.body.document).toMatchObject({ evidence: [{ data: null }], omittedAnswerCount: 1 });
  const written = await send("export-investigation", { caller, params, query: { format: "markdown" } });
  expect(written.body.text).toContain("The values are not part of this export");
});

test.each(kinds)(
  "the Markdown export has the question and the values of %s, and the page and the report have its verdict",
  async (name, createQuestion) => {
    const stored = await keep(createQuestion());
    await storeAnswer(stored.item.id);
    const query = { format: "markdown" };
    const { body } = await send("export-investigation", { caller, params: stored.params, query });
    for (const pattern of markdown[name] ?? [/missing/]) expect(body.text).toMatch(pattern);
    expect(body.text).not.toContain("not part of this export");
    const verdict = (await readItem(stored)).answer?.verdict ?? noVerdict;
    expect(verdict).toMatch(findPageSentence(await readData(stored)));
    const report = await send("investigation-report", { caller, params: stored.params });
    expect(JSON.stringify(report.body).includes(JSON.stringify(verdict))).toBe(verdict !== noVerdict);
  },
);

test("a stored calculator has the result, the sentence and the names of its inputs, without a window", async () => {
  const stored = await keep(calculatorQuestion);
  await storeAnswer(stored.item.id);
  expect(await readItem(stored)).toMatchObject({
    kind: "calculator",
    answer: { state: "ready", window: null, verdict: expect.stringMatching(/\d/) },
  });
  const data = await readData(stored);
  if (data?.endpoint !== "calculator") throw new Error("not a calculator");
  expect(data).toMatchObject({
    calculator: "weights",
    chosenRowKey: "fp8",
    inputs: [
      { label: "Model", value: "Llama-3.1-8B" },
      { label: "Weights", value: "FP8" },
    ],
  });
  // Llama 3.1 8B has 8.03 billion weights: 16.1 GB in 16 bits, and half of the matrices in 8 bits.
  expect(data.rows.find(({ key }) => key === "bf16")?.cells[3]).toBe("16.1\u202fGB");
  expect(data.sentence).toContain("Llama-3.1-8B");
  const sentence = "The live data match the copy.";
  expect((await readLive(stored)).check).toMatchObject({ state: "same", sentence });
});

test("a calculator whose tables give another result states the value now and in the copy", async () => {
  const stored = await keep(calculatorQuestion);
  await storeAnswer(stored.item.id);
  await replaceCopy(stored, (data) =>
    data.endpoint === "calculator"
      ? {
          ...data,
          rows: data.rows.map((row) =>
            row.key === "bf16" ? { ...row, cells: row.cells.with(3, "15.0 GB") } : row,
          ),
        }
      : data,
  );
  const { check, data } = await readLive(stored, "true");
  expect(check).toMatchObject({
    state: "differs",
    sentence: "Value of bf16, Stored: “16.1\u202fGB” now, “15.0 GB” in the copy.",
  });
  expect(data).toMatchObject({ endpoint: "calculator" });
});

const idleWindow = { startMs: window.startMs - 600 * minuteMs, endMs: window.startMs - 540 * minuteMs };

test.each<[string, EvidenceQuestion, RegExp]>([
  [
    "a number of GPUs that does not divide the query heads",
    { ...whatIfQuestion, levers: { batch: "64", tensorParallel: "64" } },
    /^This what-if is impossible for the deployment: its model does not allow tensor parallel 64\.$/,
  ],
  [
    "a GPU that the table does not contain",
    { ...whatIfQuestion, levers: { accelerator: "no-such-gpu" } },
    /the GPU no-such-gpu is not in the table of GPUs\.$/,
  ],
  [
    "a correlation with a signal that has no values",
    { ...correlationQuestion, y: "kv-transfer-time" },
    /^KV cache transfer has no values in this window\. /,
  ],
  ["a window without decode steps", { ...whatIfQuestion, window: idleWindow }, /^What-if requires /],
  [
    "a model that the table does not contain",
    { ...calculatorQuestion, inputs: { model: "no-such-model", w: "fp8" } },
    /^The model no-such-model is not in the table of models\.$/,
  ],
])("%s leaves a tombstone with the reason", async (_name, question, reason) => {
  const stored = await keep(question);
  await storeAnswer(stored.item.id);
  const { answer } = await readItem(stored);
  expect(answer).toMatchObject({ state: "failed", readAtMs: null, contentHash: null });
  expect(answer?.message).toMatch(reason);
  expect(await readData(stored)).toBeNull();
});

test("an unknown deployment leaves a tombstone with the reason", async () => {
  const stored = await keep({ ...signalsQuestion, scope: { deployment: "gone" } });
  await storeAnswer(stored.item.id);
  const { answer } = await readItem(stored);
  expect(answer).toMatchObject({ state: "failed", readAtMs: null, contentHash: null });
  expect(answer?.message).toContain("gone");
  expect(await readData(stored)).toBeNull();
});

test("an answer above the limit is not stored, and the item states both sizes", async () => {
  const stored = await keep(signalsQuestion);
  await storeAnswer(stored.item.id, { maxBytes: 100 });
  const { answer } = await readItem(stored);
  expect(answer).toMatchObject({ state: "failed" });
  expect(answer?.message).toMatch(
    /^The data have .* and a piece of evidence has at most .*Choose a shorter window/,
  );
});

test.each([
  ["in the future", { startMs: fixtureNowMs + 3_600_000, endMs: fixtureNowMs + 7_200_000 }],
  ["reversed", { startMs: fixtureNowMs, endMs: fixtureNowMs - 3_600_000 }],
])("a window that is %s is refused at once", async (_name, invalid) => {
  const params = await openInvestigation(caller);
  const body = { question: { ...signalsQuestion, window: invalid }, title: "Running" };
  const answer = await send("keep-evidence", { caller, params, body });
  expect(answer).toMatchObject({ status: 400, body: { code: "invalid-input" } });
  expect((await readInvestigation(caller, params)).evidence).toEqual([]);
});

test("an answer that depends on the present time is refused", async () => {
  const params = await openInvestigation(caller);
  const question = { ...comparisonQuestion, after: `window:${slug}:now-1h:now` };
  const body = { question, title: "Compared" };
  const answer = await send("keep-evidence", { caller, params, body });
  expect(answer).toMatchObject({ status: 400, body: { code: "invalid-input" } });
});

/** Reads the check until the server has it. */
async function readLive(stored: StoredItem, data: "true" | "false" = "false"): Promise<LiveEvidenceResponse> {
  const params = { ...stored.params, evidenceId: stored.item.id };
  const answer = await send("live-evidence", { caller, params, query: { data } });
  expect(answer.status).toBe(200);
  const body = answer.body as LiveEvidenceResponse;
  return body.check === null ? readLive(stored, data) : body;
}

/** Replaces the copy by what the source returned at an earlier time. */
async function replaceCopy(
  { item: { id: evidenceId } }: StoredItem,
  change: (data: EvidenceData) => EvidenceData,
  columns: object = {},
): Promise<void> {
  const where = { evidenceId };
  const row = await getDatabase().evidenceAnswer.findUniqueOrThrow({ where });
  const data = JSON.stringify(change(JSON.parse(row.data ?? "") as EvidenceData));
  await getDatabase().evidenceAnswer.update({ where, data: { data, ...columns } });
}

test.each(kinds)("the live source of %s has the same answer", async (_name, createQuestion) => {
  const stored = await keep(createQuestion());
  await storeAnswer(stored.item.id);
  const { check, data } = await readLive(stored);
  expect(check).toMatchObject({ state: "same" });
  // The values of a data check change with each read.
  expect(check?.sentence).toMatch(
    createQuestion().endpoint === "data-check"
      ? /^The outcomes of the signals with their reasons match the copy\. The values are not compared, because each check reads the last five minutes\.$/
      : /^The live data match the copy(?: in [\d,]+ \w+)?\.$/,
  );
  expect(data).toBeNull();
});

test("a copy with other points states how many differ, and the live answer is returned", async () => {
  const stored = await keep(signalsQuestion);
  await storeAnswer(stored.item.id);
  // The first points of p50 were 1 ÷ 0.96 and 1 ÷ 0.98 times as high.
  await replaceCopy(
    stored,
    changeSeries((series, position) => ({
      ...series,
      values: series.values.map((value, index) =>
        position === 0 && index < 2 && value !== null ? value / (0.96 + 0.02 * index) : value,
      ),
    })),
  );
  const { check, data } = await readLive(stored, "true");
  expect(check).toMatchObject({
    state: "differs",
    difference: {
      changedCount: 2,
      lowerCount: 2,
      higherCount: 0,
      largestDecreaseRatio: expect.closeTo(0.04, 9),
      missingCount: 0,
      newCount: 0,
    },
  });
  expect(check?.sentence).toMatch(/^2 of [\d,]+ points are up to 4\.00\s% lower now\.$/);
  expect(withoutReadTimes(data)).toEqual(withoutReadTimes(await askSignals()));
  const { answer } = await readItem(stored);
  expect(answer).toMatchObject({ state: "ready", message: null });
});

test("points that only one of the two has are missing or new", async () => {
  const stored = await keep(signalsQuestion);
  await storeAnswer(stored.item.id);
  await replaceCopy(
    stored,
    changeSeries((series, position) =>
      position === 0
        ? { ...series, values: series.values.map((value, index) => (index < 3 ? null : value)) }
        : series,
    ),
  );
  expect((await readLive(stored)).check).toMatchObject({
    state: "differs",
    difference: { changedCount: 0, missingCount: 0, newCount: 3 },
    sentence: "3 new points are not in the copy.",
  });
});

test.each([
  [
    "of another format",
    (data: EvidenceData) => data,
    { formatVersion: 99 },
    "The copy has format version 99, and this Ridgepoint writes version 1.",
  ],
  [
    "with another step",
    (data: EvidenceData): EvidenceData =>
      data.endpoint === "signals" ? { ...data, answer: { ...data.answer, stepMs: 86_400_000 } } : data,
    {},
    /^One point covers .* now, and 1\sd in the copy\.$/,
  ],
] as const)("a copy %s is not compared", async (_name, change, columns, sentence) => {
  const stored = await keep(signalsQuestion);
  await storeAnswer(stored.item.id);
  await replaceCopy(stored, change, columns);
  const { check } = await readLive(stored);
  expect(check?.state).toBe("not-comparable");
  expect(check?.sentence).toMatch(sentence);
});

test("a copy of a window for which the source has no data any more is unavailable live", async () => {
  const stored = await keep(signalsQuestion);
  await storeAnswer(stored.item.id);
  const question = { ...signalsQuestion, scope: { deployment: slug, instance: "removed:8000" } };
  await replaceCopy(stored, (data) => data, { question });
  const { check } = await readLive(stored);
  expect(check?.state).toBe("unavailable");
  expect(check?.sentence).toMatch(
    /^The source returns no value for this window\. The copy has [\d,]+ points\.$/,
  );
});

test("all viewers share one check, and a removed piece has none", async () => {
  const stored = await keep(signalsQuestion);
  await storeAnswer(stored.item.id);
  const first = await readLive(stored);
  await replaceCopy(
    stored,
    changeSeries((series) => ({ ...series, values: series.values.map(() => 1) })),
  );
  expect((await readLive(stored)).check).toEqual(first.check);
  deleteProcessState(liveChecksStateName);
  expect((await readLive(stored)).check?.state).toBe("differs");
  const params = { ...stored.params, evidenceId: stored.item.id };
  await send("remove-evidence", { caller, params, body: { reason: "Wrong instance" } });
  expect((await send("live-evidence", { caller, params })).status).toBe(404);
});

test("a source that is down leaves a tombstone, and earlier copies remain and state the reason", async () => {
  const proxy = await startFaultProxy({ targetUrl: stage.prometheusUrl });
  await begin({ PROMETHEUS_URL: proxy.url });
  const earlier = await keep(signalsQuestion);
  await storeAnswer(earlier.item.id);
  const stored = await keep(signalsQuestion);
  sourceCaches.forEach(deleteProcessState);
  await proxy.set({ kind: "down" });
  await storeAnswer(stored.item.id);
  const { answer } = await readItem(stored);
  expect(answer?.state).toBe("failed");
  expect(answer?.message).toMatch(/^The source does not respond\. .* refuses connections\.$/);
  const { check } = await readLive(earlier);
  expect(check).toMatchObject({
    state: "unavailable",
    sentence: expect.stringMatching(/refuses connections\.$/),
  });
  expect(await readData(earlier)).toMatchObject({ endpoint: "signals" });
  await proxy.close();
});
