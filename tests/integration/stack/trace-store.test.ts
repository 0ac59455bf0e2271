// The trace store must answer like Jaeger: the same queries are sent to both. Without Jaeger only the trace store is
// tested.
import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cacheFolder, dataFolder } from "@/demo/stack/folders";
import { silentLog } from "@/demo/stack/log";
import { waitUntil } from "@/demo/stack/process/wait-until";
import { type RunningStack, startStack } from "@/demo/stack/stack";
import type { JaegerPlan } from "@/demo/stack/stack-plan";
import { findInstalled } from "@/demo/stack/tools/installed";
import { createJaegerRecipe } from "@/demo/stack/tools/recipes";
import { startTraceStore } from "@/demo/stack/trace-store/server";

const MINUTE_NS = 60_000_000_000n;
const nowMs = Date.now();
const nowNs = BigInt(nowMs) * 1_000_000n;
const idOf = (index: number): string => index.toString(16).padStart(32, "0");

/** Trace `index` started `index` minutes ago and took `index` times 100 ms; the second failed. */
function exported(index: number): unknown {
  const startNs = nowNs - BigInt(index) * MINUTE_NS;
  const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });
  const gateway = {
    traceId: idOf(index),
    spanId: `00000000000000a${index}`,
    name: "POST /v1/chat",
    kind: 2,
    startTimeUnixNano: String(startNs),
    endTimeUnixNano: String(startNs + BigInt(index) * 100_000_000n),
    attributes: [
      text("gen_ai.request.model", "chat-70b"),
      { key: "tokens", value: { intValue: 7 } },
      { key: "ratio", value: { doubleValue: 1.5 } },
      { key: "stream", value: { boolValue: true } },
      { key: "stops", value: { arrayValue: { values: [{ stringValue: "x" }] } } },
    ],
    events: [{ name: "first-token", timeUnixNano: String(startNs + 5_000n), attributes: [text("at", "1")] }],
    status: index === 2 ? { code: 2, message: "out of memory" } : {},
  };
  const engine = {
    traceId: idOf(index),
    spanId: `00000000000000b${index}`,
    parentSpanId: gateway.spanId,
    name: "prefill",
    kind: 1,
    startTimeUnixNano: String(startNs + 1_000_000n),
    endTimeUnixNano: String(startNs + 2_000_000n),
  };
  const resource = (service: string) => ({ attributes: [text("service.name", service), text("pod", "p-0")] });
  return {
    resourceSpans: [
      {
        resource: resource("gateway"),
        scopeSpans: [{ scope: { name: "sdk", version: "1" }, spans: [gateway] }],
      },
      { resource: resource("engine"), scopeSpans: [{ spans: [engine] }] },
    ],
  };
}

const installed = await findInstalled(createJaegerRecipe(), cacheFolder());
const plans: readonly (readonly [string, JaegerPlan])[] = [
  ["trace store", { kind: "trace-store", api: "both" }],
  ...installed
    .slice(0, 1)
    .map((tool): readonly [string, JaegerPlan] => [`Jaeger ${tool.version}`, { kind: "real", tool }]),
];

describe.each(plans)("%s", (_, jaeger) => {
  const folder = join(dataFolder("test-traces"), randomUUID());
  let stack: RunningStack;

  const send = (body: string, type = "application/json"): Promise<Response> =>
    fetch(`${stack.urls.otlp}/v1/traces`, { method: "POST", headers: { "content-type": type }, body });
  const get = (path: string, parameters: Readonly<Record<string, string>> = {}): Promise<Response> =>
    fetch(`${stack.urls.jaeger}${path}?${new URLSearchParams(parameters)}`);
  const read = async (path: string, parameters?: Readonly<Record<string, string>>) =>
    (await get(path, parameters)).json();
  const lastTen = {
    "query.start_time_min": new Date(nowMs - 600_000).toISOString(),
    "query.start_time_max": new Date(nowMs + 60_000).toISOString(),
    "query.num_traces": "20",
  };
  const search = async (more: Readonly<Record<string, string>>): Promise<readonly string[]> => {
    const response = await get("/api/v3/traces", { ...lastTen, ...more });
    if (response.status === 404) return [];
    const { result } = await response.json();
    const ids: string[] = result.resourceSpans.flatMap(
      (group: { scopeSpans: { spans: { traceId: string }[] }[] }) =>
        group.scopeSpans.flatMap(({ spans }) => spans.map(({ traceId }) => traceId)),
    );
    return [...new Set(ids)].toSorted((left, right) => left.localeCompare(right));
  };

  beforeAll(async () => {
    stack = await startStack({ dataFolder: folder, reusesPorts: false, log: silentLog, jaeger });
    for (const index of [1, 2, 3]) expect((await send(JSON.stringify(exported(index)))).status).toBe(200);
    await waitUntil({
      condition: "the traces to arrive",
      isMet: async () => (await search({ "query.service_name": "gateway" })).length === 3,
      timeoutMs: 10_000,
      fix: "read the log",
    });
  });

  afterAll(async () => {
    await stack.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test("accepts OTLP as JSON and rejects anything else", async () => {
    expect((await send("{nope")).status).toBe(400);
    expect((await send("{}", "text/plain")).status).toBe(415);
    expect((await fetch(`${stack.urls.otlp}/v1/traces`)).status).toBe(405);
  });

  test("lists services and operations in both APIs", async () => {
    const { services } = await read("/api/v3/services");
    expect(new Set(services)).toEqual(new Set(["engine", "gateway"]));
    expect(await read("/api/v3/operations", { service: "gateway" })).toEqual({
      operations: [{ name: "POST /v1/chat", spanKind: "server" }],
    });
    expect(await read("/api/v3/operations", { service: "gateway", span_kind: "client" })).toEqual({
      operations: [],
    });
    const { data, ...rest } = await read("/api/services");
    expect(new Set(data)).toEqual(new Set(services));
    expect(rest).toEqual({ total: 2, limit: 0, offset: 0, errors: null });
    expect((await read("/api/services/engine/operations")).data).toEqual(["prefill"]);
  });

  test("finds a trace when one span of the requested service matches every condition", async () => {
    expect(await search({ "query.service_name": "gateway" })).toEqual([idOf(1), idOf(2), idOf(3)]);
    expect(await search({ "query.service_name": "gateway", "query.duration_min": "150ms" })).toEqual([
      idOf(2),
      idOf(3),
    ]);
    expect(await search({ "query.service_name": "gateway", "query.duration_max": "150ms" })).toEqual([
      idOf(1),
    ]);
    expect(await search({ "query.service_name": "engine", "query.duration_min": "50ms" })).toEqual([]);
    expect(await search({ "query.service_name": "gateway", "query.operation_name": "prefill" })).toEqual([]);
    expect(await search({ "query.service_name": "unknown" })).toEqual([]);
    const lastTwoMinutes = { "query.start_time_min": new Date(nowMs - 130_000).toISOString() };
    expect(await search({ "query.service_name": "gateway", ...lastTwoMinutes })).toEqual([idOf(1), idOf(2)]);
  });

  test("returns all spans of a trace in the newer API", async () => {
    const { result } = await read(`/api/v3/traces/${idOf(2)}`);
    const [gateway] = result.resourceSpans.filter((group: { resource: unknown }) =>
      JSON.stringify(group.resource).includes('"gateway"'),
    );
    const { attributes, ...rest } = gateway.scopeSpans[0].spans[0];
    const startNs = nowNs - 2n * MINUTE_NS;
    expect(rest).toEqual({
      traceId: idOf(2),
      spanId: "00000000000000a2",
      name: "POST /v1/chat",
      kind: 2,
      startTimeUnixNano: String(startNs),
      endTimeUnixNano: String(startNs + 200_000_000n),
      events: [
        {
          timeUnixNano: String(startNs + 5_000n),
          name: "first-token",
          attributes: [{ key: "at", value: { stringValue: "1" } }],
        },
      ],
      status: { code: 2, message: "out of memory" },
    });
    expect(
      Object.fromEntries(attributes.map((item: { key: string; value: unknown }) => [item.key, item.value])),
    ).toEqual({
      "gen_ai.request.model": { stringValue: "chat-70b" },
      tokens: { intValue: "7" },
      ratio: { doubleValue: 1.5 },
      stream: { boolValue: true },
      stops: { arrayValue: { values: [{ stringValue: "x" }] } },
    });
  });

  test("returns a trace with processes, references and typed tags in the older API", async () => {
    const { data } = await read(`/api/traces/${idOf(2)}`);
    const [{ traceID, spans, processes }] = data;
    // The older API omits an upper half of zeros.
    expect(traceID).toBe(idOf(2).slice(16));
    const span = (name: string) =>
      spans.find((item: { operationName: string }) => item.operationName === name);
    const gateway = span("POST /v1/chat");
    expect(gateway).toMatchObject({
      duration: 200_000,
      startTime: nowMs * 1_000 - 120_000_000,
      references: [],
    });
    expect(processes[gateway.processID]).toEqual({
      serviceName: "gateway",
      tags: [{ key: "pod", type: "string", value: "p-0" }],
    });
    expect(gateway.tags).toEqual([
      { key: "error", type: "bool", value: true },
      { key: "gen_ai.request.model", type: "string", value: "chat-70b" },
      { key: "otel.scope.name", type: "string", value: "sdk" },
      { key: "otel.scope.version", type: "string", value: "1" },
      { key: "otel.status_code", type: "string", value: "ERROR" },
      { key: "otel.status_description", type: "string", value: "out of memory" },
      { key: "ratio", type: "float64", value: 1.5 },
      { key: "span.kind", type: "string", value: "server" },
      { key: "stops", type: "string", value: '["x"]' },
      { key: "stream", type: "bool", value: true },
      { key: "tokens", type: "int64", value: 7 },
    ]);
    expect(span("prefill").references).toEqual([
      { refType: "CHILD_OF", traceID: idOf(2).slice(16), spanID: "00000000000000a2" },
    ]);
  });

  test("searches by tag in the older API and limits the result", async () => {
    const found = async (parameters: Readonly<Record<string, string>>): Promise<number> =>
      (await read("/api/traces", { service: "gateway", ...parameters })).data.length;
    expect(await found({})).toBe(3);
    expect(await found({ limit: "1" })).toBe(1);
    expect(await found({ tags: '{"tokens":"7","stream":"true"}' })).toBe(3);
    expect(await found({ tag: "tokens:8" })).toBe(0);
    expect(await found({ minDuration: "250ms" })).toBe(1);
  });

  test.each([
    ["/api/v3/traces", {}, 400, "query.start_time_min and query.start_time_max are required"],
    ["/api/v3/traces", { ...lastTen, "query.num_traces": "" }, 500, "search depth must be greater than 0"],
    ["/api/v3/traces", { ...lastTen, "query.num_traces": "x" }, 400, "malformed parameter query.num_traces"],
    [
      "/api/v3/traces",
      { ...lastTen, "query.duration_min": "x" },
      400,
      "malformed parameter query.duration_min",
    ],
    ["/api/v3/traces", { ...lastTen, "query.service_name": "unknown" }, 404, "No traces found"],
    [`/api/v3/traces/${idOf(9)}`, {}, 404, "No traces found"],
    ["/api/v3/traces/zz", {}, 400, "malformed parameter trace_id"],
    ["/api/traces", {}, 400, "parameter 'service' is required"],
    ["/api/traces", { service: "gateway", tag: "nope" }, 400, "malformed 'tag' parameter"],
    ["/api/traces", { service: "gateway", limit: "0" }, 500, "search depth must be greater than 0"],
    [`/api/traces/${idOf(9)}`, {}, 404, "trace not found"],
  ])(
    "rejects %s with %o as %i, in plain text that contains JSON",
    async (path, parameters, status, message) => {
      const response = await get(path, parameters);
      const body = await response.json();
      const failure = path.startsWith("/api/v3")
        ? { code: body.error.httpCode, message: body.error.message }
        : { code: body.errors[0].code, message: body.errors[0].msg };
      expect(response.status).toBe(status);
      expect(response.headers.get("content-type")).toMatch(/^text\/plain/);
      expect(failure).toEqual({ code: status, message: expect.stringContaining(message) });
    },
  );
});

describe("only the trace store", () => {
  test("returns the newest first and removes the oldest when it is full", async () => {
    const store = await startTraceStore({ api: "both", queryPort: 0, otlpPort: 0, maxTraces: 3 });
    try {
      for (const index of [5, 4, 2, 3]) {
        await fetch(`${store.otlpUrl}/v1/traces`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(exported(index)),
        });
      }
      const { data } = await (await fetch(`${store.queryUrl}/api/traces?service=gateway&limit=2`)).json();
      expect(data.map(({ traceID }: { traceID: string }) => traceID)).toEqual(
        [2, 3].map((id) => idOf(id).slice(16)),
      );
      expect((await fetch(`${store.queryUrl}/api/traces/${idOf(5)}`)).status).toBe(404);
    } finally {
      await store.stop();
    }
  });

  test.each([
    ["v3", 200, 404],
    ["old", 404, 200],
    ["both", 200, 200],
  ] as const)("as %s answers %i to the newer API and %i to the older", async (api, newer, older) => {
    const store = await startTraceStore({ api, queryPort: 0, otlpPort: 0 });
    try {
      expect((await fetch(`${store.queryUrl}/api/v3/services`)).status).toBe(newer);
      expect((await fetch(`${store.queryUrl}/api/services`)).status).toBe(older);
      expect(await (await fetch(store.queryUrl)).text()).toContain('"gitVersion":"trace-store"');
    } finally {
      await store.stop();
    }
  });
});
