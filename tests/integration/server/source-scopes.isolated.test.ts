/**
 * Callers of every endpoint. Callers with the same source scope share reads and cached answers. A caller who may read
 * other sources causes every read again, even if it was cached for another caller or is in flight.
 */
import { globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { firstQueries } from "@/app/first-queries";
import { readAnswers } from "@/app/read-answers";
import { startTraceStore } from "@/demo/stack/trace-store/server";
import { allSources, createSourceScope, type SourceScope } from "@/lib/model/sources/source-scope";
import { deleteProcessState } from "@/lib/server/process-state";
import type * as principals from "@/lib/server/principal";
import { getCachedDeploymentSnapshot } from "@/lib/services/deployments/known-deployments";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { registerSources } from "@/lib/services/sources/register-sources";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/server/database";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";
import { startPrometheus, type FrozenPrometheus } from "@/tests/support/sources/prometheus";
import { startQueryLog, type QueryLog } from "@/tests/support/sources/query-log";
import { splitCombinedQuery } from "@/tests/support/sources/split-combined-query";
import {
  exportTracedHistory,
  exposeTracedHistory,
  tracedConfig,
  tracedHistoryBefore,
} from "@/tests/support/traces/traced-requests";

type Caller = "first" | "second" | "other";

/** The last one may read the same sources, but not those that are added later. */
const scopes: Readonly<Record<Caller, SourceScope>> = {
  first: allSources,
  second: allSources,
  other: createSourceScope(["prometheus", "jaeger"]),
};

vi.mock("@/lib/server/principal", async (importActual) => {
  const actual = await importActual<typeof principals>();
  return {
    ...actual,
    identifyCaller: async (request: Request) => ({
      ...(await actual.identifyCaller(request)),
      sourceScope: scopes[(request.headers.get("x-test-caller") ?? "first") as Caller],
    }),
  };
});

const nowMs = Date.now();
const past = tracedHistoryBefore(nowMs);
const window = { from: String(past.startMs), to: String(past.endMs) };
const traceId = "1".padStart(32, "0");
const folder = mkdtempSync(join(tmpdir(), "ridgepoint-source-scopes-"));
let [prometheus, metrics, store, traces, database]: [
  FrozenPrometheus?,
  QueryLog?,
  Awaited<ReturnType<typeof startTraceStore>>?,
  QueryLog?,
  TestDatabase?,
] = [];
let deploymentId = "";

beforeAll(async () => {
  const config = join(folder, "ridgepoint.yaml");
  writeFileSync(config, tracedConfig);
  prometheus = await startPrometheus(exposeTracedHistory(past, nowMs));
  metrics = await startQueryLog(prometheus.url);
  store = await startTraceStore({ api: "v3", queryPort: 0, otlpPort: 0 });
  traces = await startQueryLog(store.queryUrl);
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify(exportTracedHistory(past));
  await fetch(`${store.otlpUrl}/v1/traces`, { method: "POST", headers, body });
  database = await createMigratedDatabase();
  useServerEnvironment({
    DATABASE_URL: database.url,
    PROMETHEUS_URL: metrics.url,
    JAEGER_URL: traces.url,
    RIDGEPOINT_CONFIG: config,
  });
  await registerSources();
  await discoverDeployments();
  await discoverDeployments();
  deploymentId = getCachedDeploymentSnapshot().records[0]?.id ?? "";
  // Reads of one time share answers, so the clock is frozen.
  vi.useFakeTimers({ toFake: ["Date"], now: nowMs });
});
afterAll(async () => {
  vi.useRealTimers();
  await leaveServerEnvironment();
  metrics?.close();
  traces?.close();
  await Promise.all([prometheus?.stop(), store?.stop(), database?.drop()]);
  rmSync(folder, { recursive: true });
});

/** Everything that is cached or in flight, except the API of the trace source, which the process probes once. */
const memories = [
  "series-reader",
  "spacing-reader",
  "signals-answers",
  "signals-panels",
  "split-choices",
  "hourly-chunks",
  "hourly-in-flight",
  "history-loads",
  "signal-spreads",
  "overview-rows",
  "roofline-pages",
  "roofline-summaries",
  "trace-lists",
  "trace-metrics",
  "study-metrics",
  "recent-traces",
  "traces-read-ahead",
];
const forgetReads = (): void => {
  for (const name of memories) deleteProcessState(name);
};
beforeEach(forgetReads);

interface Example {
  readonly params?: () => Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: () => unknown;
  /** Reads that every request repeats, because they are not cached. */
  readonly repeats: "nothing" | "traces" | "some";
  /** Simultaneous requests share all reads. */
  readonly isSharedInFlight?: true;
}

const byId = () => ({ deploymentId });
const ofChat = { deployment: "chat" };
const question = {
  v: 1,
  signals: ["running", "requests"],
  statistics: ["value", "rate"],
  scope: ofChat,
  window,
};

/** Requests of all endpoints that read a source. */
const reading: Readonly<Record<string, Example>> = {
  "GET baselines/assessment": { query: { ...ofChat, ...window }, repeats: "some" },
  "GET data-check": { query: ofChat, repeats: "some" },
  "GET deployments/[deploymentId]/exporters": { params: byId, repeats: "some" },
  "GET deployments/[deploymentId]/trace-services": { params: byId, repeats: "traces" },
  "GET labels": { query: ofChat, repeats: "nothing" },
  "GET overview": { query: window, repeats: "nothing" },
  "GET roofline": { query: { ...ofChat, ...window }, repeats: "nothing" },
  "GET roofline/summary": { query: { to: window.to }, repeats: "nothing" },
  "GET traces": { query: { ...ofChat, ...window }, repeats: "traces", isSharedInFlight: true },
  "GET traces/[traceId]": { params: () => ({ traceId }), repeats: "traces" },
  "GET traces/[traceId]/export": {
    params: () => ({ traceId }),
    query: { as: "otlp", text: "omit" },
    repeats: "nothing",
  },
  "GET traces/[traceId]/first-rows": { params: () => ({ traceId }), repeats: "traces" },
  "GET traces/[traceId]/spans/[spanId]": {
    params: () => ({ traceId, spanId: "a".padStart(16, "0") }),
    repeats: "nothing",
  },
  "GET traces/comparison": { query: { ...ofChat, ...window, a: "slow", b: "rest" }, repeats: "traces" },
  "GET traces/flow": { query: { ...ofChat, ...window }, repeats: "traces" },
  "GET traces/operations": { query: { service: "chat-gateway", ...window }, repeats: "traces" },
  "GET traces/study": { query: { ...ofChat, ...window }, repeats: "traces" },
  "POST discovery/preview": { body: () => ({ deploymentId }), repeats: "some" },
  "POST signals": {
    body: () => ({ questions: [{ key: "a", question }], waitMs: 1_500 }),
    repeats: "nothing",
  },
  "POST sources/[slug]/check": { params: () => ({ slug: "prometheus" }), repeats: "some" },
  "POST traces/meaning": { body: () => ({ deploymentId }), repeats: "traces" },
  "POST usual-ranges": {
    body: () => ({ ...ofChat, window, series: [{ signal: "running", statistic: "value" }] }),
    repeats: "nothing",
  },
  "POST window-spreads": {
    body: () => ({ ...ofChat, window, series: [{ signal: "running", statistic: "value" }] }),
    repeats: "nothing",
  },
};

type Handler = (request: Request, context: { readonly params: Promise<unknown> }) => Promise<Response>;

const handlers = new Map<string, Handler>();
for (const file of globSync("app/api/v1/**/route.ts")) {
  const served = (await import(/* @vite-ignore */ `@/${file.replace(/\.ts$/, "")}`)) as Record<
    string,
    Handler
  >;
  const path = file.slice("app/api/v1/".length, -"/route.ts".length);
  for (const [method, handler] of Object.entries(served)) handlers.set(`${method} ${path}`, handler);
}
const withoutReads = [...handlers.keys()].filter((endpoint) => !(endpoint in reading));

const noInput: Example = { repeats: "nothing" };

async function send(endpoint: string, caller: Caller): Promise<Response> {
  const { params = () => ({}), query = {}, body } = reading[endpoint] ?? noInput;
  const method = endpoint.split(" ")[0] ?? "GET";
  const hasBody = method === "POST" || method === "PATCH";
  const request = new Request(`http://localhost:3000/api/v1/any?${new URLSearchParams(query).toString()}`, {
    method,
    headers: { host: "localhost:3000", "content-type": "application/json", "x-test-caller": caller },
    ...(hasBody ? { body: JSON.stringify(body?.() ?? {}) } : {}),
  });
  const handler = handlers.get(endpoint);
  if (handler === undefined) throw new Error(`no route serves ${endpoint}`);
  return handler(request, { params: Promise.resolve(params()) });
}

/** Requests an endpoint like a page, until nothing is pending. */
async function answer(endpoint: string, caller: Caller): Promise<unknown> {
  for (;;) {
    const response = await send(endpoint, caller);
    const text = await response.text();
    expect(response.status, text.slice(0, 500)).toBe(200);
    if (!text.includes('"state":"pending"')) return JSON.parse(text);
  }
}

/** Returns each query of `work` that reached a source, sorted. */
async function readsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  metrics?.clearQueries();
  traces?.clearQueries();
  await work();
  const queries = (metrics?.listQueries() ?? []).flatMap(({ path, promql, form }) => {
    const times = [...form].filter(([name]) => name !== "query").map(([, value]) => value);
    return splitCombinedQuery(promql).map((part) => ["metrics", path, part, ...times].join(" "));
  });
  const searches = (traces?.listQueries() ?? []).map(({ path, form }) => `traces ${path} ${form.toString()}`);
  return [...queries, ...searches].toSorted();
}

const bothOf = (endpoint: string, callers: readonly Caller[]): Promise<readonly string[]> =>
  readsOf(() => Promise.all(callers.map((caller) => answer(endpoint, caller))));

test("every endpoint is in the list, and those that read no source do so for all callers", async () => {
  expect(Object.keys(reading).filter((endpoint) => !handlers.has(endpoint))).toEqual([]);
  for (const endpoint of withoutReads) {
    const callers: readonly Caller[] = ["first", "other"];
    const reads = await readsOf(() => Promise.all(callers.map((caller) => send(endpoint, caller))));
    expect(reads, endpoint).toEqual([]);
  }
});

test.each(Object.keys(reading))("%s: a caller of another scope repeats every read", async (endpoint) => {
  const cold = await readsOf(() => answer(endpoint, "first"));
  expect(cold).not.toEqual([]);
  expect(await readsOf(() => answer(endpoint, "other"))).toEqual(cold);
  forgetReads();
  expect(await bothOf(endpoint, ["first", "other"])).toEqual([...cold, ...cold].toSorted());
});

const shared = Object.entries(reading).filter(([, { repeats }]) => repeats !== "some");

test.each(shared)("%s: callers of one scope share reads", async (endpoint, { repeats, isSharedInFlight }) => {
  const cold = await readsOf(() => answer(endpoint, "first"));
  const repeated = cold.filter((read) => repeats === "traces" && read.startsWith("traces "));
  expect(await readsOf(() => answer(endpoint, "second"))).toEqual(repeated);
  forgetReads();
  const expectedReads = isSharedInFlight === true ? cold : [...cold, ...repeated].toSorted();
  expect(await bothOf(endpoint, ["first", "second"])).toEqual(expectedReads);
});

/** Answers the first queries of the Overview, until nothing is pending. */
async function openOverview(caller: Caller): Promise<void> {
  const headers = new Headers({ host: "localhost:3000", "x-test-caller": caller });
  const queries = await firstQueries.overview(Promise.resolve(window));
  for (;;) {
    const answers = await readAnswers(queries, headers, 60_000);
    expect(answers.length).toBe(queries.length);
    if (!answers.some(({ json }) => json.includes('"state":"pending"'))) return;
  }
}

test("a document reads for its caller, and shares the reads of the endpoint", async () => {
  const cold = await readsOf(() => answer("GET overview", "first"));
  expect(await readsOf(() => openOverview("second"))).toEqual([]);
  expect(await readsOf(() => openOverview("other"))).toEqual(cold);
});

test("a caller who may not read the source of a deployment does not find it", async () => {
  const request = new Request("http://localhost:3000/api/v1/labels?deployment=chat", {
    headers: { host: "localhost:3000", "x-test-caller": "stranger" },
  });
  Object.assign(scopes, { stranger: createSourceScope(["jaeger"]) });
  await answer("GET labels", "first");
  const response = await handlers.get("GET labels")?.(request, { params: Promise.resolve({}) });
  expect(response?.status).toBe(404);
});
