/** TensorRT-LLM's trtllm-serve: request metrics are recorded when the request ends. */
import type { EngineRequest } from "@/demo/simulator/engine/request";
import type {
  EngineState,
  MetricsExporter,
  Exposition,
  ExporterFacts,
} from "@/demo/simulator/exposition/exposition";
import { Registry, type Labels } from "@/demo/simulator/exposition/registry";
import { isAnswered, measureRequestTimes } from "@/demo/simulator/exposition/request-times";

const ttftEdges = [
  0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 20, 40, 80, 160, 640,
  2560,
];
const tpotEdges = [
  0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 20, 40, 80,
];
const requestEdges = [
  0.3, 0.5, 0.8, 1, 1.5, 2, 2.5, 5, 10, 15, 20, 30, 40, 50, 60, 120, 240, 480, 960, 1920, 7680,
];
const prefillEdges = [
  0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 80, 160, 640, 2560,
];

function create(facts: ExporterFacts): MetricsExporter {
  const registry = new Registry({ model_name: facts.modelName, engine_type: "trtllm" });
  const recordEnd = requestSide(registry, facts.firstEngine.tokensPerKvBlock);
  const gauges = iterationSide(registry, facts);
  const paused = new Set<EngineRequest>();
  let latest = { seconds: 0, bytes: 0, hitRate: 0, queriedTokens: 0, cachedTokens: 0 };
  return {
    createHandlers: () => ({
      onToken: (request) => void paused.delete(request),
      onFinish: (request) => {
        paused.delete(request);
        recordEnd(request);
      },
      onPreempt: (request) => void paused.add(request),
      onStep: (step) => {
        const queriedTokens = latest.queriedTokens + step.prefixQueriedTokens;
        const cachedTokens = latest.cachedTokens + step.prefixHitTokens;
        const seconds = (step.endMs - step.startMs) / 1000;
        const hitRate = queriedTokens === 0 ? 0 : cachedTokens / queriedTokens;
        latest = { ...latest, seconds, queriedTokens, cachedTokens, hitRate };
      },
      onMachineSample: ({ gpuMemoryUsedBytes }) => {
        latest = { ...latest, bytes: gpuMemoryUsedBytes };
      },
    }),
    printMetrics: ([state]: readonly EngineState[]) => {
      if (state !== undefined) gauges(state, { ...latest, paused: paused.size });
      return registry.print();
    },
    resetCounters: () => registry.reset(),
  };
}

function requestSide(registry: Registry, blockTokens: number): (request: EngineRequest) => void {
  const histogram = (name: string, edges: readonly number[]) =>
    registry.histogram(
      `trtllm_${name}_seconds`,
      `Histogram of ${name.replaceAll("_", " ")} in seconds.`,
      edges,
    );
  const counter = (name: string, help: string, known?: readonly Labels[]) =>
    registry.counter(`trtllm_${name}_total`, help, known);
  const ttft = histogram("time_to_first_token", ttftEdges);
  const tpot = histogram("time_per_output_token", tpotEdges);
  const e2e = histogram("e2e_request_latency", requestEdges);
  const queue = histogram("request_queue_time", requestEdges);
  const prefill = histogram("request_prefill_time", prefillEdges);
  const decode = histogram("request_decode_time", requestEdges);
  const inference = histogram("request_inference_time", requestEdges);
  const prompt = counter("prompt_tokens", "Number of prompt tokens processed.");
  const output = counter("generation_tokens", "Number of generation tokens processed.");
  const cached = counter("prompt_cached_tokens", "Number of prompt tokens found in the KV cache.");
  const reused = counter("kv_cache_reused_blocks", "KV cache blocks that were reused.");
  const missed = counter("kv_cache_missed_blocks", "KV cache blocks that were not found.");
  const success = counter("request_success", "Count of successfully processed requests.", []);
  const errors = counter("request_error", "Count of failed requests by HTTP code.", []);
  const completed = counter("num_requests_completed", "Number of completed requests.");
  for (const kind of ["draft", "accepted"])
    counter(`spec_decode_num_${kind}_tokens`, `Number of ${kind} tokens of speculative decoding.`);
  const cancelled: Labels = { finished_reason: "cancelled" };
  const refused: Labels = { http_code: "400" };
  return (request) => {
    if (request.finishReason === "error") return errors.add(1, refused);
    completed.add(1);
    if (!isAnswered(request)) return success.add(1, cancelled);
    success.add(1, { finished_reason: request.finishReason ?? "stop" });
    const times = measureRequestTimes(request);
    ttft.observe(times.ttft ?? 0);
    if (times.tpot !== null) tpot.observe(times.tpot);
    e2e.observe(times.e2e);
    queue.observe(times.queue ?? 0);
    prefill.observe(times.prefill ?? 0);
    decode.observe(times.decode ?? 0);
    inference.observe(times.inference ?? 0);
    prompt.add(request.promptTokens);
    output.add(request.generatedTokens);
    cached.add(request.cachedTokens);
    const found = Math.floor(request.cachedTokens / blockTokens);
    reused.add(found);
    missed.add(Math.ceil(request.promptTokens / blockTokens) - found);
  };
}

interface Iteration {
  readonly seconds: number;
  readonly bytes: number;
  readonly hitRate: number;
  readonly paused: number;
}

function iterationSide(
  registry: Registry,
  { firstEngine }: ExporterFacts,
): (state: EngineState, latest: Iteration) => void {
  const gauge = (name: string, help: string) => registry.gauge(`trtllm_${name}`, help);
  const running = gauge("num_requests_running", "Number of requests that are scheduled.");
  const waiting = gauge("num_requests_waiting", "Number of requests that wait.");
  const paused = gauge("num_paused_requests", "Number of requests that were paused.");
  const usage = gauge("kv_cache_utilization", "KV cache utilization.");
  const hitRate = gauge("kv_cache_hit_rate", "KV cache hit rate.");
  const maxBlocks = gauge("kv_cache_max_blocks", "KV cache blocks.");
  const used = gauge("kv_cache_used_blocks", "KV cache blocks in use.");
  const perBlock = gauge("kv_cache_tokens_per_block", "Tokens of a KV cache block.");
  const latency = gauge("iteration_latency_seconds", "Latency of the latest iteration in seconds.");
  const memory = gauge("gpu_memory_usage_bytes", "GPU memory in use in bytes.");
  registry.gauge("trtllm_model_config_info", "Configuration of the model.", []).set(1, {
    model_type: "llama",
    dtype: firstEngine.model.precision,
    tensor_parallel_size: String(firstEngine.gpuCount),
  });
  return (state, latest) => {
    running.set(state.runningCount);
    waiting.set(state.waitingCount);
    paused.set(latest.paused);
    usage.set(state.kvUsageRatio);
    hitRate.set(latest.hitRate);
    maxBlocks.set(state.kvBlockCount);
    used.set(state.usedKvBlocks);
    perBlock.set(firstEngine.tokensPerKvBlock);
    latency.set(latest.seconds);
    memory.set(latest.bytes);
  };
}

export const trtllm: Exposition = {
  id: "trtllm",
  title: "TensorRT-LLM (trtllm-serve)",
  scope: "engine",
  port: 8000,
  // The path /metrics serves JSON instead.
  path: "/prometheus/metrics",
  create,
};
