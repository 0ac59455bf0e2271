/**
 * The doors over many traces, on a real Jaeger and on the stand-in that has both of its APIs, one of them, or Tempo's: the same truth
 * from each, by what the deployment's file says its spans mean; and what is told where the source is ill or the question is none.
 */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { GET as COMPARISON } from "@/app/api/v1/traces/comparison/route";
import { GET as LIST } from "@/app/api/v1/traces/route";
import { GET as STUDY } from "@/app/api/v1/traces/study/route";
import { cacheFolder, dataFolder } from "@/demo/stack/folders";
import { silentLog } from "@/demo/stack/log";
import { waitUntil } from "@/demo/stack/process/wait-until";
import { startStack } from "@/demo/stack/stack";
import { findInstalled } from "@/demo/stack/tools/installed";
import { jaegerRecipe } from "@/demo/stack/tools/recipes";
import { startTraceStore } from "@/demo/stack/trace-store/server";
import type { TraceComparisonResponse } from "@/lib/contracts/trace-comparison";
import type { TraceStudyResponse } from "@/lib/contracts/trace-study";
import type { TracesResponse } from "@/lib/contracts/traces";
import type { Problem } from "@/lib/model/problem";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { forgetProcessMemory } from "@/lib/server/memory";
import { closeUpstreams } from "@/lib/server/upstream/upstream";
import { registerSources } from "@/lib/services/sources/register-sources";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/database";
import { startFaultProxy, type FaultProxy } from "@/tests/support/fault-proxy";
import { startPrometheus, type FrozenPrometheus } from "@/tests/support/prometheus";
import { sentenceText } from "@/tests/support/sentence-text";
import {
  leaveServerEnvironment,
  useServerEnvironment as setServerEnvironment,
} from "@/tests/support/server-environment";
import {
  exportTracedHistory,
  exposeTracedHistory,
  tracedHistoryBefore,
  requestCount,
  tracedConfig,
} from "@/tests/support/traced-requests";

const nowMs = Date.now();
const past = tracedHistoryBefore(nowMs);
const window = `from=${past.startMs}&to=${past.endMs}`;
const folder = mkdtempSync(join(tmpdir(), "ridgepoint-trace-doors-"));
const config = join(folder, "ridgepoint.yaml");
writeFileSync(config, tracedConfig);

let [prometheus, database]: [FrozenPrometheus?, TestDatabase?] = [];
beforeAll(async () => {
  prometheus = await startPrometheus(exposeTracedHistory(past, nowMs));
  database = await createMigratedDatabase();
  // The first look puts the file in force, every later one looks for what it names.
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

async function get(door: typeof STUDY, path: string): Promise<Response> {
  const request = new Request(`http://localhost:3000/api/v1/traces${path}`, {
    headers: { host: "localhost:3000" },
  });
  return door(request, { params: Promise.resolve({}) });
}
async function read<T>(door: typeof STUDY, path: string): Promise<T> {
  const response = await get(door, path);
  expect(response.status).toBe(200);
  return (await response.json()) as T;
}
const study = (query = ""): Promise<TraceStudyResponse> =>
  read(STUDY, `/study?deployment=chat&${window}${query}`);

interface Keeper {
  readonly queryUrl: string;
  readonly otlpUrl: string;
  readonly stop: () => Promise<void>;
}
const standIn = (api: "v3" | "old" | "both" | "tempo") => (): Promise<Keeper> =>
  startTraceStore({ api, queryPort: 0, otlpPort: 0 });

const [installed] = await findInstalled(jaegerRecipe(), cacheFolder());
async function realJaeger(): Promise<Keeper> {
  if (installed === undefined) throw new Error("no Jaeger is installed");
  const data = join(dataFolder("test-trace-doors"), randomUUID());
  const jaeger = { kind: "real", tool: installed } as const;
  const stack = await startStack({ dataFolder: data, arePortsRemembered: false, log: silentLog, jaeger });
  const stop = async (): Promise<void> => {
    await stack.stop();
    rmSync(data, { recursive: true, force: true });
  };
  return { queryUrl: stack.urls.jaeger, otlpUrl: stack.urls.otlp, stop };
}

async function sendTo(keeper: Keeper): Promise<void> {
  const sent = await fetch(`${keeper.otlpUrl}/v1/traces`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(exportTracedHistory(past)),
  });
  expect(sent.ok).toBe(true);
}

describe.each([
  ["a Jaeger with both APIs", standIn("both"), "v3"],
  ["a Jaeger with the newer one alone", standIn("v3"), "v3"],
  ["a Jaeger with the older one alone", standIn("old"), "old"],
  ["Tempo", standIn("tempo"), "tempo"],
  ...(installed === undefined ? [] : [[`Jaeger ${installed.version}`, realJaeger, "v3"] as const]),
] as const)("%s", (_name, start, api) => {
  let keeper: Keeper;
  beforeAll(async () => {
    keeper = await start();
    await sendTo(keeper);
    await pointServerAt(api === "tempo" ? { TEMPO_URL: keeper.queryUrl } : { JAEGER_URL: keeper.queryUrl });
    await waitUntil({
      condition: "all requests",
      isMet: async () => (await study()).study?.retrieval.returned === requestCount,
      limitMs: 60_000,
      fix: "ask the source for them",
    });
  });
  afterAll(async () => {
    await leaveServerEnvironment();
    await keeper.stop();
  });

  test("what requests spent their time on is what they did, by the file's own rule too", async () => {
    const { study: told, source, services, problem } = await study();
    expect(problem).toBeNull();
    expect(source.api).toBe(api);
    expect(services).toEqual(["chat-gateway", "chat"]);
    expect(told?.retrieval).toMatchObject({
      service: "chat-gateway",
      requests: requestCount,
      startupTraces: 0,
      filteredOut: 0,
      isTruncated: false,
      stoppedBy: null,
      unreadIntervals: 0,
    });
    // 60 requests of 100 ms and 60 of 400 ms: 18 s of 30 s tokenising, 40 ms of each loading an adapter.
    const [slowest] = told?.operations.rows ?? [];
    expect(slowest).toMatchObject({ service: "chat", name: "tokenize", spans: 60, traces: 60 });
    expect(slowest?.shareOfCriticalPath).toBeCloseTo(0.6, 9);
    expect(sentenceText(told?.slowestOperation ?? [])).toMatch(/^Requests wait longest for tokenize of chat/);
    expect(told?.shares?.waiting).toBeCloseTo(0.16, 9);
    expect(told?.bands.map(({ phaseNs }) => Math.round(phaseNs.tokenize / 1e6))).toEqual(
      [0, 0, 300, 300, 300, 300, 300].slice(0, told?.bands.length),
    );
    expect(told?.metrics).toMatchObject({
      kind: "unavailable",
      reason: expect.stringMatching(/histogram/) as string,
    });
  });

  test("the list has the newest and the slowest, and says how many were left", async () => {
    const list = await read<TracesResponse>(LIST, `?deployment=chat&${window}&limit=20`);
    expect(list.newest?.retrieval).toMatchObject({ returned: 20, isTruncated: true });
    expect(list.newest?.traces[0]).toMatchObject({ rootOperation: "POST /v1", durationNs: 400_000_000 });
  });
});

describe("questions", () => {
  let [keeper, proxy]: [Keeper?, FaultProxy?] = [];
  beforeAll(async () => {
    keeper = await standIn("both")();
    await sendTo(keeper);
    proxy = await startFaultProxy({ targetUrl: keeper.queryUrl });
    await pointServerAt({ JAEGER_URL: proxy.url });
  });
  // What the server remembers of an ill source would keep it from asking the well one.
  afterEach(async () => {
    await proxy?.set(null);
    await closeUpstreams();
  });
  afterAll(async () => {
    await leaveServerEnvironment();
    await proxy?.close();
    await keeper?.stop();
  });

  test("no more are read than were asked for, the newest, and of which part of the window is told", async () => {
    const { study: told } = await study("&n=100");
    expect(told?.retrieval).toMatchObject({
      requested: 100,
      returned: 100,
      requests: 100,
      isTruncated: true,
      stoppedBy: "max-traces",
    });
    expect(told?.retrieval.covered.startMs).toBe(past.startMs + 20 * 5_000);
  });

  test("conditions are held, and those that no trace can meet are refused", async () => {
    const { study: told } = await study("&minMs=200");
    expect(told?.retrieval).toMatchObject({ requests: 60 });
    expect((await study("&operation=nothing")).study?.retrieval).toMatchObject({ requests: 0 });
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
  ])("%s is refused in words", async (query, status, words) => {
    const asked = new URLSearchParams({
      deployment: "chat",
      ...Object.fromEntries(new URLSearchParams(query)),
    });
    const response = await get(STUDY, `/study?${asked.toString()}`);
    expect(response.status).toBe(status);
    expect(JSON.stringify((await response.json()) as Problem)).toMatch(words);
  });

  test("a service that is not the deployment's is told as such", async () => {
    const { study: told, problem } = await study("&service=elsewhere");
    expect(told).toBeNull();
    expect(problem).toMatchObject({
      code: "not-found",
      title: "No service of Chat's own",
      detail: expect.stringMatching(
        /^traces are asked by a service of Chat's own, which elsewhere is not; its own: chat-gateway, /,
      ),
    });
  });

  test.each([
    ["down", { kind: "down" }, "source-unreachable"],
    ["failing", { kind: "status", status: 500, body: "storage is gone" }, "source-error"],
    ["somebody else's login page", { kind: "html" }, "source-bad-answer"],
    ["refusing", { kind: "status", status: 401 }, "source-auth-failed"],
    ["telling too much", { kind: "huge", bytes: 65 * 1_024 * 1_024, announce: true }, "too-large"],
  ] as const)("a source that is %s is told by its kind", async (_what, fault, code) => {
    // Whichever API it spoke is to be found out anew.
    forgetProcessMemory("trace-apis");
    await proxy?.set(fault);
    expect(await study()).toMatchObject({ study: null, problem: { code } });
  });

  const compared = (query: string): Promise<TraceComparisonResponse> =>
    read(COMPARISON, `/comparison?deployment=chat&${window}&time=request&${query}`);

  test.each([
    ["after and before a deploy", `a=after&b=before&at=${past.deployMs}`, 60],
    ["under high and low load", "a=high-load&b=low-load", 24],
    ["fast and slow", "a=slow&b=rest&q=0.5&overMs=200", 60],
  ])("requests %s are told apart by the phase that makes the difference", async (_what, query, each) => {
    const { a, b, difference, headline } = await compared(query);
    expect([a.n, b.n]).toEqual([each, each]);
    expect(difference?.total.difference).toBe(300_000_000);
    const [tokenize, ...others] = difference?.phases.filter((phase) => phase.difference !== 0) ?? [];
    expect(tokenize).toMatchObject({ phase: "tokenize", share: 1 });
    expect(others).toEqual([]);
    expect(sentenceText(headline)).toContain("more tokenising than");
  });

  test("an instant outside the window parts nothing", async () => {
    const response = await get(COMPARISON, `/comparison?deployment=chat&${window}&a=after&b=before&at=1`);
    expect(response.status).toBe(400);
    expect(((await response.json()) as Problem).detail).toMatch(/not within the window/);
  });
});
