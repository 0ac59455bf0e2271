/**
 * The endpoints of the pages in this process, over a real Prometheus and a trace store behind fault proxies. The fleet
 * was scraped without gaps for twenty minutes, and its history continues for longer than any suite takes.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import { PATCH as EDIT_SETTING } from "@/app/api/v1/deployments/[deploymentId]/roofline-setting/route";
import { GET as OVERVIEW } from "@/app/api/v1/overview/route";
import { GET as ROOFLINE } from "@/app/api/v1/roofline/route";
import { POST as SIGNALS } from "@/app/api/v1/signals/route";
import { GET as TRACES } from "@/app/api/v1/traces/route";
import { GET as TRACE_STUDY } from "@/app/api/v1/traces/study/route";
import { fleet } from "@/demo/simulator/fleet";
import { startTraceStore } from "@/demo/stack/trace-store/server";
import type { JudgedRow, OverviewResponse } from "@/lib/contracts/overview";
import type { RooflineResponse } from "@/lib/contracts/roofline/roofline";
import type { PanelOutcome, SignalsResponse } from "@/lib/contracts/signals";
import type { TraceStudyResponse } from "@/lib/contracts/traces/trace-study";
import type { TracesResponse } from "@/lib/contracts/traces/traces";
import { nowMs } from "@/lib/server/clock";
import type { RawEnvironment } from "@/lib/server/environment/env-variables";
import { deleteProcessState } from "@/lib/server/process-state";
import { allSources } from "@/lib/model/sources/source-scope";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { registerSources } from "@/lib/services/sources/register-sources";
import { simulateHistory } from "@/tests/support/histories/simulated-history";
import { startFaultProxy, type FaultProxy } from "@/tests/support/sources/fault-proxy";
import { startPrometheus } from "@/tests/support/sources/prometheus";
import { exportTracedHistory, tracedHistoryBefore } from "@/tests/support/traces/traced-requests";
import { createMigratedDatabase } from "./database";
import { leaveServerEnvironment, useServerEnvironment as setServerEnvironment } from "./server-environment";

export interface Pages {
  readonly signals: PanelOutcome;
  readonly overview: OverviewResponse;
  readonly roofline: RooflineResponse;
  readonly traces: TracesResponse;
}

export interface PageFixture {
  readonly prometheus: FaultProxy;
  readonly jaeger: FaultProxy;
  /** Requests all pages once, as a reload does. */
  readonly load: () => Promise<Pages>;
  /** Requests the study of the traces, which may take long. */
  readonly loadStudy: () => Promise<TraceStudyResponse>;
  /** Advances the server's clock, which does not move otherwise. */
  readonly advanceClock: (ms: number) => void;
  readonly close: () => Promise<void>;
}

export const pageDeployment = "chat-70b";

const openedAtMs = Date.UTC(2026, 10, 18, 9);
const historyMs = 1_200_000;
const tailMs = 900_000;
const spacingMs = 15_000;
/** From a scrape until its samples have arrived at the source. */
const arrivedMs = 3_000;

const polledWork = ["signals-panels", "overview-rows", "roofline-pages", "trace-lists"];
const caches = ["series-reader", "spacing-reader"];

const configuration = `version: 1
deployments:
  - title: ${pageDeployment}
    engine: vllm
    selectors: [{ model_name: ${pageDeployment} }]
    traceServices: [chat-gateway, chat]
`;

/** Opens the pages. `variables` are further environment variables of the server. */
export async function openPageFixture(variables: RawEnvironment = {}): Promise<PageFixture> {
  const toMs = openedAtMs + tailMs;
  const fromMs = openedAtMs - historyMs;
  const { writeBlocks } = simulateHistory({ profiles: [], fleet, fromMs, toMs, spacingMs });
  const prometheus = await startPrometheus(writeBlocks);
  const store = await startTraceStore({ api: "both", queryPort: 0, otlpPort: 0 });
  const [metricsProxy, traceProxy, database] = await Promise.all([
    startFaultProxy({ targetUrl: prometheus.url }),
    startFaultProxy({ targetUrl: store.queryUrl }),
    createMigratedDatabase(),
  ]);
  await fetch(`${store.otlpUrl}/v1/traces`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(exportTracedHistory(traced)),
  });
  const folder = mkdtempSync(join(tmpdir(), "ridgepoint-pages-"));
  const configFile = join(folder, "ridgepoint.yaml");
  writeFileSync(configFile, configuration);
  // The newest samples have arrived, so a page during an outage has the same window as before it.
  vi.useFakeTimers({ toFake: ["Date"], now: openedAtMs + arrivedMs });
  for (const name of caches) deleteProcessState(name);
  setServerEnvironment({
    DATABASE_URL: database.url,
    PROMETHEUS_URL: metricsProxy.url,
    JAEGER_URL: traceProxy.url,
    RIDGEPOINT_CONFIG: configFile,
    ...variables,
  });
  await registerSources();
  await discoverDeployments();
  await chooseHardware();
  return {
    prometheus: metricsProxy,
    jaeger: traceProxy,
    load: loadPages,
    loadStudy: () => request<TraceStudyResponse>(TRACE_STUDY, `traces/study?${tracedQuery}`),
    advanceClock: (ms) => {
      vi.setSystemTime(nowMs() + ms);
      for (const name of polledWork) deleteProcessState(name);
    },
    close: async () => {
      vi.useRealTimers();
      await leaveServerEnvironment();
      await Promise.all([metricsProxy.close(), traceProxy.close(), store.stop(), prometheus.stop()]);
      await database.drop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Without hardware the roofline page has no operating point. */
async function chooseHardware(): Promise<void> {
  const { id: deploymentId } = await resolveDeployment(pageDeployment, allSources);
  const headers = {
    host: "localhost:3000",
    "content-type": "application/json",
    "idempotency-key": "page-fixture",
    "if-match": '"0"',
  };
  const body = JSON.stringify({ model: "llama-3.1-8b", accelerator: "h100-sxm", tensorParallel: 1 });
  const path = `http://localhost:3000/api/v1/deployments/${deploymentId}/roofline-setting`;
  const response = await EDIT_SETTING(new Request(path, { method: "PATCH", headers, body }), {
    params: Promise.resolve({ deploymentId }),
  });
  if (!response.ok) throw new Error(await response.text());
}

type RouteHandler = (request: Request, context: { params: Promise<unknown> }) => Promise<Response>;

async function request<T>(handler: RouteHandler, path: string, body?: object): Promise<T> {
  const response = await handler(
    new Request(`http://localhost:3000/api/v1/${path}`, {
      headers: { host: "localhost:3000", "content-type": "application/json" },
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    }),
    { params: Promise.resolve({}) },
  );
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer as T;
}

const window = { from: "now-15m", to: "now" } as const;
const traced = tracedHistoryBefore(openedAtMs);
const tracedQuery = `deployment=${pageDeployment}&from=${traced.startMs}&to=${traced.endMs}`;

async function loadPages(): Promise<Pages> {
  const query = `from=${window.from}&to=${window.to}`;
  const question = {
    v: 1,
    signals: ["running"],
    statistics: ["value"],
    scope: { deployment: pageDeployment },
    window,
  };
  const [signals, overview, roofline, traces] = await Promise.all([
    request<SignalsResponse>(SIGNALS, "signals", { questions: [{ key: "running", question }] }),
    request<OverviewResponse>(OVERVIEW, `overview?${query}`),
    request<RooflineResponse>(ROOFLINE, `roofline?deployment=${pageDeployment}&${query}`),
    request<TracesResponse>(TRACES, `traces?${tracedQuery}&limit=200`),
  ]);
  const [panel] = signals.panels;
  if (panel === undefined) throw new Error("the response has no panel");
  return { signals: panel, overview, roofline, traces };
}

/** Returns the row of the fixture's deployment. Throws if it is not judged. */
export function findJudgedRow({ deployments }: OverviewResponse): JudgedRow {
  const row = deployments.find(({ slug }) => slug === pageDeployment);
  if (row?.state !== "judged") throw new Error(`the row is ${row?.state ?? "missing"}`);
  return row;
}
