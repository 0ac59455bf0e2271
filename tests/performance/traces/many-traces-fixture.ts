/**
 * Fixture of the benchmark of many traces: a real Jaeger with every request of four minutes of a busy simulated
 * deployment, a real Prometheus that scraped the same requests, and the product's endpoints on both.
 */
import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { Agent, request } from "undici";
import { GET as OPERATIONS } from "@/app/api/v1/traces/operations/route";
import { GET as STUDY } from "@/app/api/v1/traces/study/route";
import { fleet } from "@/demo/simulator/fleet";
import { toResourceSpans } from "@/demo/simulator/traces/otlp";
import type { RequestTrace } from "@/demo/simulator/traces/request-trace";
import { dataFolder } from "@/demo/stack/folders";
import { silentLog } from "@/demo/stack/log";
import { waitUntil } from "@/demo/stack/process/wait-until";
import { startStack } from "@/demo/stack/stack";
import { requireTool } from "@/demo/stack/tools/find-tool";
import { createJaegerRecipe } from "@/demo/stack/tools/recipes";
import type { TraceOperationsResponse } from "@/lib/contracts/traces/trace-operations";
import type { TraceStudyResponse } from "@/lib/contracts/traces/trace-study";
import type { TimeWindow } from "@/lib/model/time-window";
import { deleteProcessState } from "@/lib/server/process-state";
import { cacheDeployments } from "@/lib/services/deployments/known-deployments";
import { readTraces } from "@/lib/services/traces/query/read-traces";
import { createJaegerReader } from "@/lib/sources/jaeger/client";
import { createDeploymentRecord } from "@/tests/support/sample-data/deployment-record";
import { simulateHistory } from "@/tests/support/histories/simulated-history";
import { startPrometheus } from "@/tests/support/sources/prometheus";
import {
  leaveServerEnvironment,
  useServerEnvironment as setServerEnvironment,
} from "@/tests/support/server/server-environment";
import { createTestUpstream } from "@/tests/support/server/upstream";
import { serveEndpoint } from "@/tests/performance/data-path/served-endpoint";

const tracesWanted = 1_000;

export interface ManyTracesFixture {
  /** Queries our endpoint as a page does; throws when the response does not cover all traces and their metric. */
  readonly queryStudy: () => Promise<void>;
  readonly queryOperations: () => Promise<void>;
  /**
   * Sends the queries that our reader sends for the same traces, with the same concurrency, and receives every body.
   */
  readonly readWithOurQueries: () => Promise<void>;
  /** Sends one query, as Jaeger's page does for the same number of traces, and receives the full body. */
  readonly readWithOneQuery: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const plan = fleet.find(({ name }) => name === "assist-8b");
const playedMs = 240_000;
const warmUpMs = 60_000;
const batch = 100;
const atOnce = 3;
/** Caches to clear, so that each query starts without results of an earlier one. */
const remembered = ["series-reader", "spacing-reader", "signals-answers", "study-metrics"];

export async function openManyTraces(): Promise<ManyTracesFixture> {
  if (plan === undefined) throw new Error("the fleet has no assist-8b");
  const tool = await requireTool(createJaegerRecipe(), { log: silentLog });
  const toMs = Math.floor(Date.now() / 1_000) * 1_000 - 60_000;
  const window = { startMs: toMs - playedMs, endMs: toMs };
  const traces: RequestTrace[] = [];
  const { writeBlocks } = simulateHistory({
    profiles: [],
    fleet: [plan],
    fromMs: window.startMs - warmUpMs,
    toMs,
    spacingMs: 5_000,
    onTrace: (trace) => traces.push(trace),
  });
  const prometheus = await startPrometheus(writeBlocks);
  const folder = dataFolder(`bench-many-traces-${randomUUID()}`);
  const jaeger = { kind: "real", tool } as const;
  const stack = await startStack({ dataFolder: folder, reusesPorts: false, log: silentLog, jaeger });
  await send(stack.urls.otlp, traces);
  Object.assign(process.env, { NODE_ENV: "production" });
  setServerEnvironment({
    DATABASE_URL: "postgresql://nobody@127.0.0.1:9/none",
    PROMETHEUS_URL: prometheus.url,
    JAEGER_URL: stack.urls.jaeger,
  });
  cacheDeployments({ records: [deployment(plan.name, plan.model.servedName, toMs)], aliases: new Map() });
  const questions = await questionsFor(stack.urls.jaeger, `${plan.name}-gateway`, window);
  const [study, operations] = [await serveEndpoint(STUDY), await serveEndpoint(OPERATIONS)];
  const range = `from=${window.startMs}&to=${window.endMs}&n=${tracesWanted}`;
  return {
    queryStudy: async () => {
      const address = `${study.url}/api/v1/traces/study?deployment=${plan.name}&${range}`;
      const { study: result } = await read<TraceStudyResponse>(address);
      if (result?.retrieval.returnedCount !== tracesWanted || result.metrics.kind !== "reported")
        throw new Error(
          `unexpected study result: ${JSON.stringify({ ...result?.retrieval, metrics: result?.metrics })}`,
        );
    },
    queryOperations: async () => {
      const address = `${operations.url}/api/v1/traces/operations?service=${plan.name}-gateway&${range}`;
      const { retrieval } = await read<TraceOperationsResponse>(address);
      if (retrieval.returnedCount !== tracesWanted)
        throw new Error(`the operations contain ${retrieval.returnedCount} traces`);
    },
    readWithOurQueries: () => readAll(stack.urls.jaeger, questions),
    readWithOneQuery: async () => {
      const { startMs, endMs } = window;
      const service = `service=${plan.name}-gateway&start=${startMs * 1_000}&end=${endMs * 1_000}`;
      await receive(`${stack.urls.jaeger}/api/traces?${service}&limit=${tracesWanted}`);
    },
    stop: async () => {
      study.close();
      operations.close();
      await leaveServerEnvironment();
      await stack.stop();
      await prometheus.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const deployment = (slug: string, model: string, lastSeenAtMs: number) =>
  createDeploymentRecord(model, {
    id: "00000000-0000-7000-8000-000000000001",
    slug,
    title: slug,
    traceServices: [`${slug}-gateway`, slug],
    lastSeenAtMs,
    review: "accepted",
  });

async function send(otlpUrl: string, traces: readonly RequestTrace[]): Promise<void> {
  for (let from = 0; from < traces.length; from += batch) {
    const resourceSpans = traces
      .slice(from, from + batch)
      .flatMap(({ traceId, spans }) => toResourceSpans(traceId, spans));
    const sent = await fetch(`${otlpUrl}/v1/traces`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ resourceSpans }),
    });
    if (!sent.ok) throw new Error(`Jaeger refuses traces with ${sent.status}`);
  }
}

/**
 * Returns the queries that our reader sends once all traces are stored, except those without result: extra checks,
 * and intervals with too many traces.
 */
async function questionsFor(url: string, service: string, window: TimeWindow): Promise<readonly string[]> {
  const upstream = createTestUpstream(url);
  const reader = createJaegerReader(upstream, "v3");
  const ask = { service, window, maxTraces: tracesWanted };
  let questions: string[] = [];
  const recording: typeof reader = {
    ...reader,
    search: async (query) => {
      const found = await reader.search(query);
      if (!found.hasReachedLimit && found.traces.length > 0) questions.push(found.sentRequest);
      return found;
    },
  };
  let before = -1;
  await waitUntil({
    condition: "the sent traces",
    isMet: async () => {
      questions = [];
      const { returnedCount } = await readTraces(recording, ask);
      const complete = await readTraces(reader, { ...ask, maxTraces: 5_000 });
      const isStill = complete.returnedCount === before;
      before = complete.returnedCount;
      return isStill && returnedCount === tracesWanted;
    },
    timeoutMs: 120_000,
    fix: "read Jaeger's log",
  });
  await upstream.close();
  return questions;
}

const direct = new Agent({ connections: 64 });

async function readAll(url: string, questions: readonly string[]): Promise<void> {
  const waiting = questions.values();
  const next = async (): Promise<void> => {
    for (const question of waiting) await receive(`${url}${question}`);
  };
  await Promise.all(Array.from({ length: atOnce }, next));
}

async function read<T>(address: string): Promise<T> {
  for (const name of remembered) deleteProcessState(name);
  return JSON.parse((await receive(address)).toString()) as T;
}

async function receive(address: string): Promise<Buffer> {
  const response = await request(address, { dispatcher: direct });
  const body = Buffer.from(await response.body.arrayBuffer());
  if (response.statusCode !== 200)
    throw new Error(`${address} answers ${response.statusCode}: ${body.toString()}`);
  return body;
}
