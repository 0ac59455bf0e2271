import { describe, expect, test } from "vitest";
import { getTrace, readVersion, searchTraces } from "./client";
import {
  createMemoryTraceUpstream,
  makeLegacyBody,
  legacyNotFoundBody,
  makeV3Body,
  v3NotFoundBody,
  type PreparedTraceResponse,
  type WireSpan,
} from "./fixtures";

const id = (digit: string): string => digit.padStart(32, "0");
const startMicroseconds = 1_790_000_000_000_000;

//  gateway |==========================| 0 .. 900 µs
//  engine      |===========|            100 .. 600 µs, failed
const request: readonly WireSpan[] = [
  {
    traceId: id("a"),
    spanId: "00000000000000a1",
    service: "gateway",
    name: "POST /v1/chat",
    kind: "server",
    startMicroseconds,
    durationMicroseconds: 900,
    attributes: { stream: true, model: "chat" },
  },
  {
    traceId: id("a"),
    spanId: "00000000000000a2",
    parentSpanId: "00000000000000a1",
    service: "engine",
    name: "llm_request",
    startMicroseconds: startMicroseconds + 100,
    durationMicroseconds: 500,
    isError: true,
    attributes: { "gen_ai.usage.prompt_tokens": 7, "gen_ai.latency.time_to_first_token": 0.25 },
    event: "first-token",
  },
];
const other: WireSpan = {
  traceId: id("b"),
  spanId: "00000000000000b1",
  service: "gateway",
  name: "POST /v1/chat",
  startMicroseconds: startMicroseconds + 5_000,
  durationMicroseconds: 10,
};

const query = {
  service: "gateway",
  window: { startMs: 1_789_999_999_000, endMs: 1_790_000_001_000 },
  maxTraces: 20,
  durationMinMs: 0.5,
};

const bodies = { v3: makeV3Body, old: makeLegacyBody } as const;
const answering = (answer: PreparedTraceResponse) => createMemoryTraceUpstream(() => answer);

describe.each(["v3", "old"] as const)("a search through the %s API", (api) => {
  test("returns every trace once, with span times in nanoseconds since its start", async () => {
    const upstream = answering({ body: bodies[api]([...request, other]) });
    const { traces } = await searchTraces(upstream, api, query);
    expect(
      traces.map(({ traceId, durationNs, startEpochNs }) => [traceId, durationNs, startEpochNs]),
    ).toEqual([
      [id("a"), 900_000, "1790000000000000000"],
      [id("b"), 10_000, "1790000000005000000"],
    ]);
    expect(traces[0]?.spans).toEqual([
      {
        spanId: "00000000000000a1",
        parentSpanId: null,
        service: "gateway",
        operation: "POST /v1/chat",
        kind: "server",
        isError: false,
        startNs: 0,
        durationNs: 900_000,
        attributes: { stream: true, model: "chat" },
        resource: { "service.name": "gateway" },
        events: [],
        scope: "sdk",
      },
      {
        spanId: "00000000000000a2",
        parentSpanId: "00000000000000a1",
        service: "engine",
        operation: "llm_request",
        kind: "internal",
        isError: true,
        statusMessage: "failed",
        startNs: 100_000,
        durationNs: 500_000,
        attributes: { "gen_ai.usage.prompt_tokens": 7, "gen_ai.latency.time_to_first_token": 0.25 },
        resource: { "service.name": "engine" },
        events: [{ name: "first-token", atNs: 100_000, attributes: {} }],
        scope: "sdk",
      },
    ]);
  });

  test("returns nothing for an empty window or an unknown service", async () => {
    const empty = api === "v3" ? { status: 404, body: v3NotFoundBody } : { body: '{"data":[]}' };
    expect((await searchTraces(answering(empty), api, query)).traces).toEqual([]);
  });

  test("reports the source's message while the source is not ready", async () => {
    const message = "Jaeger is being built, about 3 minutes, once (0:41 so far)";
    const upstream = answering({ status: 503, body: JSON.stringify({ error: { httpCode: 503, message } }) });
    await expect(searchTraces(upstream, api, query)).rejects.toMatchObject({
      code: "source-not-ready",
      message,
    });
  });

  test.each([
    [
      400,
      '{"error":{"httpCode":400,"message":"malformed parameter"}}',
      "query-refused",
      /malformed parameter/,
    ],
    [500, '{"data":null,"errors":[{"code":500,"msg":"disk full"}]}', "source-error", /disk full/],
    [404, "404 page not found", "source-bad-answer", /404/],
    [
      200,
      '{"result":{"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"x"}]}]}]},"data":[{}]}',
      "source-bad-answer",
      /./,
    ],
    [200, bodies[api](request).slice(0, 100), "source-bad-answer", /./],
  ])("status %i with %s maps to %s", async (status, body, code, message) => {
    const search = searchTraces(answering({ status, body }), api, query);
    await expect(search).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  });

  test("finds a trace by its id, or returns null", async () => {
    const short = getTrace(answering({ body: bodies[api](request) }), api, "a");
    expect((await short)?.spans).toHaveLength(2);
    const body = api === "v3" ? v3NotFoundBody : legacyNotFoundBody;
    expect(await getTrace(answering({ status: 404, body }), api, id("c"))).toBeNull();
  });
});

test("the v3 API gets snake case and Go durations, the legacy API gets microseconds", async () => {
  const v3 = answering({ body: makeV3Body(request) });
  const { sentRequest } = await searchTraces(v3, "v3", query);
  expect(v3.requests[0]?.query).toEqual([
    ["query.service_name", "gateway"],
    ["query.start_time_min", "2026-09-21T14:13:19.000Z"],
    ["query.start_time_max", "2026-09-21T14:13:21.000Z"],
    ["query.duration_min", "500us"],
    ["query.num_traces", "20"],
  ]);
  expect(sentRequest).toContain("/api/v3/traces?query.service_name=gateway&");
  const old = answering({ body: makeLegacyBody(request) });
  await searchTraces(old, "old", query);
  expect(old.requests[0]?.query).toEqual([
    ["service", "gateway"],
    ["start", "1789999999000000"],
    ["end", "1790000001000000"],
    ["minDuration", "500us"],
    ["limit", "20"],
  ]);
});

test.each([
  [
    '<script>const JAEGER_VERSION = {"gitCommit":"","gitVersion":"v2.13.0","buildDate":""};</script>',
    "2.13.0",
  ],
  ['JAEGER_VERSION = {"gitVersion":"stand-in"}', "stand-in"],
  ["<html>another server</html>", null],
])("the version is read from the start page: %s", async (body, version) => {
  expect(await readVersion(answering({ body, contentType: "text/html" }))).toBe(version);
});

test("attributes of every type stay readable", async () => {
  const map = [
    { key: "a", value: { intValue: "1" } },
    {
      key: "b",
      value: {
        arrayValue: {
          values: [
            { stringValue: "x" },
            { kvlistValue: { values: [{ key: "c", value: { boolValue: true } }] } },
          ],
        },
      },
    },
  ];
  const body = JSON.stringify({
    result: {
      resourceSpans: [
        {
          scopeSpans: [
            {
              spans: [
                {
                  traceId: id("d"),
                  spanId: "d1",
                  startTimeUnixNano: "100",
                  endTimeUnixNano: "90",
                  attributes: [
                    {
                      key: "list",
                      value: { arrayValue: { values: [{ stringValue: "x" }, { intValue: "2" }] } },
                    },
                    { key: "map", value: { kvlistValue: { values: map } } },
                    { key: "large", value: { intValue: "9223372036854775807" } },
                    { key: "nan", value: { doubleValue: "NaN" } },
                    { key: "none", value: {} },
                    { key: "nothing" },
                  ],
                },
              ],
            },
          ],
        },
      ],
    },
  });
  const trace = await getTrace(answering({ body }), "v3", id("d"));
  expect(trace?.spans[0]).toMatchObject({
    service: "unknown service",
    parentSpanId: null,
    durationNs: -10,
    attributes: {
      list: ["x", 2],
      map: '{"a":1,"b":["x",{"c":true}]}',
      large: "9223372036854775807",
      nan: "NaN",
      none: "",
      nothing: "",
    },
  });
  expect(trace?.durationNs).toBe(0);
});
