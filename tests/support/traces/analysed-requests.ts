/** Requests of known durations, analysed like in the product. */
import { analyseTraces, type AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import { listPhaseMaps } from "@/lib/engines/definitions/phase-maps";
import { drawnSpan, drawnTrace, type DrawnSpan } from "./drawn-trace";

export interface SampleRequest {
  readonly gatewayMs?: number;
  readonly tokenizeMs?: number;
  readonly queueMs?: number;
  readonly prefillMs?: number;
  readonly decodeMs?: number;
  readonly restMs?: number;
  readonly startMs?: number;
  readonly isError?: boolean;
  readonly promptTokens?: number;
  readonly outputTokens?: number;
  readonly instance?: string;
  readonly attributes?: DrawnSpan["attributes"];
  readonly more?: readonly DrawnSpan[];
}

const ms = 1_000_000;
const baseEpochMs = 1_780_000_000_000;

/**
 * Returns a trace of gateway → call → engine with tokenize, queue, prefill and decode in sequence, and a rest that no
 * span explains.
 */
export function createRequestTrace(parts: SampleRequest, id = "1"): ReturnType<typeof drawnTrace> {
  const gateway = parts.gatewayMs ?? 2;
  const lengths = [
    ["tokenize", parts.tokenizeMs ?? 1],
    ["queue", parts.queueMs ?? 5],
    ["prefill", parts.prefillMs ?? 20],
    ["decode", parts.decodeMs ?? 100],
  ] as const;
  const total = lengths.reduce((sum, [, length]) => sum + length, parts.restMs ?? 0);
  let at = gateway;
  const steps = lengths.map(([operation, length]) => {
    const step: DrawnSpan = {
      id: operation,
      parent: "engine",
      operation,
      service: "engine",
      at: [at, at + length],
    };
    at += length;
    return step;
  });
  const firstToken = lengths.slice(0, 3).reduce((sum, [, length]) => sum + length, 0);
  const spans: readonly DrawnSpan[] = [
    {
      id: "root",
      operation: "POST /v1/chat/completions",
      service: "chat-gateway",
      kind: "server",
      at: [0, gateway + total],
      isError: parts.isError ?? false,
    },
    {
      id: "engine",
      parent: "root",
      operation: "llm_request",
      service: "engine",
      kind: "server",
      at: [gateway, gateway + total],
      attributes: {
        "gen_ai.latency.time_to_first_token": firstToken / 1000,
        ...(parts.promptTokens === undefined ? {} : { "gen_ai.usage.prompt_tokens": parts.promptTokens }),
        ...(parts.outputTokens === undefined ? {} : { "gen_ai.usage.completion_tokens": parts.outputTokens }),
        ...parts.attributes,
      },
      ...(parts.instance === undefined ? {} : { resource: { "service.instance.id": parts.instance } }),
    },
    ...steps,
    ...(parts.more ?? []),
  ];
  const trace = drawnTrace(
    spans.map((span) => drawnSpan(span, ms)),
    id,
  );
  return { ...trace, startEpochNs: String(BigInt(baseEpochMs + (parts.startMs ?? 0)) * BigInt(ms)) };
}

/** Returns `n` analysed requests; `parts` gives the durations by index. */
export function createAnalysedRequests(
  n: number,
  parts: (index: number) => SampleRequest = () => ({}),
): readonly AnalysedTrace[] {
  return analyseTraces(
    Array.from({ length: n }, (_, index) => createRequestTrace(parts(index), String(index))),
    listPhaseMaps("vllm"),
  );
}
