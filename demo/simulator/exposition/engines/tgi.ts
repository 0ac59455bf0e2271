/** Hugging Face Text Generation Inference: no model label, no _total suffix, no time to first token. */
import type { CompletedStep } from "@/demo/simulator/engine/engine";
import { detokenizeSecondsPerToken } from "@/demo/simulator/cost";
import type { EngineRequest } from "@/demo/simulator/engine/request";
import type {
  EngineState,
  MetricsExporter,
  Exposition,
  ExporterFacts,
} from "@/demo/simulator/exposition/exposition";
import { Registry, type Labels } from "@/demo/simulator/exposition/registry";
import { isAnswered, measureRequestTimes } from "@/demo/simulator/exposition/request-times";

/** Returns 0.0001 · 1.5^i for i = 1 … 35, multiplied step by step as the router does. */
function durationEdges(): readonly number[] {
  const edges: number[] = [];
  let edge = 0.0001;
  for (let index = 0; index < 35; index += 1) {
    edge *= 1.5;
    edges.push(edge);
  }
  return edges;
}

const hundredths = (max: number): readonly number[] =>
  Array.from({ length: 100 }, (_, index) => (max / 100) * (index + 1));
const unitEdges = Array.from({ length: 1024 }, (_, index) => index + 1);
/** Fraction of the context that a prompt may use, the launcher's default. */
const inputShare = 0.75;
const prefill: Labels = { method: "prefill" };
const decode: Labels = { method: "decode" };

function create({ firstEngine }: ExporterFacts): MetricsExporter {
  const registry = new Registry({}, { numberFormat: "plain" });
  const steps = batchSide(registry);
  const requests = requestSide(registry, firstEngine.model.maxContextTokens);
  const gauge = (name: string, help: string) => registry.gauge(`tgi_${name}`, help);
  const queued = gauge("queue_size", "Current number of requests in the internal queue");
  const size = gauge("batch_current_size", "Current batch size");
  const reserved = gauge("batch_current_max_tokens", "Maximum tokens for the current batch");
  const budget = gauge("batch_max_total_tokens", "Maximum total tokens for a batch");
  return {
    createHandlers: () => ({
      onArrival: requests.recordArrival,
      onFinish: requests.recordEnd,
      onStep: steps,
    }),
    printMetrics: ([state]: readonly EngineState[]) => {
      queued.set(state?.waitingCount ?? 0);
      size.set(state?.runningCount ?? 0);
      reserved.set((state?.usedKvBlocks ?? 0) * firstEngine.tokensPerKvBlock);
      budget.set((state?.kvBlockCount ?? 0) * firstEngine.tokensPerKvBlock);
      return registry.print();
    },
    resetCounters: () => registry.reset(),
  };
}

/**
 * Registers batch metrics. Prefill and decode share simulated steps, so each method gets the full duration of the
 * step.
 */
function batchSide(registry: Registry): (step: CompletedStep) => void {
  const duration = (name: string, help: string) =>
    registry.histogram(`tgi_batch_${name}_duration`, help, durationEdges(), []);
  const inference = duration("inference", "Batch inference duration");
  const forward = duration("forward", "Batch forward duration per method");
  const detokenized = duration("decode", "Batch decode duration per method");
  const batches = registry.counter("tgi_batch_inference_count", "Inference calls per method", []);
  const next = registry.histogram("tgi_batch_next_size", "Batch size of the next batch", unitEdges);
  return (step) => {
    const record = (method: Labels, sequences: number): void => {
      if (sequences === 0) return;
      batches.add(1, method);
      inference.observe((step.endMs - step.startMs) / 1000, method);
      forward.observe(step.cost.gpuSeconds, method);
      detokenized.observe(sequences * detokenizeSecondsPerToken, method);
    };
    const prefilling = step.sequenceCount - step.decodeTokens;
    if (prefilling > 0) next.observe(prefilling);
    record(prefill, prefilling);
    record(decode, step.decodeTokens);
  };
}

function requestSide(registry: Registry, contextTokens: number) {
  const duration = (name: string, help: string) =>
    registry.histogram(`tgi_request_${name}duration`, help, durationEdges());
  const total = duration("", "Total time spent processing the request in seconds");
  const queue = duration("queue_", "Time spent in the queue in seconds");
  const inference = duration("inference_", "Request inference duration in seconds");
  const validation = duration("validation_", "Request validation duration in seconds");
  const perToken = duration("mean_time_per_token_", "Mean time per token per request in seconds");
  const generated = registry.histogram(
    "tgi_request_generated_tokens",
    "Generated tokens",
    hundredths(contextTokens),
  );
  const longest = registry.histogram(
    "tgi_request_max_new_tokens",
    "Maximum new tokens",
    hundredths(contextTokens),
  );
  const input = registry.histogram(
    "tgi_request_input_length",
    "Input token length per request",
    hundredths(contextTokens * inputShare),
  );
  const count = registry.counter("tgi_request_count", "Total number of requests");
  const success = registry.counter("tgi_request_success", "Number of successful requests");
  const failure = registry.counter("tgi_request_failure", "Number of failed requests", []);
  const dropped: Labels = { err: "dropped" };
  const invalid: Labels = { err: "validation" };
  return {
    recordArrival: (): void => count.add(1),
    recordEnd: (request: EngineRequest): void => {
      if (!isAnswered(request)) return failure.add(1, request.finishReason === "abort" ? dropped : invalid);
      const times = measureRequestTimes(request);
      const inferred = times.inference ?? 0;
      success.add(1);
      total.observe(times.e2e);
      queue.observe(times.queue ?? 0);
      validation.observe(times.tokenization);
      inference.observe(inferred);
      // Includes prefill, so it is not a time per output token.
      perToken.observe(inferred / request.generatedTokens);
      generated.observe(request.generatedTokens);
      longest.observe(request.plannedOutputTokens);
      input.observe(request.promptTokens);
    },
  };
}

export const tgi: Exposition = {
  id: "tgi",
  title: "Hugging Face TGI",
  scope: "engine",
  port: 8080,
  path: "/metrics",
  create,
};
