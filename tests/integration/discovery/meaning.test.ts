/**
 * Edits trace services and phase rules through the API: preview on recent requests, persistence through discovery,
 * and effect on all trace pages, with a real Prometheus and a Jaeger fixture.
 */
import { allSources } from "@/lib/model/sources/source-scope";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { PATCH } from "@/app/api/v1/deployments/[deploymentId]/route";
import { GET as SERVICES } from "@/app/api/v1/deployments/[deploymentId]/trace-services/route";
import { GET as TRACE } from "@/app/api/v1/traces/[traceId]/route";
import { GET as FLOW } from "@/app/api/v1/traces/flow/route";
import { POST as MEANING } from "@/app/api/v1/traces/meaning/route";
import { GET as OPERATIONS } from "@/app/api/v1/traces/operations/route";
import { startTraceStore, type RunningTraceStore } from "@/demo/stack/trace-store/server";
import type { ReviewResponse } from "@/lib/contracts/discovery";
import type { TraceFlowResponse } from "@/lib/contracts/traces/trace-flow";
import type {
  TraceSettingsPreviewBody,
  TraceSettingsPreviewResponse,
  TraceServicesResponse,
} from "@/lib/contracts/traces/trace-settings-preview";
import type { TraceOperationsResponse } from "@/lib/contracts/traces/trace-operations";
import type { TraceResponse } from "@/lib/contracts/traces/traces";
import { phaseIds } from "@/lib/model/traces/phase";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { registerSources } from "@/lib/services/sources/register-sources";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/server/database";
import { startPrometheus, type FrozenPrometheus } from "@/tests/support/sources/prometheus";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";

const requests = 20;
const traceIdOf = (index: number): string => (index + 1).toString(16).padStart(32, "0");
const ms = 1_000_000n;

let [prometheus, store, own]: [FrozenPrometheus?, RunningTraceStore?, TestDatabase?] = [];
let id = "";

/**
 * chat-gateway calls chat, which loads an adapter with an unknown operation. Each takes 100 ms, and requests are one
 * second apart.
 */
function exported(nowMs: number): unknown {
  const of = (service: string, spans: readonly object[]) => ({
    resource: { attributes: [{ key: "service.name", value: { stringValue: service } }] },
    scopeSpans: [{ scope: { name: "test" }, spans }],
  });
  const spans = (sketch: (at: (fromMs: number, toMs: number) => object) => object) =>
    Array.from({ length: requests }, (_, index) => {
      const startNs = BigInt(nowMs - 60_000 + index * 1_000) * ms;
      const at = (fromMs: number, toMs: number) => ({
        traceId: traceIdOf(index),
        startTimeUnixNano: String(startNs + BigInt(fromMs) * ms),
        endTimeUnixNano: String(startNs + BigInt(toMs) * ms),
        attributes: [{ key: "stage", value: { stringValue: index % 2 === 0 ? "cold" : "warm" } }],
      });
      return sketch(at);
    });
  const spanId = (short: string): string => short.padStart(16, "0");
  return {
    resourceSpans: [
      of(
        "chat-gateway",
        spans((at) => ({ ...at(0, 100), spanId: spanId("a"), name: "POST /v1", kind: 2 })),
      ),
      of("chat", [
        ...spans((at) => ({
          ...at(10, 90),
          spanId: spanId("b"),
          parentSpanId: spanId("a"),
          name: "llm_request",
          kind: 2,
        })),
        ...spans((at) => ({
          ...at(20, 60),
          spanId: spanId("c"),
          parentSpanId: spanId("b"),
          name: "Attach LoRA",
          kind: 1,
        })),
      ]),
      of(
        "elsewhere",
        spans((at) => ({
          ...at(0, 1),
          traceId: "f".repeat(32),
          spanId: spanId("d"),
          name: "other",
          kind: 2,
        })).slice(0, 1),
      ),
    ],
  };
}

function exposition(endSeconds: number): string {
  const labels = 'job="vllm",instance="v:1",model_name="chat"';
  const lines = Array.from(
    { length: 61 },
    (_, index) => `vllm:num_requests_running{${labels}} 1 ${endSeconds - 900 + index * 15}`,
  );
  return ["# TYPE vllm:num_requests_running gauge", ...lines, "# EOF\n"].join("\n");
}

beforeAll(async () => {
  prometheus = await startPrometheus(exposition(Math.floor(Date.now() / 1_000)));
  store = await startTraceStore({ api: "both", queryPort: 0, otlpPort: 0 });
  const sent = await fetch(`${store.otlpUrl}/v1/traces`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(exported(Date.now())),
  });
  expect(sent.status).toBe(200);
});
afterAll(() => Promise.all([prometheus?.stop(), store?.stop()]));

beforeEach(async () => {
  own = await createMigratedDatabase();
  useServerEnvironment({
    DATABASE_URL: own.url,
    PROMETHEUS_URL: prometheus?.url ?? "",
    JAEGER_URL: store?.queryUrl ?? "",
  });
  await registerSources();
  await discoverDeployments();
  ({ id } = await resolveDeployment("chat", allSources));
  return async () => {
    await leaveServerEnvironment();
    await own?.drop();
  };
});

const headers = { host: "localhost:3000", "content-type": "application/json" };
const address = "http://localhost:3000/api/v1";
type Endpoint = typeof MEANING;

async function get<T>(endpoint: Endpoint, path: string, params: object = {}): Promise<T> {
  const response = await endpoint(new Request(`${address}${path}`, { headers }), {
    params: Promise.resolve(params),
  });
  return (await response.json()) as T;
}

async function tried(
  body: Omit<TraceSettingsPreviewBody, "deploymentId">,
): Promise<TraceSettingsPreviewResponse> {
  const request = new Request(`${address}/traces/meaning`, {
    method: "POST",
    headers,
    body: JSON.stringify({ deploymentId: id, ...body }),
  });
  return (await (
    await MEANING(request, { params: Promise.resolve({}) })
  ).json()) as TraceSettingsPreviewResponse;
}

async function review(version: number, body: unknown): Promise<Response> {
  const request = new Request(`${address}/deployments/${id}`, {
    method: "PATCH",
    headers: { ...headers, "if-match": `"${version}"` },
    body: JSON.stringify(body),
  });
  return PATCH(request, { params: Promise.resolve({ deploymentId: id }) });
}

const shareOf = ({ phases }: TraceSettingsPreviewResponse, wanted: string) =>
  phases.find(({ phase }) => phase === wanted);
const phases = [{ operation: "attach*", attribute: "stage=cold", phase: "queue" as const }];

test("previews rules and services on real requests before they are saved", async () => {
  const now = await tried({});
  expect(now).toMatchObject({
    service: "chat-gateway",
    requestCount: requests,
    isTruncated: false,
    rules: [],
  });
  expect(now.services).toEqual([
    {
      name: "chat-gateway",
      spanCount: requests,
      traceCount: requests,
      requestTimeShare: expect.closeTo(0.2, 9) as number,
    },
    {
      name: "chat",
      spanCount: 2 * requests,
      traceCount: requests,
      requestTimeShare: expect.closeTo(0.8, 9) as number,
    },
  ]);
  expect(now.unknown[0]).toMatchObject({ service: "chat", name: "Attach LoRA", spanCount: requests });
  const after = await tried({ phases });
  expect(after.rules).toEqual([
    { spanCount: 10, traceCount: 10, requestTimeShare: expect.closeTo(0.2, 9) as number },
  ]);
  expect(shareOf(after, "queue")).toEqual({
    phase: "queue",
    share: expect.closeTo(0.2, 9) as number,
    savedShare: 0,
  });
  expect((await tried({ traceServices: ["elsewhere"] })).requestCount).toBe(1);
  expect(await tried({ traceServices: [] })).toMatchObject({ service: null, requestCount: 0 });
  expect(await resolveDeployment("chat", allSources)).not.toHaveProperty("phases");
});

test("keeps saved rules through discovery, applies them everywhere, and removes them", async () => {
  const saved = ((await (await review(1, { phases, traceServices: ["chat"] })).json()) as ReviewResponse)
    .deployment;
  expect(saved).toMatchObject({
    phases,
    traceServices: ["chat"],
    hasEditedTraceServices: true,
    managedBy: "person",
  });
  await discoverDeployments();
  expect(await resolveDeployment("chat", allSources)).toMatchObject({ phases, traceServices: ["chat"] });
  expect(shareOf(await tried({}), "queue")?.savedShare).toBeGreaterThan(0);
  // Uses the trace's services, because no deployment is given.
  const { ribbon } = await get<TraceResponse>(TRACE, `/traces/${traceIdOf(0)}`, { traceId: traceIdOf(0) });
  expect(ribbon.phaseIndex.map((index) => phaseIds[index])).toContain("queue");
  const back = ((await (await review(2, { phases: null, traceServices: null })).json()) as ReviewResponse)
    .deployment;
  expect(back).toMatchObject({
    phases: [],
    traceServices: ["chat-gateway", "chat"],
    managedBy: "discovered",
  });
});

test.each([
  ["a rule for every span", { phases: [{ operation: "*", phase: "queue" }] }, /every span/],
  ["a phase that is none", { phases: [{ operation: "a", phase: "thinking" }] }, /must be one of gateway/],
  ["a service twice", { traceServices: ["chat", "chat"] }, /no service may occur twice/],
])("rejects %s without changes", async (_what, wrong, pattern) => {
  const response = await review(1, wrong);
  expect(response.status).toBe(400);
  expect(JSON.stringify(await response.json())).toMatch(pattern);
  expect(await resolveDeployment("chat", allSources)).toMatchObject({
    traceServices: ["chat-gateway", "chat"],
  });
});

test("lists the services of the source", async () => {
  const { services, source } = await get<TraceServicesResponse>(
    SERVICES,
    `/deployments/${id}/trace-services`,
    {
      deploymentId: id,
    },
  );
  expect(source).toBe("jaeger");
  expect(services).toEqual(["chat", "chat-gateway", "elsewhere"].map((name) => ({ name, owner: null })));
});

test("returns the flow of the requests, and no flow for the same window a week earlier", async () => {
  const flow = await get<TraceFlowResponse>(FLOW, "/traces/flow?deployment=chat&from=now-15m&cmp=weekday");
  expect(flow.problem).toBeNull();
  expect(flow.flow?.edges.map(({ from, to, now }) => [from, to, now?.callCount])).toEqual([
    ["chat-gateway", "chat", requests],
    [null, "chat-gateway", requests],
  ]);
  expect(flow.flow).toMatchObject({
    hops: [],
    retrieval: { returnedCount: requests, scale: { kind: "traces-only" } },
  });
  expect(flow.compared).toMatchObject({ retrieval: { returnedCount: 0 }, problem: null });
});

test("reads any service by name, and lists known services for an unknown name", async () => {
  const chats = await get<TraceOperationsResponse>(OPERATIONS, "/traces/operations?service=chat&n=5");
  expect(chats).toMatchObject({
    deployment: "chat",
    retrieval: { analysedRequestCount: 5, isTruncated: true },
  });
  expect(chats.operations.rows.map(({ name, spanCount: spans }) => `${spans} ${name}`).toSorted()).toEqual([
    "5 Attach LoRA",
    "5 POST /v1",
    "5 llm_request",
  ]);
  const nobodys = await get<TraceOperationsResponse>(OPERATIONS, "/traces/operations?service=elsewhere");
  expect(nobodys).toMatchObject({
    deployment: null,
    retrieval: { analysedRequestCount: 1, isTruncated: false },
  });
  expect(await get(OPERATIONS, "/traces/operations?service=nowhere")).toMatchObject({
    status: 404,
    detail: expect.stringMatching(
      /no service nowhere\. Its services: chat, chat-gateway, elsewhere/,
    ) as string,
  });
});
