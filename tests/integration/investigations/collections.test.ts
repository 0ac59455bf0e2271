/** Every value that a step collects equals the response of the endpoint that it names, with real servers. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { baselineSchemaVersion } from "@/lib/model/baseline/baseline-document";
import { PATCH as chooseSetting } from "@/app/api/v1/deployments/[deploymentId]/roofline-setting/route";
import { startTraceStore, type RunningTraceStore } from "@/demo/stack/trace-store/server";
import { measureFixture, vllmEdges } from "@/lib/analysis/comparisons/fixtures";
import type { ComparedEstimate, ComparisonEntry } from "@/lib/contracts/comparisons";
import type { DataCheckResponse } from "@/lib/contracts/data-check";
import type { EventsResponse } from "@/lib/contracts/events";
import type { GoalCheckResponse } from "@/lib/contracts/investigations/goal-check";
import type { CollectedDataResponse, CollectedItem } from "@/lib/contracts/investigations/collected-data";
import type { RooflinePageData } from "@/lib/contracts/roofline/roofline";
import type { SignalsResponse } from "@/lib/contracts/signals";
import type { TraceComparisonResponse } from "@/lib/contracts/traces/trace-comparison";
import { steps } from "@/lib/investigations/steps/steps";
import { collectionIds, type CollectionId } from "@/lib/model/investigation/collection-id";
import { signalDefinition } from "@/lib/model/signals/signals";
import { allSources } from "@/lib/model/sources/source-scope";
import { storeAnswer } from "@/lib/services/investigations/evidence/store-answer";
import type { EvidenceQuestion } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { getDatabase } from "@/lib/server/db/client";
import { contracts } from "@/lib/server/http/contract-list";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { simulateHistory } from "@/tests/support/histories/simulated-history";
import { rooflineFleet } from "@/tests/support/histories/roofline-fleet";
import { fixtureNowMs, openStoredFixture, type StoredFixture } from "@/tests/support/server/stored-fixture";
import { exportTracedHistory } from "@/tests/support/traces/traced-requests";
import { loadHandler } from "../people/endpoints";
import { host } from "../people/people-fixture";
import { openInvestigation, send } from "./investigation-fixture";

const minuteMs = 60_000;
const slug = "assist-8b";
const caller = { cookie: "" };
const folder = mkdtempSync(join(tmpdir(), "ridgepoint-collections-"));
const startedAtMs = fixtureNowMs - 24 * minuteMs;
const mitigatedAtMs = fixtureNowMs - 2 * minuteMs;
/** Three of the 63 requests before the mitigation are slow. */
const tracesStartMs = mitigatedAtMs - 63 * 5_000;
const goal = { kind: "at-most", signal: "ttft", statistic: "p95", value: 0.5 };

let stage: StoredFixture;
let traceStore: RunningTraceStore;
let baselineId = "";

beforeAll(async () => {
  const { writeBlocks } = simulateHistory({
    profiles: [],
    fleet: rooflineFleet.filter(({ name }) => name === slug),
    fromMs: fixtureNowMs - 45 * minuteMs,
    toMs: fixtureNowMs + 6 * minuteMs,
    spacingMs: 15_000,
    faults: [],
  });
  traceStore = await startTraceStore({ api: "both", queryPort: 0, otlpPort: 0, now: () => fixtureNowMs });
  await sendTraces();
  stage = await openStoredFixture(writeBlocks);
  const config = join(folder, "ridgepoint.yaml");
  writeFileSync(
    config,
    `version: 1
deployments:
  - title: ${slug}
    engine: vllm
    selectors: [{ model_name: ${slug} }]
    traceServices: [chat-gateway, chat]
`,
  );
  await stage.begin({ JAEGER_URL: traceStore.queryUrl, RIDGEPOINT_CONFIG: config });
  await discoverDeployments();
  await setUpDeployment();
});
afterAll(async () => {
  await stage.close();
  await traceStore.stop();
  rmSync(folder, { recursive: true });
});

/** Sends requests of the symptom, and requests of the ten minutes before it, half of which are slow. */
async function sendTraces(): Promise<void> {
  for (const [startMs, idPrefix] of [
    [tracesStartMs, "0"],
    [startedAtMs - 10 * minuteMs, "b"],
  ] as const) {
    const exported = JSON.stringify(exportTracedHistory({ startMs, deployMs: 0, endMs: 0 }));
    const sent = await fetch(`${traceStore.otlpUrl}/v1/traces`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: exported.replaceAll('"traceId":"0', `"traceId":"${idPrefix}`),
    });
    expect(sent.ok).toBe(true);
  }
}

/** Chooses the model for the roofline, imports a baseline and adds a deploy. */
async function setUpDeployment(): Promise<void> {
  const { id } = await resolveDeployment(slug, allSources);
  const chosen = await chooseSetting(
    new Request(`http://${host}/api/v1/deployments/${id}/roofline-setting`, {
      method: "PATCH",
      headers: { host, "content-type": "application/json", "if-match": '"0"' },
      body: JSON.stringify({ model: "llama-3.1-8b", stepTokenBudget: 2_048 }),
    }),
    { params: Promise.resolve({ deploymentId: id }) },
  );
  expect(chosen.status).toBe(200);
  const { deployment, ...measured } = measureFixture({ edges: vllmEdges });
  const imported = await send("import-baseline", {
    caller,
    body: {
      schemaVersion: baselineSchemaVersion,
      instanceRange: null,
      historySpreads: [],
      ...measured,
      deployment: { ...deployment, slug },
      provenance: {
        author: "test",
        capturedAtMs: fixtureNowMs,
        productVersion: "1.0.0",
        source: "prometheus",
        sourceVersion: null,
        scrapeIntervalMs: 15_000,
        stepMs: minuteMs,
        sampling: "Simulated.",
        queries: ["up"],
      },
    },
  });
  expect(imported.status).toBe(201);
  baselineId = imported.body.baseline.id;
  const at = new Date(startedAtMs + minuteMs);
  await getDatabase().event.create({
    data: { kind: "deploy", at, title: "v2.4.1", origin: "manual", deploymentId: id },
  });
}

async function openComplete(): Promise<{ readonly number: string }> {
  const params = await openInvestigation(caller, { deployments: [slug], baselineId, goal, startedAtMs });
  const edited = await send("edit-investigation", { caller, params, body: { mitigatedAtMs } });
  expect(edited.status).toBe(200);
  return params;
}

async function collect(params: { readonly number: string }, step: string): Promise<CollectedDataResponse> {
  for (;;) {
    const { status, body } = await send("collected-data", { caller, params: { ...params, step } });
    expect({ status, body }).toMatchObject({ status: 200 });
    const response = body as CollectedDataResponse;
    if (response.items.every(({ state }) => state !== "pending")) return response;
  }
}

type Collected = Extract<CollectedItem, { state: "collected" }>;

/** Sends the request that an item names. */
async function readEndpoint({ request }: Collected): Promise<unknown> {
  const url = new URL(request.path, `http://${host}`);
  const pathname = url.pathname.replace(/^(\/api\/v1\/investigations\/)(\d+)/, "$1[number]");
  const contract = contracts.find(({ path, method }) => path === pathname && method === request.method);
  if (contract === undefined) throw new Error(`no endpoint ${request.path}`);
  const number = /\/investigations\/(\d+)/.exec(url.pathname)?.[1];
  const handler = await loadHandler(contract);
  for (;;) {
    const response = await handler(
      new Request(url, {
        method: request.method,
        headers: { host, origin: `http://${host}`, "content-type": "application/json" },
        body: request.body,
      }),
      { params: Promise.resolve(number === undefined ? {} : { number }) },
    );
    const body: unknown = await response.json();
    expect({ status: response.status, body }).toMatchObject({ status: 200 });
    if (!JSON.stringify(body).includes('"state":"pending"')) return body;
  }
}

type Truth = readonly unknown[];

/** Value, ends of the interval and n of a number; the reason of a missing value; text and time of a text. */
function toTruth(value: Collected["values"][number]): Truth {
  if (value.kind === "missing") return ["missing"];
  if (value.kind === "text") return [value.text, value.atMs];
  return [value.value, value.interval?.lower, value.interval?.upper, value.n];
}

const estimateTruth = (one: ComparedEstimate): Truth =>
  one.kind === "absent" ? ["missing"] : [one.value, one.lower, one.upper, one.n];

function statisticTruths({ panels }: SignalsResponse): readonly Truth[] {
  const [panel] = panels;
  if (panel?.state !== "answered") throw new Error("no answer");
  return panel.answer.series.map(({ windowSummary: one }) =>
    one ? [one.value, one.lower, one.upper, one.n] : ["missing"],
  );
}

function checkTruths({ check }: GoalCheckResponse): readonly Truth[] {
  const [part] = check?.deployments[0]?.parts ?? [];
  if (part === undefined || part.measured === null) throw new Error("the goal check has no value");
  const { value, lower, upper, n } = part.measured;
  return [[value, lower, upper, n]];
}

const seconds = (ns: number | undefined): number | undefined => (ns === undefined ? ns : ns / 1e9);

function differenceTruths({ a, difference }: TraceComparisonResponse): readonly Truth[] {
  return difference === null
    ? []
    : [difference.total, ...difference.phases].map((one) => [
        seconds(one.difference),
        seconds(one.interval?.lower),
        seconds(one.interval?.upper),
        a.n,
      ]);
}

/** By collection: the values that the response of its endpoint has, in order. */
const truths: { readonly [Id in CollectionId]: (body: never) => readonly Truth[] } = {
  "baseline-comparison": ({ result }: ComparisonEntry) =>
    (result?.decisive ?? [])
      .flatMap(({ signal, statistic }) =>
        (result?.rows ?? []).filter((row) => row.signal === signal && row.statistic === statistic),
      )
      .flatMap(({ before, after, comparison: { change, lower, upper } }) => [
        estimateTruth(before),
        estimateTruth(after),
        change === null ? [expect.any(String), null] : [change, lower, upper, null],
      ]),
  "goal-value": checkTruths,
  "instance-scope": statisticTruths,
  "model-scope": statisticTruths,
  "roofline-point": ({ pools }: RooflinePageData) =>
    pools.flatMap(({ fullWindow: { decode, prefill, decodeShares, prefillShares } }) =>
      [
        { points: decode, shares: decodeShares },
        { points: prefill, shares: prefillShares },
      ].flatMap(({ points, shares }): readonly Truth[] => {
        if (points.kind !== "available") return points.kind === "other-role" ? [] : [["missing"]];
        const { busy, step } = points;
        const { intensityFlopPerByteRange: intensity, flopsPerSecondRange: flops } = busy;
        return [
          ...(shares === null ? [] : [[expect.stringContaining(shares.boundBy), null]]),
          [busy.intensityFlopPerByte, intensity.lower, intensity.upper, step.n],
          [busy.flopsPerSecond, flops.lower, flops.upper, step.n],
          [busy.mfuRatio, undefined, undefined, step.n],
          [busy.mbuRatio, undefined, undefined, step.n],
        ];
      }),
    ),
  "change-events": ({ events }: EventsResponse) => events.map(({ title, atMs }) => [title, atMs]),
  "data-check": ({ rows, attachments }: DataCheckResponse) => {
    const isJoined = (family: string): boolean =>
      family === "engine" || attachments.some((one) => one.family === family);
    const missing = rows.filter(({ outcome }) => outcome !== "with-data");
    const families = missing.map(({ signal }) => signalDefinition(signal).family);
    const unjoined = new Set(families.filter((family) => !isJoined(family)));
    return Array.from({ length: families.filter(isJoined).length + unjoined.size }, () => ["missing"]);
  },
  "trace-comparison": differenceTruths,
  "trace-change": differenceTruths,
};

test("every collection belongs to a step", () => {
  expect(new Set(steps.flatMap(({ collections }) => collections))).toEqual(new Set(collectionIds));
});

describe("each value of a complete investigation equals its endpoint", () => {
  test.each(collectionIds)("%s", async (id) => {
    const params = await openComplete();
    const step = steps.find(({ collections }) => collections.includes(id));
    const { items, window } = await collect(params, step?.id ?? "");
    const item = items.find(({ collection }) => collection === id);
    expect(item).toMatchObject({ state: "collected", deployment: { slug } });
    if (item?.state !== "collected") return;
    expect(item.values.length).toBeGreaterThan(0);
    expect(item.values.map(toTruth)).toEqual(truths[id]((await readEndpoint(item)) as never));
    if (id === "data-check") return;
    // The comparison with the time before the symptom begins as long before it as the symptom lasted.
    const beforeMs = id === "trace-change" ? mitigatedAtMs - startedAtMs : 0;
    // A cause is earlier than its symptom.
    const searchedMs = id === "change-events" ? 60 * minuteMs : 0;
    expect(item.window).toEqual({ startMs: startedAtMs - beforeMs - searchedMs, endMs: mitigatedAtMs });
    expect(window).toMatchObject({ startMs: startedAtMs, endMs: mitigatedAtMs, isLive: false });
    for (const time of [startedAtMs - searchedMs, mitigatedAtMs]) {
      expect(item.href).toContain(String(time));
      expect(item.request.path + String(item.request.body)).toContain(String(time));
    }
  });
});

test("a window that is too short for the goal check has the value of the chart, and states it", async () => {
  const params = await openInvestigation(caller, {
    deployments: [slug],
    goal,
    startedAtMs: mitigatedAtMs - 10 * minuteMs,
  });
  await send("edit-investigation", { caller, params, body: { mitigatedAtMs } });
  const { items } = await collect(params, "define-baseline");
  const item = items.find(({ collection }) => collection === "goal-value");
  if (item?.state !== "collected") throw new Error("no value");
  expect(item.summary).toMatch(
    /The goal check has no value for this window\. The window has \d+ time blocks?\. .* computed from the points of the chart/,
  );
  expect(item.values.map(toTruth)).toEqual(statisticTruths((await readEndpoint(item)) as SignalsResponse));
});

test("the events include the deploy shortly before the start of the symptom", async () => {
  const params = await openInvestigation(caller, {
    deployments: [slug],
    startedAtMs: startedAtMs + 2 * minuteMs,
  });
  const { items } = await collect(params, "identify-symptoms");
  expect(items.find(({ collection }) => collection === "change-events")).toMatchObject({
    values: [{ text: "v2.4.1", atMs: startedAtMs + minuteMs }],
  });
});

describe("requests before and after a change", () => {
  const read = async (dates: object): Promise<CollectedItem | undefined> => {
    const params = await openInvestigation(caller, { deployments: [slug], ...dates });
    await send("edit-investigation", { caller, params, body: { mitigatedAtMs } });
    const { items } = await collect(params, "form-hypotheses");
    return items.find(({ collection }) => collection === "trace-change");
  };

  test("are separated by the start of the symptom: half of the earlier requests and 3 of 63 later ones are slow", async () => {
    const item = await read({ startedAtMs });
    if (item?.state !== "collected") throw new Error("no values");
    expect(item.summary).toMatch(/^Before and after the start of the symptom\. /);
    // Slow requests take 0.3 s longer.
    const difference = 0.3 * (3 / 63 - 60 / 120);
    expect(item.values[0]).toMatchObject({
      kind: "number",
      label: "Total, after minus before",
      value: expect.closeTo(difference, 6),
      n: 63,
    });
  });

  test("are separated by the nearest change event if no start of the symptom is known", async () => {
    const item = await read({ detectedAtMs: startedAtMs + 2 * minuteMs });
    if (item?.state !== "collected") throw new Error("no values");
    expect(item.summary).toMatch(/^Before and after the event “v2\.4\.1” \(Deploy\)\. /);
    expect(item.href).toContain(`changeAtMs=${startedAtMs + minuteMs}`);
  });

  test("have a reason if neither time is known", async () => {
    const { id: eventId } = await getDatabase().event.findFirstOrThrow({ where: { title: "v2.4.1" } });
    await getDatabase().event.update({ where: { id: eventId }, data: { kind: "comment" } });
    try {
      expect(await read({})).toMatchObject({
        state: "unavailable",
        reason:
          "The time of the change is not known. Enter when the symptom started, or add the event of the change.",
      });
    } finally {
      await getDatabase().event.update({ where: { id: eventId }, data: { kind: "deploy" } });
    }
  });
});

test("the values by model are named by the label of the engine's metrics", async () => {
  const { items } = await collect(await openComplete(), "identify-symptoms");
  const item = items.find(({ collection }) => collection === "model-scope");
  expect(item).toMatchObject({
    title: "Values by model",
    state: "collected",
    values: [{ kind: "number", label: `TTFT p95, ${slug}` }],
    href: expect.stringContaining("by=model_name"),
  });
});

test("an investigation that was opened from a page collects the window of the page", async () => {
  const window = { startMs: startedAtMs, endMs: startedAtMs + 12 * minuteMs };
  const opening = { kind: "chart", path: `/signals?d=${slug}`, window };
  const params = await openInvestigation(caller, { deployments: [slug], opening });
  const collected = await collect(params, "identify-symptoms");
  expect(collected.window).toMatchObject({ ...window, isLive: false });
  const instances = collected.items.find(({ collection }) => collection === "instance-scope");
  expect(instances).toMatchObject({ state: "collected", window });
});

test("the steps after a fix read the time since the mitigation, up to now", async () => {
  const { window, items } = await collect(await openComplete(), "validate");
  expect(window).toMatchObject({ isLive: true, basis: expect.stringContaining("the mitigation to now") });
  const find = (id: CollectionId) => items.find(({ collection }) => collection === id);
  expect(find("goal-value")).toMatchObject({ state: "collected" });
  expect(find("baseline-comparison")).toMatchObject({
    state: "unavailable",
    reason: expect.stringContaining("Choose at least 20 min."),
  });
});

describe("a kept chart", () => {
  const window = { startMs: startedAtMs, endMs: mitigatedAtMs };
  const createQuestion = (id: string) =>
    ({
      endpoint: "signals",
      panel: "ttft",
      v: 1,
      signals: ["ttft"],
      statistics: ["p95"],
      scope: { deployment: slug },
      window,
      references: {
        usual: { signal: "ttft", statistic: "p95" },
        baselineId: id,
        comparison: {
          name: "earlier:1320",
          window: { startMs: window.startMs - 22 * minuteMs, endMs: window.endMs - 22 * minuteMs },
          shiftMs: 22 * minuteMs,
        },
        related: [{ panel: "requests", signals: ["requests"], statistics: ["rate"] }],
      },
    }) as const satisfies EvidenceQuestion;

  async function keep(id: string) {
    const { number } = await openInvestigation(caller, { deployments: [slug] });
    const body = { question: createQuestion(id), title: "TTFT" };
    const created = await send("keep-evidence", { caller, params: { number }, body });
    expect(created.status).toBe(201);
    const params = { number, evidenceId: created.body.evidence.id as string };
    await storeAnswer(params.evidenceId);
    const { body: answer } = await send("evidence-answer", { caller, params });
    return { params, data: answer.data };
  }

  test("has the limit, usual range, baseline, comparison, events and counts of the page", async () => {
    const { data } = await keep(baselineId);
    expect(data).toMatchObject({
      answer: { window },
      references: {
        limits: { ttftP95Seconds: expect.any(Number) },
        usual: { hours: expect.any(Array) },
        baseline: { id: baselineId, measured: { distributions: [{ signal: "ttft" }] } },
        comparison: { window: { endMs: window.endMs - 22 * minuteMs } },
        events: [{ kind: "deploy", title: "v2.4.1", atMs: startedAtMs + minuteMs }],
        related: [{ panel: "requests", answer: { series: [{ signal: "requests" }] } }],
        missing: [],
      },
    });
  });

  test("states which part could not be read", async () => {
    const { data } = await keep("11111111-1111-4111-8111-111111111111");
    expect(data).toMatchObject({
      references: { baseline: null, missing: [expect.stringMatching(/^The copy lacks the baseline\. /)] },
    });
  });

  test("equals the live chart if an earlier release stored only its values", async () => {
    const { params, data } = await keep(baselineId);
    const { references: _, ...earlier } = data as object & { readonly references: unknown };
    const where = { evidenceId: params.evidenceId };
    await getDatabase().evidenceAnswer.update({ where, data: { data: JSON.stringify(earlier) } });
    const read = () => send("live-evidence", { caller, params, query: { data: "false" } });
    await expect.poll(async () => (await read()).body.check?.state).toBe("same");
  });
});
