/** NVIDIA Dynamo's frontend. The engines behind it report the same requests. */
import { detokenizeSecondsPerToken } from "@/demo/simulator/cost";
import type { EngineRequest } from "@/demo/simulator/engine/request";
import {
  sumEngineStates,
  type EngineState,
  type MetricsExporter,
  type Exposition,
  type ExporterFacts,
} from "@/demo/simulator/exposition/exposition";
import { InFlightRequests } from "@/demo/simulator/exposition/in-flight";
import { Registry, type Labels } from "@/demo/simulator/exposition/registry";
import {
  measureGatewayTimes,
  isAnswered,
  measureRequestTimes,
} from "@/demo/simulator/exposition/request-times";

/** Returns logarithmically spaced edges, rounded to two significant digits; the first is zero. */
function logEdges(min: number, max: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) =>
    index === 0 ? 0 : Number((min * (max / min) ** (index / (count - 1))).toPrecision(2)),
  );
}

const tokenizerEdgesMs = [0.5, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512];

function create(facts: ExporterFacts): MetricsExporter {
  const registry = new Registry({}, { numberFormat: "plain" });
  const model: Labels = { model: facts.modelName };
  const call = { ...model, endpoint: "chat_completions", request_type: "stream" };
  const families = frontendFamilies(registry, { model, call });
  const inFlight = new InFlightRequests();
  let disconnected = 0;

  const recordEnd = (request: EngineRequest): void => {
    inFlight.remove(request);
    const isAborted = request.finishReason === "abort";
    families.requests.add(1, { ...call, ...outcomeOf(request) });
    families.tokenizer.observe(measureRequestTimes(request).tokenization * 1000, { operation: "tokenize" });
    families.tokenizer.observe(request.generatedTokens * detokenizeSecondsPerToken * 1000, {
      operation: "detokenize",
    });
    if (isAborted) {
      disconnected += 1;
      families.cancelled.add(1, call);
    }
    families.duration.observe(measureGatewayTimes(request).e2e, model);
    if (!isAnswered(request)) return;
    families.input.observe(request.promptTokens, model);
    families.cached.observe(request.cachedTokens, model);
    families.output.observe(request.generatedTokens, model);
  };
  return {
    createHandlers: (engineIndex) => {
      const worker: Labels = {
        worker_id: String(7_587_000 + engineIndex),
        dp_rank: "0",
        worker_type: "decode",
      };
      return {
        onArrival: (request) => {
          inFlight.add(request);
          families.started.add(1, call);
        },
        onToken: (request, _atMs, gapMs) => {
          inFlight.markFirstToken(request);
          families.tokens.add(1, model);
          const seconds = gapMs === null ? (measureGatewayTimes(request).ttft ?? 0) : gapMs / 1000;
          (gapMs === null ? families.ttft : families.itl).observe(seconds, model);
          (gapMs === null ? families.lastTtft : families.lastItl).set(seconds, worker);
        },
        onFinish: recordEnd,
      };
    },
    printMetrics: (states: readonly EngineState[]) => {
      families.active.set(inFlight.count, model);
      families.inflight.set(inFlight.count, model);
      // Queued lasts from the handler's start to the first token, so it includes prefill.
      families.queued.set(inFlight.awaitingFirstToken, model);
      families.gone.set(disconnected);
      families.blocks.set(sumEngineStates(states).kvBlockCount, model);
      return registry.print();
    },
    resetCounters: () => {
      registry.reset();
      disconnected = 0;
    },
  };
}

function frontendFamilies(
  registry: Registry,
  { model, call }: { readonly model: Labels; readonly call: Labels },
) {
  const histogram = (name: string, help: string, edges: readonly number[], labels = model) =>
    registry.histogram(`dynamo_frontend_${name}`, help, edges, labels === model ? [model] : []);
  const gauge = (name: string, help: string, known: readonly Labels[] = [model]) =>
    registry.gauge(`dynamo_frontend_${name}`, help, known);
  const counter = (name: string, help: string, known: readonly Labels[] = []) =>
    registry.counter(`dynamo_frontend_${name}`, help, known);
  const ttft = histogram(
    "time_to_first_token_seconds",
    "Time to first token in seconds",
    logEdges(0.001, 480, 18),
  );
  const itl = histogram(
    "inter_token_latency_seconds",
    "Inter-token latency in seconds",
    logEdges(0.001, 2, 13),
  );
  const duration = histogram("request_duration_seconds", "Duration of LLM requests", logEdges(1, 512, 10));
  const input = histogram(
    "input_sequence_tokens",
    "Input sequence length in tokens",
    logEdges(50, 128_000, 12),
  );
  const cached = histogram("cached_tokens", "Number of cached tokens per request", logEdges(50, 128_000, 12));
  const output = histogram(
    "output_sequence_tokens",
    "Output sequence length in tokens",
    logEdges(50, 32_000, 10),
  );
  const tokenizer = histogram(
    "tokenizer_latency_ms",
    "Tokenizer latency in milliseconds",
    tokenizerEdgesMs,
    {},
  );
  const requests = counter("requests_total", "Total number of LLM requests processed");
  const started = counter("requests_started_total", "Total number of LLM requests started", [call]);
  const tokens = counter("output_tokens_total", "Total number of output tokens generated", [model]);
  const cancelled = counter("model_cancellation_total", "Total number of cancelled requests");
  const active = gauge("active_requests", "Number of requests that are being served");
  const inflight = gauge("inflight_requests", "Number of inflight requests (deprecated)");
  const queued = gauge("queued_requests", "Number of requests before their first token");
  const disconnectedClients = gauge("disconnected_clients", "Number of disconnected clients", [{}]);
  const blocks = gauge("model_total_kv_blocks", "Total KV blocks available for a worker serving the model");
  const perWorker = (name: string, help: string) => gauge(`worker_last_${name}_seconds`, help, []);
  const lastTtft = perWorker("time_to_first_token", "Last observed TTFT of the worker");
  const lastItl = perWorker("inter_token_latency", "Last observed ITL of the worker");
  return {
    ttft,
    itl,
    duration,
    input,
    cached,
    output,
    tokenizer,
    requests,
    started,
    tokens,
    cancelled,
    active,
    inflight,
    queued,
    gone: disconnectedClients,
    blocks,
    lastTtft,
    lastItl,
  };
}

function outcomeOf(request: EngineRequest): Labels {
  if (isAnswered(request)) return { status: "success", error_type: "" };
  return { status: "error", error_type: request.finishReason === "abort" ? "cancelled" : "validation" };
}

export const dynamoFrontend: Exposition = {
  id: "dynamo-frontend",
  title: "NVIDIA Dynamo frontend",
  scope: "deployment",
  port: 8000,
  path: "/metrics",
  create,
};
