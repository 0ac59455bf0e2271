import { describe, expect, test } from "vitest";
import type { Upstream, UpstreamRequest } from "@/lib/model/sources/upstream";
import { probeTempo, readVersion, createTempoReader } from "./client";
import { makeSearchBody, makeTraceBody, type TempoSpan } from "./fixtures";

type Answer = readonly [status: number, body: string];

/** Returns an upstream that answers from a table of paths, and with Tempo's 404 for other paths. */
function upstreamOf(
  table: Readonly<Record<string, Answer>>,
): Upstream & { readonly queries: readonly UpstreamRequest[] } {
  const queries: UpstreamRequest[] = [];
  return {
    queries,
    read: async (request, interpret) => {
      queries.push(request);
      const [status, text] = table[request.path] ?? [404, "trace not found"];
      return interpret({
        status,
        contentType: "text/plain; charset=utf-8",
        body: new TextEncoder().encode(text),
        latencyMs: 1,
      });
    },
  };
}

const id = (digits: string): string => digits.padStart(32, "0");
const startMs = 1_790_000_000_400;
const startNs = BigInt(startMs) * 1_000_000n;
const spanOf = (traceId: string, sketch: Partial<TempoSpan> = {}): TempoSpan => ({
  traceId: id(traceId),
  spanId: "00000000000000a1",
  service: "gateway",
  name: "POST /v1/chat",
  startNs,
  durationNs: 900_001n,
  ...sketch,
});
const request = [
  spanOf("a"),
  spanOf("a", {
    spanId: "fedcba9876543210",
    parentSpanId: "00000000000000a1",
    service: "engine",
    name: "llm_request",
    startNs: startNs + 7n,
    durationNs: 500n,
    isError: true,
  }),
];
const window = { startMs: startMs - 100, endMs: startMs + 100 };
const query = { service: "gateway", window, maxTraces: 20 };

test.each(["batches", "resourceSpans"] as const)(
  "a trace under %s keeps nanoseconds, and its ids are hexadecimal in any encoding",
  async (under) => {
    const upstream = upstreamOf({ [`/api/traces/${id("a")}`]: [200, makeTraceBody(request, under)] });
    const trace = await createTempoReader(upstream).get(id("a"));
    expect(trace).toMatchObject({ traceId: id("a"), startEpochNs: String(startNs), durationNs: 900_001 });
    expect(trace?.spans).toMatchObject([
      { spanId: "00000000000000a1", parentSpanId: null, service: "gateway", kind: "server", isError: false },
      {
        spanId: "fedcba9876543210",
        parentSpanId: "00000000000000a1",
        service: "engine",
        startNs: 7,
        durationNs: 500,
        isError: true,
      },
    ]);
  },
);

test("a search reads each listed trace, and drops traces that started outside the window or were deleted", async () => {
  const upstream = upstreamOf({
    "/api/search": [200, makeSearchBody([id("a"), id("b"), id("c")])],
    "/api/traces/a": [200, makeTraceBody(request)],
    "/api/traces/b": [200, makeTraceBody([spanOf("b", { startNs: startNs + 500_000_000n })])],
  });
  const { traces, hasReachedLimit, sentRequest } = await createTempoReader(upstream).search({
    ...query,
    operation: 'say "hi" \\ }',
    durationMinMs: 0.5,
    durationMaxMs: 1_000,
  });
  expect(traces.map(({ traceId }) => traceId)).toEqual([id("a")]);
  expect(hasReachedLimit).toBe(false);
  expect(upstream.queries[0]?.query).toEqual([
    [
      "q",
      String.raw`{ resource.service.name = "gateway" && name = "say \"hi\" \\ }" && duration >= 500us && duration <= 1000000us }`,
    ],
    ["start", "1790000000"],
    ["end", "1790000001"],
    ["limit", "20"],
  ]);
  expect(sentRequest).toMatch(/^\/api\/search\?q=\{ resource\.service\.name/);
});

test("a full search reads no trace when the caller needs all or none", async () => {
  const upstream = upstreamOf({ "/api/search": [200, makeSearchBody([id("a"), id("b")])] });
  const { hasReachedLimit } = await createTempoReader(upstream).search({
    ...query,
    maxTraces: 2,
    isDiscardedAtLimit: true,
  });
  expect(hasReachedLimit).toBe(true);
  expect(upstream.queries).toHaveLength(1);
});

test.each([
  ['{"tagValues":["b","a"]}', ["a", "b"]],
  ['{"tagValues":[{"type":"string","value":"b"},{"type":"string","value":"a"}]}', ["a", "b"]],
  ['{"tagValues":null}', []],
])("services of %s", async (body, services) => {
  const upstream = upstreamOf({ "/api/search/tag/service.name/values": [200, body] });
  expect(await createTempoReader(upstream).services()).toEqual(services);
});

test("Tempo is detected by its echo endpoint, and its version is read if available", async () => {
  await expect(probeTempo(upstreamOf({ "/api/echo": [200, "echo"] }))).resolves.toBeUndefined();
  await expect(probeTempo(upstreamOf({ "/api/echo": [200, "<html>"] }))).rejects.toMatchObject({
    code: "source-bad-answer",
  });
  await expect(probeTempo(upstreamOf({}))).rejects.toMatchObject({ code: "source-bad-answer" });
  const tempo = upstreamOf({ "/api/status/buildinfo": [200, '{"version":"v2.9.0"}'] });
  expect(await readVersion(tempo)).toBe("2.9.0");
  expect(await readVersion(upstreamOf({}))).toBeNull();
});

describe("an error response", () => {
  test.each([
    [401, "", "source-auth-failed"],
    [429, "too many", "source-rate-limited"],
    [503, "starting", "source-not-ready"],
    [500, "disk full", "source-error"],
    [400, "invalid TraceQL query: parse error", "query-refused"],
    [404, "404 page not found", "source-bad-answer"],
    [200, "<html>sign in</html>", "source-bad-answer"],
    [200, '{"traces":[{"traceID":"no id"}]}', "source-bad-answer"],
  ])("status %i with %s maps to %s", async (status, body, code) => {
    const search = createTempoReader(upstreamOf({ "/api/search": [status, body] })).search(query);
    await expect(search).rejects.toMatchObject({ code });
  });

  test("is reported with Tempo's message", async () => {
    const upstream = upstreamOf({ "/api/search": [400, "invalid TraceQL query: parse error at line 1"] });
    await expect(createTempoReader(upstream).search(query)).rejects.toThrow(/parse error at line 1/);
  });

  test("returns null for a trace that does not exist", async () => {
    expect(await createTempoReader(upstreamOf({})).get(id("d"))).toBeNull();
  });
});
