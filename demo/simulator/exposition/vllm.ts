/** vLLM's metrics by its own names, types, labels and bucket edges, fed by what an engine tells. */
import type { DoneStep, EngineListener } from "../engine/engine";
import type { FinishReason, Request } from "../engine/request";
import { Registry, type Labels } from "./registry";

const ttftEdges = [
  0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 20, 40, 80, 160, 640,
  2560,
];
const tokenGapEdges = [
  0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 20, 40, 80,
];
const requestEdges = [
  0.3, 0.5, 0.8, 1, 1.5, 2, 2.5, 5, 10, 15, 20, 30, 40, 50, 60, 120, 240, 480, 960, 1920, 7680,
];
const stepTokenEdges = [1, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384];
const lengthEdges = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000];

export const vllmEdges = { ttftEdges, tokenGapEdges, requestEdges, stepTokenEdges, lengthEdges } as const;

export const finishReasons: readonly FinishReason[] = ["stop", "length", "abort", "error", "repetition"];

export interface VllmTarget {
  readonly listener: EngineListener;
  readonly print: () => string;
  /** Counts from nothing again; gauges come back with the next update. */
  readonly restart: () => void;
  readonly gauges: (now: { running: number; waiting: number; kvUsageRatio: number }) => void;
  readonly answeredHttp: (handler: string, statusClass: "2xx" | "4xx" | "5xx") => void;
}

interface EngineConfig {
  readonly modelName: string;
  readonly blocks: number;
  readonly gpuMemoryRatio: number;
}

/** The metrics of one vLLM process. */
export function vllmTarget({ modelName, blocks, gpuMemoryRatio }: EngineConfig): VllmTarget {
  const registry = new Registry({ engine: "0", model_name: modelName });
  const latency = requestHistograms(registry);
  const running = registry.gauge(
    "vllm:num_requests_running",
    "Number of requests in model execution batches.",
  );
  const waiting = registry.gauge("vllm:num_requests_waiting", "Number of requests waiting to be processed.");
  const byReason = registry.gauge(
    "vllm:num_requests_waiting_by_reason",
    "Number of waiting requests by reason.",
    [{ reason: "capacity" }, { reason: "deferred" }],
  );
  const kv = registry.gauge("vllm:kv_cache_usage_perc", "KV-cache usage. 1 means 100 percent usage.");
  const preemptions = registry.counter("vllm:num_preemptions_total", "Cumulative number of preemptions.");
  const promptTokens = registry.counter("vllm:prompt_tokens_total", "Number of prefill tokens processed.");
  const outputTokens = registry.counter(
    "vllm:generation_tokens_total",
    "Number of generation tokens processed.",
  );
  const success = registry.counter(
    "vllm:request_success_total",
    "Count of finished requests.",
    finishReasons.map((reason): Labels => ({ finished_reason: reason })),
  );
  const queries = registry.counter("vllm:prefix_cache_queries_total", "Prefix cache queries, in tokens.");
  const hits = registry.counter("vllm:prefix_cache_hits_total", "Prefix cache hits, in tokens.");
  const stepTokens = registry.histogram(
    "vllm:iteration_tokens_total",
    "Tokens per engine step.",
    stepTokenEdges,
  );
  const config = cacheConfig(blocks, gpuMemoryRatio);
  const http = new Registry({});
  const httpRequests = http.counter(
    "http_requests_total",
    "Total number of requests by method, status and handler.",
    [],
  );

  return {
    listener: {
      onToken: (request, atMs, gapMs) => {
        outputTokens.add(1);
        if (gapMs !== null) {
          latency.itl.observe(gapMs / 1000);
          return;
        }
        // Counted when the prefill is done, cached tokens included.
        promptTokens.add(request.promptTokens);
        latency.ttft.observe((atMs - request.arrivalMs) / 1000);
      },
      onFinish: (request) => {
        success.add(1, { finished_reason: request.finishReason ?? "error" });
        latency.observeFinished(request);
      },
      onPreempt: () => preemptions.add(1),
      onStep: (step: DoneStep) => {
        stepTokens.observe(step.prefillTokens + step.decodeTokens);
        queries.add(step.lookedUpTokens);
        hits.add(step.cachedTokens);
      },
    },
    answeredHttp: (handler, status) => httpRequests.add(1, { handler, method: "POST", status }),
    gauges: (now) => {
      running.set(now.running);
      waiting.set(now.waiting);
      byReason.set(now.waiting, { reason: "capacity" });
      byReason.set(0, { reason: "deferred" });
      kv.set(now.kvUsageRatio);
    },
    restart: () => {
      registry.reset();
      http.reset();
    },
    print: () => registry.print() + config.print() + http.print(),
  };
}

/** The cache's configuration as labels of a gauge that is always 1; it has no model label. */
function cacheConfig(blocks: number, gpuMemoryRatio: number): Registry {
  const config = new Registry({});
  config.gauge("vllm:cache_config_info", "Information of the LLMEngine CacheConfig").set(1, {
    block_size: "16",
    cache_dtype: "auto",
    engine: "0",
    gpu_memory_utilization: String(gpuMemoryRatio),
    num_gpu_blocks: String(blocks),
  });
  return config;
}

function requestHistograms(registry: Registry) {
  const seconds = (name: string, help: string, edges: readonly number[] = requestEdges) =>
    registry.histogram(`vllm:${name}`, help, edges);
  const ttft = seconds(
    "time_to_first_token_seconds",
    "Histogram of time to first token in seconds.",
    ttftEdges,
  );
  const itl = seconds(
    "inter_token_latency_seconds",
    "Histogram of inter-token latency in seconds.",
    tokenGapEdges,
  );
  const tpot = seconds(
    "request_time_per_output_token_seconds",
    "Histogram of time_per_output_token_seconds per request.",
    tokenGapEdges,
  );
  const e2e = seconds("e2e_request_latency_seconds", "Histogram of e2e request latency in seconds.");
  const queue = seconds(
    "request_queue_time_seconds",
    "Histogram of time spent in WAITING phase for request.",
  );
  const prefill = seconds(
    "request_prefill_time_seconds",
    "Histogram of time spent in PREFILL phase for request.",
  );
  const decode = seconds(
    "request_decode_time_seconds",
    "Histogram of time spent in DECODE phase for request.",
  );
  const inference = seconds(
    "request_inference_time_seconds",
    "Histogram of time spent in RUNNING phase for request.",
  );
  const promptLength = registry.histogram(
    "vllm:request_prompt_tokens",
    "Number of prefill tokens processed.",
    lengthEdges,
  );
  const outputLength = registry.histogram(
    "vllm:request_generation_tokens",
    "Number of generation tokens processed.",
    lengthEdges,
  );
  return {
    ttft,
    itl,
    /** As the engine does: intervals of events that never happened are zero. */
    observeFinished: (request: Request): void => {
      const { scheduledMs, firstTokenMs, lastTokenMs, finishedMs, queuedMs, arrivalMs } = request;
      const end = finishedMs ?? arrivalMs;
      e2e.observe((end - arrivalMs) / 1000);
      queue.observe(((scheduledMs ?? end) - queuedMs) / 1000);
      prefill.observe(
        scheduledMs === null || firstTokenMs === null ? 0 : (firstTokenMs - scheduledMs) / 1000,
      );
      const decodeSeconds =
        firstTokenMs === null || lastTokenMs === null ? 0 : (lastTokenMs - firstTokenMs) / 1000;
      decode.observe(decodeSeconds);
      inference.observe(
        scheduledMs === null || lastTokenMs === null ? 0 : (lastTokenMs - scheduledMs) / 1000,
      );
      tpot.observe(request.generatedTokens > 1 ? decodeSeconds / (request.generatedTokens - 1) : 0);
      promptLength.observe(request.promptTokens);
      outputLength.observe(request.generatedTokens);
    },
  };
}
