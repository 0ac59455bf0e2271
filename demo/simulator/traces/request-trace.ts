/**
 * Trace of one request, built from simulated times: gateway → network → feature retrieval → tokenize → the engine's
 * llm_request with queue, prefill and decode → detokenize and serialize.
 */
import { createHash } from "node:crypto";
import { detokenizeSecondsPerToken } from "../cost";
import type { RoutedRequest } from "../deployment";
import type { DeploymentPlan } from "../fleet";
import type { SimulatedSpan } from "./otlp";

const serializeSecondsPerToken = 4e-6;

export interface RequestTrace {
  readonly traceId: string;
  readonly spans: readonly SimulatedSpan[];
}

/** Parses a caller's W3C trace context: "00-<trace>-<parent>-<flags>". */
function parseParent(header: string | null): { readonly traceId: string; readonly spanId: string } | null {
  const match = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(header ?? "");
  const [, traceId, spanId] = match ?? [];
  return traceId === undefined || spanId === undefined ? null : { traceId, spanId };
}

function engineAttributes({ request }: RoutedRequest): Readonly<Record<string, number | string>> {
  const { arrivalMs, queuedMs, scheduledMs, firstTokenMs, lastTokenMs, finishedMs } = request;
  const end = finishedMs ?? arrivalMs;
  const seconds = (from: number | null, to: number | null): number =>
    from === null || to === null ? 0 : (to - from) / 1000;
  return {
    "gen_ai.request.id": request.id,
    "gen_ai.usage.prompt_tokens": request.promptTokens,
    "gen_ai.usage.completion_tokens": request.generatedTokens,
    "gen_ai.request.max_tokens": request.plannedOutputTokens,
    "gen_ai.latency.time_to_first_token": seconds(arrivalMs, firstTokenMs),
    "gen_ai.latency.e2e": seconds(arrivalMs, end),
    "gen_ai.latency.time_in_queue": seconds(queuedMs, scheduledMs ?? end),
    "gen_ai.latency.time_in_model_prefill": seconds(scheduledMs, firstTokenMs),
    "gen_ai.latency.time_in_model_decode": seconds(firstTokenMs, lastTokenMs),
    "gen_ai.latency.time_in_model_inference": seconds(scheduledMs, lastTokenMs),
  };
}

/**
 * Returns the spans of a finished request. Ids are derived from the request's id and `idSalt`, so the same run
 * produces the same trace.
 */
export function buildRequestTrace(plan: DeploymentPlan, routed: RoutedRequest, idSalt: string): RequestTrace {
  const parent = parseParent(routed.traceParent);
  const hash = (text: string, digits: number): string =>
    createHash("sha256").update(`${idSalt} ${routed.id} ${text}`).digest("hex").slice(0, digits);
  const { request, instance, featureLookup, tokenization } = routed;
  const gateway = `${plan.name}-gateway`;
  const end = request.finishedMs ?? request.arrivalMs;
  const returnedMs = end + routed.returnSeconds * 1000;
  const ids = { root: hash("root", 16), call: hash("call", 16), engine: hash("engine", 16) };
  const spans: SimulatedSpan[] = [];
  const add = (span: Omit<SimulatedSpan, "spanId"> & { readonly spanId?: string }): void => {
    if (span.endMs >= span.startMs) spans.push({ spanId: hash(`${span.name} ${spans.length}`, 16), ...span });
  };
  const isRefused = request.finishReason === "error";
  const isAborted = request.finishReason === "abort";
  add({
    service: gateway,
    name: "POST /v1/chat/completions",
    kind: "server",
    startMs: routed.gatewayArrivalMs,
    endMs: returnedMs + 1,
    spanId: ids.root,
    parentSpanId: parent?.spanId ?? null,
    isError: isAborted || isRefused,
    attributes: {
      "gen_ai.request.model": plan.model.servedName,
      "http.response.status_code": isAborted ? 499 : isRefused ? 400 : 200,
    },
  });
  add({
    service: gateway,
    name: "admission",
    kind: "internal",
    startMs: routed.gatewayArrivalMs,
    endMs: routed.admittedMs,
    parentSpanId: ids.root,
  });
  add({
    service: gateway,
    name: `proxy to ${plan.name}`,
    kind: "client",
    startMs: routed.admittedMs,
    endMs: returnedMs,
    spanId: ids.call,
    parentSpanId: ids.root,
    attributes: { "server.address": instance.name },
  });
  if (featureLookup !== null) {
    add({
      service: "feature-store",
      name: "retrieve features",
      kind: "server",
      ...featureLookup,
      parentSpanId: ids.call,
    });
  }
  add({
    service: plan.name,
    name: "llm_request",
    kind: "server",
    instrumentationScope: "vllm.llm_engine",
    startMs: request.arrivalMs,
    endMs: end,
    spanId: ids.engine,
    parentSpanId: ids.call,
    isError: isAborted || isRefused,
    attributes: engineAttributes(routed),
  });
  add({
    service: plan.name,
    name: "tokenize",
    kind: "internal",
    startMs: request.arrivalMs,
    endMs: tokenization.endMs,
    parentSpanId: ids.engine,
  });
  addEngineSpans(routed, { name: plan.name, end, engineId: ids.engine, add, hash });
  return { traceId: parent?.traceId ?? hash("trace", 32), spans };
}

interface EngineSpanContext {
  readonly name: string;
  readonly end: number;
  readonly engineId: string;
  readonly add: (span: Omit<SimulatedSpan, "spanId"> & { readonly spanId?: string }) => void;
  readonly hash: (text: string, digits: number) => string;
}

function addEngineSpans(
  { request }: RoutedRequest,
  { name, end, engineId, add, hash }: EngineSpanContext,
): void {
  const { queuedMs, scheduledMs, firstTokenMs, lastTokenMs } = request;
  const engineSpan = { service: name, kind: "internal", parentSpanId: engineId } as const;
  add({ ...engineSpan, name: "queue", startMs: queuedMs, endMs: scheduledMs ?? end });
  if (scheduledMs === null || firstTokenMs === null || lastTokenMs === null) return;
  const prefillId = hash("prefill", 16);
  add({ ...engineSpan, name: "prefill", startMs: scheduledMs, endMs: firstTokenMs, spanId: prefillId });
  const chunks = request.prefillChunks.filter((chunk) => chunk.endMs <= firstTokenMs);
  for (const [index, chunk] of chunks.entries()) {
    add({
      ...engineSpan,
      name: `prefill chunk ${index + 1}`,
      startMs: chunk.startMs,
      endMs: chunk.endMs,
      parentSpanId: prefillId,
      attributes: { "gen_ai.prefill.tokens": chunk.tokens },
    });
  }
  add({
    ...engineSpan,
    name: "decode",
    startMs: firstTokenMs,
    endMs: lastTokenMs,
    attributes: {
      "gen_ai.decode.steps": request.generatedTokens - 1,
      "gen_ai.decode.preemptions": request.preemptionCount,
    },
  });
  const detokenizeMs = request.generatedTokens * detokenizeSecondsPerToken * 1000;
  const serializeMs = request.generatedTokens * serializeSecondsPerToken * 1000;
  add({
    ...engineSpan,
    name: "detokenize",
    startMs: Math.max(firstTokenMs, lastTokenMs - detokenizeMs - serializeMs),
    endMs: Math.max(firstTokenMs, lastTokenMs - serializeMs),
  });
  add({
    ...engineSpan,
    name: "serialize",
    startMs: Math.max(firstTokenMs, lastTokenMs - serializeMs),
    endMs: lastTokenMs,
  });
}
