/** The spans of each engine as it sends them, and the resulting phases, whose sum is the request's time. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  analyseTrace,
  assignPhasesToFirstToken,
  excludeStartupTraces,
  type AnalysedTrace,
} from "@/lib/analysis/traces/analyse-trace";
import { sumTimesByPhase } from "@/lib/analysis/traces/phase-segments";
import { findDatabaseSteps, createPhaseReader } from "@/lib/analysis/traces/phases";
import { buildTreeRows } from "@/lib/analysis/traces/tree-rows";
import type { PhaseMap } from "@/lib/model/traces/phase-map";
import type { PhaseId } from "@/lib/model/traces/phase";
import type { Trace } from "@/lib/model/traces/trace";
import { anyTrace } from "@/tests/support/traces/any-trace";
import { drawnSpan, drawnTrace, type DrawnSpan } from "@/tests/support/traces/drawn-trace";
import { listPhaseMaps } from "./phase-maps";

const ms = 1_000_000;

function read(spans: readonly DrawnSpan[], maps: readonly PhaseMap[] = listPhaseMaps(null)): AnalysedTrace {
  const trace = drawnTrace(spans.map((span) => drawnSpan(span, ms)));
  const analysed = analyseTrace(trace, createPhaseReader(maps));
  if (analysed === null) throw new Error("there are spans");
  return analysed;
}

/** Returns the phases with time, in milliseconds. */
function statedPhases(times: Readonly<Record<PhaseId, number>>): Partial<Record<PhaseId, number>> {
  return Object.fromEntries(
    Object.entries(times)
      .filter(([, ns]) => ns > 0)
      .map(([phase, ns]) => [phase, ns / ms]),
  );
}

/** Analyses a request with `spans` and returns its phases with time, in milliseconds. */
const phasesOf = (...testedMaps: Parameters<typeof read>): Partial<Record<PhaseId, number>> =>
  statedPhases(read(...testedMaps).phaseNs);

const latency = {
  "gen_ai.latency.time_to_first_token": 0.05,
  "gen_ai.latency.e2e": 0.1,
  "gen_ai.latency.time_in_queue": 0.02,
  "gen_ai.latency.time_in_model_prefill": 0.025,
  "gen_ai.latency.time_in_model_decode": 0.045,
};

describe("vLLM", () => {
  const alone: DrawnSpan = {
    id: "r",
    operation: "llm_request",
    kind: "server",
    at: [0, 100],
    attributes: latency,
  };

  test("computes phases from the attributes of a single span and reports the rest as unexplained", () => {
    const trace = read([alone]);
    expect(statedPhases(trace.phaseNs)).toEqual({ queue: 20, prefill: 25, decode: 45, unexplained: 10 });
    expect(trace.phaseSegments.map(({ phase, fromNs }) => `${phase} ${fromNs / ms}`)).toEqual([
      "unexplained 0",
      "queue 5",
      "prefill 25",
      "decode 50",
      "unexplained 95",
    ]);
  });

  test("computes the phases up to the first token", () => {
    const sections = assignPhasesToFirstToken(read([alone]));
    expect(statedPhases(sumTimesByPhase(sections ?? []))).toEqual({ unexplained: 5, queue: 20, prefill: 25 });
  });

  test("uses spans of phases instead of the matching attributes, not both", () => {
    const trace = read([
      alone,
      { id: "q", parent: "r", operation: "vllm_queue", at: [2, 12] },
      { id: "p", parent: "r", operation: "vllm_prefill", at: [12, 50] },
    ]);
    // Decode has no span, so its attribute applies.
    expect(statedPhases(trace.phaseNs)).toEqual({ queue: 10, prefill: 38, decode: 45, unexplained: 7 });
  });

  test("never counts time twice that a child span reports, and never more than the request", () => {
    const trace = read([
      {
        ...alone,
        attributes: {
          ...latency,
          "gen_ai.latency.time_in_queue": 9,
          "gen_ai.latency.time_in_model_decode": 9,
        },
      },
      { id: "t", parent: "r", operation: "tokenize", at: [0, 4] },
    ]);
    expect(statedPhases(trace.phaseNs)).toEqual({ tokenize: 4, queue: 46, decode: 50 });
  });

  test("counts the queue time of preempted requests again, and a KV transfer as network", () => {
    const trace = read([
      alone,
      { id: "1", parent: "r", operation: "vllm_async_kv_transfer", at: [0, 10] },
      { id: "2", parent: "r", operation: "vllm_prefill", at: [10, 30] },
      { id: "3", parent: "r", operation: "vllm_decode", at: [30, 60] },
      { id: "4", parent: "r", operation: "vllm_preempted", at: [60, 80] },
      { id: "5", parent: "r", operation: "vllm_decode", at: [80, 100] },
    ]);
    expect(statedPhases(trace.phaseNs)).toEqual({ network: 10, prefill: 20, decode: 50, queue: 20 });
  });
});

test("SGLang: reads stages from thread spans, and separates queue time from prefill", () => {
  const root: DrawnSpan = {
    id: "r",
    operation: "null Req 3fa21b9c",
    kind: "server",
    at: [0, 100],
    attributes: { ...latency, "gen_ai.latency.time_in_model_prefill": 0.045 },
  };
  expect(phasesOf([root])).toEqual({ unexplained: 10, queue: 20, prefill: 25, decode: 45 });
  const staged = read([
    root,
    { id: "t", parent: "r", operation: "Tokenizer", at: [0, 10] },
    { id: "t1", parent: "t", operation: "tokenize", at: [0, 6] },
    { id: "t2", parent: "t", operation: "api_server_dispatch", at: [6, 10] },
    { id: "s", parent: "r", operation: "Scheduler TP0", at: [10, 100] },
    { id: "s1", parent: "s", operation: "prefill_waiting", at: [11, 30] },
    { id: "s2", parent: "s", operation: "prefill_forward", at: [30, 50] },
    { id: "s3", parent: "s", operation: "decode_loop", at: [50, 98] },
  ]);
  expect(statedPhases(staged.phaseNs)).toEqual({
    tokenize: 6,
    admission: 4,
    queue: 19,
    prefill: 20,
    decode: 48,
    unexplained: 3,
  });
  expect(staged.rows[0]?.name).toBe("null Req #");
});

test("TGI: parses durations in text and reads spans with plain names", () => {
  const root: DrawnSpan = {
    id: "r",
    operation: "generate_stream",
    kind: "server",
    at: [0, 100],
    attributes: { validation_time: "1.5ms", queue_time: "20µs", inference_time: "98.2ms" },
  };
  expect(phasesOf([root])).toEqual({ admission: 1.5, queue: 0.02, unexplained: 98.48 });
  const spans = read([
    root,
    { id: "w", parent: "r", operation: "waiting", at: [2, 10] },
    { id: "i", parent: "r", operation: "infer", at: [10, 100] },
    { id: "p", parent: "i", operation: "prefill", at: [10, 30] },
    { id: "d", parent: "i", operation: "decode", at: [30, 100] },
  ]);
  expect(statedPhases(spans.phaseNs)).toEqual({
    admission: 1.5,
    unexplained: 0.5,
    queue: 8,
    prefill: 20,
    decode: 70,
  });
});

test("TGI: applies span names only inside its requests", () => {
  expect(
    phasesOf([
      { id: "r", operation: "nightly", at: [0, 10] },
      { id: "b", parent: "r", operation: "batch", at: [0, 10] },
    ]),
  ).toEqual({ other: 10 });
});

test("LiteLLM in front of Dynamo: reports gateway, network and routing, but not the worker's phases", () => {
  const trace = read([
    { id: "l", operation: "Received Proxy Server Request", service: "litellm", kind: "server", at: [0, 100] },
    { id: "a", parent: "l", operation: "auth", service: "litellm", at: [1, 4] },
    { id: "m", parent: "l", operation: "litellm_request", service: "litellm", at: [4, 98] },
    { id: "c", parent: "m", operation: "raw_gen_ai_request", service: "litellm", at: [5, 97] },
    { id: "h", parent: "c", operation: "http-request", service: "frontend", at: [10, 95] },
    { id: "r", parent: "h", operation: "router.route_request", service: "frontend", at: [11, 13] },
    { id: "w", parent: "h", operation: "handle_payload", service: "worker", at: [14, 94] },
  ]);
  expect(statedPhases(trace.phaseNs)).toEqual({
    gateway: 8,
    unexplained: 80,
    admission: 5,
    network: 7,
  });
});

test("LiteLLM 1.106 without other spans: treats its timer as the upstream call, whose phases are unknown", () => {
  const spans: readonly DrawnSpan[] = [
    { id: "p", operation: "POST /v1/chat/completions", service: "litellm", kind: "server", at: [0, 100] },
    { id: "d", parent: "p", operation: "fastapi.dependencies", service: "litellm", at: [2, 5] },
    {
      id: "l",
      parent: "p",
      operation: "Received Proxy Server Request",
      service: "litellm",
      kind: "server",
      at: [5, 99],
    },
    { id: "a", parent: "l", operation: "auth", service: "litellm", at: [5, 6] },
    { id: "m", parent: "l", operation: "litellm_request", service: "litellm", at: [8, 98] },
    { id: "c", parent: "m", operation: "raw_gen_ai_request", service: "litellm", at: [8, 98] },
    { id: "s", parent: "l", operation: "self", service: "litellm", at: [10, 97] },
    { id: "e", parent: "p", operation: "fastapi.endpoint", service: "litellm", at: [5, 40] },
  ];
  const phases = phasesOf(spans);
  expect(phases).toEqual({ admission: 4, unexplained: 96 });
  expect(read(spans).spanMeanings.meaningByRow).not.toContain(null);
});

test("splits generation at the first token in manually instrumented spans when it is reported", () => {
  const spans: readonly DrawnSpan[] = [
    { id: "r", operation: "POST /generate", kind: "server", at: [0, 100] },
    { id: "1", parent: "r", operation: "tokenize_input", at: [0, 5] },
    { id: "2", parent: "r", operation: "model_load", at: [5, 10] },
    { id: "3", parent: "r", operation: "model_generate", at: [10, 90] },
    { id: "4", parent: "r", operation: "decode_output", at: [90, 98] },
  ];
  const rest = { tokenize: 5, other: 5, detokenize: 8, unexplained: 2 };
  expect(phasesOf(spans)).toEqual({ ...rest, decode: 80 });
  const durations = spans.map((span) =>
    span.id === "r" ? { ...span, attributes: { "gen_ai.server.time_to_first_token": 0.03 } } : span,
  );
  expect(phasesOf(durations)).toEqual({ ...rest, prefill: 20, decode: 60 });
});

test("OpenTelemetry GenAI: counts a call as network only when its server was traced", () => {
  const chat: DrawnSpan = {
    id: "c",
    operation: "chat gpt-4",
    kind: "client",
    service: "app",
    at: [0, 100],
    attributes: { "gen_ai.operation.name": "chat" },
  };
  expect(phasesOf([chat])).toEqual({ unexplained: 100 });
  const engine: DrawnSpan = { id: "e", parent: "c", operation: "llm_request", at: [10, 90], service: "vllm" };
  expect(phasesOf([chat, engine])).toEqual({ network: 20, unexplained: 80 });
});

test("TensorRT-LLM: reports only the queue", () => {
  const request: DrawnSpan = { id: "r", operation: "some_name", at: [0, 100], attributes: latency };
  expect(phasesOf([request], listPhaseMaps("trtllm"))).toEqual({ queue: 20, unexplained: 80 });
});

test("reports a gateway's time from its outgoing call, although the called service is not traced", () => {
  const gateway: DrawnSpan = { id: "g", service: "gateway", kind: "server", at: [0, 100] };
  expect(phasesOf([gateway])).toEqual({ unexplained: 100 });
  const call: DrawnSpan = { id: "c", parent: "g", service: "gateway", kind: "client", at: [5, 95] };
  expect(phasesOf([gateway, call])).toEqual({ gateway: 10, unexplained: 90 });
  const answer: DrawnSpan = { id: "e", parent: "c", service: "engine", operation: "prefill", at: [8, 92] };
  const other: DrawnSpan = { ...answer, operation: "POST /generate", kind: "server" };
  expect(phasesOf([gateway, call, other])).toEqual({ gateway: 10, network: 6, unexplained: 84 });
});

test("assigns calls of a phase to that phase, and steps to database spans", () => {
  const db = { "db.system.name": "postgresql" };
  const spans: readonly DrawnSpan[] = [
    {
      id: "r",
      operation: "POST /v1/chat/completions",
      service: "chat-gateway",
      kind: "server",
      at: [0, 100],
    },
    {
      id: "f",
      parent: "r",
      operation: "GetOnlineFeatures",
      service: "feature-store",
      kind: "server",
      at: [10, 60],
    },
    {
      id: "1",
      parent: "f",
      operation: "pool.acquire",
      service: "feature-store",
      at: [10, 15],
      attributes: db,
    },
    {
      id: "2",
      parent: "f",
      operation: "SELECT features",
      service: "feature-store",
      kind: "client",
      at: [15, 50],
      attributes: db,
    },
    { id: "3", parent: "f", operation: "fetch rows", service: "feature-store", at: [50, 58], attributes: db },
  ];
  expect(phasesOf(spans)).toEqual({ unexplained: 50, "feature-retrieval": 50 });
  const rows = buildTreeRows(drawnTrace(spans.map((span) => drawnSpan(span))));
  expect(findDatabaseSteps(rows, listPhaseMaps(null))).toEqual([
    null,
    null,
    "connection",
    "execution",
    "processing",
  ]);
});

test("ignores an empty first token and invalid numbers", () => {
  const trace = read([
    {
      id: "r",
      operation: "llm_request",
      at: [0, 10],
      attributes: {
        "gen_ai.latency.time_to_first_token": 0,
        "gen_ai.latency.time_in_queue": "soon",
        "gen_ai.latency.time_in_model_prefill": -4,
        "gen_ai.latency.time_in_model_decode": Number.NaN,
      },
    },
  ]);
  expect(statedPhases(trace.phaseNs)).toEqual({ unexplained: 10 });
});

test("does not count a server's startup trace as a request", () => {
  const start = read([{ id: "s", operation: "Load model", service: "vllm", at: [0, 90_000] }]);
  const request = read([{ id: "r", operation: "llm_request", at: [0, 90] }]);
  expect(excludeStartupTraces([start, request], listPhaseMaps("vllm"))).toEqual({
    requests: [request],
    startupTraceCount: 1,
  });
});

test("property: the order of the spans changes no phase", () => {
  const reader = createPhaseReader(listPhaseMaps("vllm"));
  const shuffled = anyTrace.chain((trace) =>
    fc
      .shuffledSubarray([...trace.spans.keys()], { minLength: trace.spans.length })
      .map((order) => ({ trace, spans: order.flatMap((index) => trace.spans[index] ?? []) })),
  );
  fc.assert(
    fc.property(shuffled, ({ trace, spans }) => {
      const [one, other] = [trace, { ...trace, spans }].map((asSent) => analyseTrace(asSent, reader));
      expect(other?.phaseNs).toEqual(one?.phaseNs);
      expect(other?.ttftNs).toBe(one?.ttftNs);
      expect(other?.criticalPathSegments.map(({ fromNs }) => fromNs)).toEqual(
        one?.criticalPathSegments.map(({ fromNs }) => fromNs),
      );
    }),
  );
});

test("property: phases add up to the root's time and to the time to first token, for any input", () => {
  const reader = createPhaseReader(listPhaseMaps("vllm"));
  const sum = (times: Readonly<Record<PhaseId, number>>): number =>
    Object.values(times).reduce((total, ns) => total + ns, 0);
  fc.assert(
    fc.property(anyTrace, (trace: Trace) => {
      const analysed = analyseTrace(trace, reader);
      if (analysed === null) throw new Error("there are spans");
      expect(sum(analysed.phaseNs)).toBe(analysed.durationNs);
      for (const ns of Object.values(analysed.phaseNs)) expect(ns).toBeGreaterThanOrEqual(0);
      const toToken = assignPhasesToFirstToken(analysed);
      expect(toToken === null ? null : sum(sumTimesByPhase(toToken))).toBe(analysed.ttftNs);
    }),
  );
});
