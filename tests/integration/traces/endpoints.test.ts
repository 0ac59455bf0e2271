/**
 * Endpoints over many traces, against a real Jaeger and a simulated trace store with both Jaeger APIs, one of them,
 * or Tempo's. The results are the same for each, with the phase rules of the configuration file. Errors of the source
 * and invalid queries are covered too.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { GET as COMPARISON } from "@/app/api/v1/traces/comparison/route";
import { GET as LIST } from "@/app/api/v1/traces/route";
import { GET as STUDY } from "@/app/api/v1/traces/study/route";
import { waitUntil } from "@/demo/stack/process/wait-until";
import { startTraceStore } from "@/demo/stack/trace-store/server";
import type { TraceComparisonResponse } from "@/lib/contracts/traces/trace-comparison";
import type { TraceStudyResponse } from "@/lib/contracts/traces/trace-study";
import type { TracesResponse } from "@/lib/contracts/traces/traces";
import type { Problem } from "@/lib/model/problem";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { deleteProcessState } from "@/lib/server/process-state";
import { closeUpstreams } from "@/lib/server/upstream/upstream";
import { registerSources } from "@/lib/services/sources/register-sources";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/server/database";
import { startFaultProxy, type FaultProxy } from "@/tests/support/sources/fault-proxy";
import { startPrometheus, type FrozenPrometheus } from "@/tests/support/sources/prometheus";
import { sentenceText } from "@/tests/support/sentence-text";
import {
  leaveServerEnvironment,
  useServerEnvironment as setServerEnvironment,
} from "@/tests/support/server/server-environment";
import {
  jaegerVersion,
  sendSpans,
  startJaeger,
  type TraceStoreFixture,
} from "@/tests/support/traces/real-jaeger";
import {
  exportTracedHistory,
  exposeTracedHistory,
  tracedHistoryBefore,
  requestCount,
  tracedConfig,
} from "@/tests/support/traces/traced-requests";

const nowMs = Date.now();
const past = tracedHistoryBefore(nowMs);
const window = `from=${past.startMs}&to=${past.endMs}`;
const folder = mkdtempSync(join(tmpdir(), "ridgepoint-trace-endpoints-"));
const config = join(folder, "ridgepoint.yaml");
writeFileSync(config, tracedConfig);

let [prometheus, database]: [FrozenPrometheus?, TestDatabase?] = [];
beforeAll(async () => {
  prometheus = await startPrometheus(exposeTracedHistory(past, nowMs));
  database = await createMigratedDatabase();
  // The first discovery pass applies the file; later passes discover the deployments it names.
  await pointServerAt({});
  await leaveServerEnvironment();
});
afterAll(async () => {
  await prometheus?.stop();
  await database?.drop();
  rmSync(folder, { recursive: true });
});

async function pointServerAt(sources: {
  readonly JAEGER_URL?: string;
  readonly TEMPO_URL?: string;
}): Promise<void> {
  setServerEnvironment({
    DATABASE_URL: database?.url ?? "",
    PROMETHEUS_URL: prometheus?.url ?? "",
    RIDGEPOINT_CONFIG: config,
    ...sources,
  });
  await registerSources();
  await discoverDeployments();
}

async function get(handler: typeof STUDY, path: string): Promise<Response> {
  const request = new Request(`http://localhost:3000/api/v1/traces${path}`, {
    headers: { host: "localhost:3000" },
  });
  return handler(request, { params: Promise.resolve({}) });
}
async function read<T>(handler: typeof STUDY, path: string): Promise<T> {
  const response = await get(handler, path);
  expect(response.status).toBe(200);
  return (await response.json()) as T;
}
const study = (query = ""): Promise<TraceStudyResponse> =>
  read(STUDY, `/study?deployment=chat&${window}${query}`);

const simulatedStore = (api: "v3" | "old" | "both" | "tempo") => (): Promise<TraceStoreFixture> =>
  startTraceStore({ api, queryPort: 0, otlpPort: 0 });

const sendTo = (store: TraceStoreFixture): Promise<void> => sendSpans(store, exportTracedHistory(past));

describe.each([
  ["a Jaeger with both APIs", simulatedStore("both"), "v3"],
  ["a Jaeger with the v3 API only", simulatedStore("v3"), "v3"],
  ["a Jaeger with the legacy API only", simulatedStore("old"), "old"],
  ["Tempo", simulatedStore("tempo"), "tempo"],
  ...(jaegerVersion === undefined
    ? []
    : [[`Jaeger ${jaegerVersion}`, () => startJaeger("test-trace-endpoints"), "v3"] as const]),
] as const)("%s", (_name, start, api) => {
  let store: TraceStoreFixture;
  beforeAll(async () => {
    store = await start();
    await sendTo(store);
    await pointServerAt(api === "tempo" ? { TEMPO_URL: store.queryUrl } : { JAEGER_URL: store.queryUrl });
    await waitUntil({
      condition: "all requests",
      isMet: async () => (await study()).study?.retrieval.returnedCount === requestCount,
      timeoutMs: 60_000,
      fix: "query the source for them",
    });
  });
  afterAll(async () => {
    await leaveServerEnvironment();
    await store.stop();
  });

  test("the study matches the requests, including the phase rule of the file", async () => {
    const { study: result, source, services, problem } = await study();
    expect(problem).toBeNull();
    expect(source.api).toBe(api);
    expect(services).toEqual(["chat-gateway", "chat"]);
    expect(result?.retrieval).toMatchObject({
      service: "chat-gateway",
      analysedRequestCount: requestCount,
      startupTraceCount: 0,
      filteredOutCount: 0,
      isTruncated: false,
      stoppedBy: null,
      unreadIntervalCount: 0,
    });
    // 60 requests of 100 ms and 60 of 400 ms: 18 s of 30 s tokenising, and 40 ms of each loading an adapter.
    const [slowest] = result?.operations.rows ?? [];
    expect(slowest).toMatchObject({ service: "chat", name: "tokenize", spanCount: 60, traceCount: 60 });
    expect(slowest?.shareOfCriticalPath).toBeCloseTo(0.6, 9);
    expect(sentenceText(result?.slowestOperation ?? [])).toMatch(
      /^Requests wait longest for tokenize in chat/,
    );
    expect(result?.shares?.waiting).toBeCloseTo(0.16, 9);
    expect(result?.bands.map(({ phaseNs }) => Math.round(phaseNs.tokenize / 1e6))).toEqual(
      [0, 0, 300, 300, 300, 300, 300].slice(0, result?.bands.length),
    );
    expect(result?.metrics).toMatchObject({
      kind: "unavailable",
      reason: expect.stringMatching(/histogram/) as string,
    });
  });

  test("the list has the newest and slowest traces, and is marked as truncated", async () => {
    const list = await read<TracesResponse>(LIST, `?deployment=chat&${window}&limit=20`);
    expect(list.newest?.retrieval).toMatchObject({ returnedCount: 20, isTruncated: true });
    expect(list.newest?.traces[0]).toMatchObject({ rootOperation: "POST /v1", durationNs: 400_000_000 });
  });
});

describe("queries and errors", () => {
  let [store, proxy]: [TraceStoreFixture?, FaultProxy?] = [];
  beforeAll(async () => {
    store = await simulatedStore("both")();
    await sendTo(store);
    proxy = await startFaultProxy({ targetUrl: store.queryUrl });
    await pointServerAt({ JAEGER_URL: proxy.url });
  });
  // The server would remember the failing source and not query it again.
  afterEach(async () => {
    await proxy?.set(null);
    await closeUpstreams();
  });
  afterAll(async () => {
    await leaveServerEnvironment();
    await proxy?.close();
    await store?.stop();
  });

  test("reads at most the requested number of traces, the newest, and reports the covered window", async () => {
    const { study: result } = await study("&n=100");
    expect(result?.retrieval).toMatchObject({
      requestedCount: 100,
      returnedCount: 100,
      analysedRequestCount: 100,
      isTruncated: true,
      stoppedBy: "max-traces",
    });
    expect(result?.retrieval.coveredWindow.startMs).toBe(past.startMs + 20 * 5_000);
  });

  test("applies conditions, and rejects contradictory ones", async () => {
    const { study: result } = await study("&minMs=200");
    expect(result?.retrieval).toMatchObject({ analysedRequestCount: 60 });
    expect((await study("&operation=nothing")).study?.retrieval).toMatchObject({ analysedRequestCount: 0 });
    const response = await get(STUDY, `/study?deployment=chat&${window}&minMs=200&maxMs=100`);
    expect(response.status).toBe(400);
  });

  test.each([
    ["n=5", 400, /n/],
    ["n=5001", 400, /n/],
    ["slowQuantile=2", 400, /slowQuantile/],
    ["attribute=x", 400, /attribute/],
    ["colour=red", 400, /colour/],
    ["from=now&to=now-1h", 400, /reversed/],
    ["deployment=nobody", 404, /nobody/],
  ])("%s is rejected with a message", async (query, status, message) => {
    const parameters = new URLSearchParams({
      deployment: "chat",
      ...Object.fromEntries(new URLSearchParams(query)),
    });
    const response = await get(STUDY, `/study?${parameters.toString()}`);
    expect(response.status).toBe(status);
    expect(JSON.stringify((await response.json()) as Problem)).toMatch(message);
  });

  test("a service that is not a trace service of the deployment is rejected", async () => {
    const { study: result, problem } = await study("&service=elsewhere");
    expect(result).toBeNull();
    expect(problem).toMatchObject({
      code: "not-found",
      title: "elsewhere is not a trace service of Chat",
      detail: expect.stringMatching(
        /^elsewhere is not a trace service of Chat\. Its trace services are chat-gateway, /,
      ),
    });
  });

  test.each([
    ["down", { kind: "down" }, "source-unreachable"],
    ["failing", { kind: "status", status: 500, body: "storage is gone" }, "source-error"],
    ["an unrelated login page", { kind: "html" }, "source-bad-answer"],
    ["refusing", { kind: "status", status: 401 }, "source-auth-failed"],
    ["sending too much", { kind: "huge", bytes: 65 * 1_024 * 1_024, announce: true }, "too-large"],
  ] as const)("a source that is %s is reported with its error code", async (_name, fault, code) => {
    // Forces a new detection of the API.
    deleteProcessState("trace-apis");
    await proxy?.set(fault);
    // No test reads this study while the source responds.
    expect(await study("&slowQuantile=0.5&slowOverMs=201")).toMatchObject({ study: null, problem: { code } });
    // The last study may be shown.
    expect(await study()).toMatchObject({ problem: { code } });
  });

  const compared = (query: string): Promise<TraceComparisonResponse> =>
    read(COMPARISON, `/comparison?deployment=chat&${window}&time=request&${query}`);

  test.each([
    ["after and before a deploy", `a=after&b=before&changeAtMs=${past.deployMs}`, 60],
    ["under high and low load", "a=high-load&b=low-load", 24],
    ["fast and slow", "a=slow&b=rest&slowQuantile=0.5&slowOverMs=200", 60],
  ])("requests %s differ by the phase that causes the difference", async (_name, query, each) => {
    const { a, b, difference, headline } = await compared(query);
    expect([a.n, b.n]).toEqual([each, each]);
    expect(difference?.total.difference).toBe(300_000_000);
    const [tokenize, ...unexpected] = difference?.phases.filter((phase) => phase.difference !== 0) ?? [];
    expect(tokenize).toMatchObject({ phase: "tokenize", differenceShare: 1 });
    expect(unexpected).toEqual([]);
    expect(sentenceText(headline)).toContain("more tokenising than");
  });

  test("an instant outside the window is rejected", async () => {
    const response = await get(
      COMPARISON,
      `/comparison?deployment=chat&${window}&a=after&b=before&changeAtMs=1`,
    );
    expect(response.status).toBe(400);
    expect(((await response.json()) as Problem).detail).toMatch(/outside the window/);
  });
});
