/** SGLang's scheduler: gauges per rank, and counters that change only when it writes a log line. */
import type { CompletedStep } from "@/demo/simulator/engine/engine";
import type { EngineRequest } from "@/demo/simulator/engine/request";
import type { EngineState, ExporterFacts, MachineSample } from "@/demo/simulator/exposition/exposition";
import { Registry, type Labels } from "@/demo/simulator/exposition/registry";
import { measureRequestTimes } from "@/demo/simulator/exposition/request-times";
import { sglangBucketEdges } from "./sglang-edges";

/** Decode steps between two log lines. */
const logEverySteps = 40;
const gibibyte = 1024 ** 3;
const stages = ["prefill_waiting", "chunked_prefill", "prefill_forward", "decode_forward"] as const;
const modes = ["prefill_compute", "prefill_cache", "decode"] as const;

/**
 * Registers the scheduler's metrics and returns functions that update them. `rankCount` is the number of
 * tensor-parallel ranks that report; all report the same values.
 */
export function createSglangScheduler({ firstEngine }: ExporterFacts, baseLabels: Labels, rankCount: number) {
  const registry = new Registry(
    Array.from({ length: rankCount }, (_, rank) => ({
      ...baseLabels,
      tp_rank: String(rank),
      pp_rank: "0",
      moe_ep_rank: "0",
    })),
  );
  const gauge = (name: string, help: string) => registry.gauge(`sglang:${name}`, help);
  const queue = registry.histogram(
    "sglang:queue_time_seconds",
    "Histogram of queueing time in seconds.",
    sglangBucketEdges.queue_time_seconds,
  );
  const stageLabels = stages.map((stage): Labels => ({ stage }));
  const perStage = registry.histogram(
    "sglang:per_stage_req_latency_seconds",
    "The latency of each stage of requests.",
    sglangBucketEdges.per_stage_req_latency_seconds,
    stageLabels,
  );
  const inStage = (stage: (typeof stages)[number], seconds: number | null): void => {
    if (seconds !== null) perStage.observe(seconds, stageLabels[stages.indexOf(stage)]);
  };
  const modeLabels = modes.map((mode): Labels => ({ mode }));
  const realtime = registry.counter("sglang:realtime_tokens_total", "Total tokens by mode.", modeLabels);
  const retractions = registry.counter(
    "sglang:num_retracted_requests_total",
    "Total number of retracted requests.",
  );
  const retractedNow = gauge("num_retracted_reqs", "The number of retracted requests.");
  const throughput = gauge("gen_throughput", "The generation throughput (token/s).");
  const hitRate = gauge("cache_hit_rate", "The prefix cache hit rate.");
  const occupancy = gauge("fwd_occupancy", "Share of time in the forward pass in percent.");
  occupancy.set(Number.NaN);
  const setStateGauges = stateGauges(gauge, firstEngine);
  const retractedRequests = new Set<EngineRequest>();
  let pendingLog = { compute: 0, cache: 0, decode: 0, steps: 0, sinceMs: 0 };

  const log = (atMs: number): void => {
    for (const [index, tokens] of [pendingLog.compute, pendingLog.cache, pendingLog.decode].entries())
      realtime.add(tokens, modeLabels[index]);
    const seconds = (atMs - pendingLog.sinceMs) / 1000;
    if (pendingLog.sinceMs > 0 && seconds > 0) throughput.set(pendingLog.decode / seconds);
    pendingLog = { compute: 0, cache: 0, decode: 0, steps: 0, sinceMs: atMs };
  };
  return {
    registry,
    recordFirstToken: (request: EngineRequest): void =>
      queue.observe(measureRequestTimes(request).queue ?? 0),
    recordToken: (request: EngineRequest): void => void retractedRequests.delete(request),
    recordEnd: (request: EngineRequest): void => {
      retractedRequests.delete(request);
      const { queue: waited, decode } = measureRequestTimes(request);
      inStage("prefill_waiting", waited);
      for (const [index, { startMs, endMs }] of request.prefillChunks.entries()) {
        const isLast = index === request.prefillChunks.length - 1;
        inStage(isLast ? "prefill_forward" : "chunked_prefill", (endMs - startMs) / 1000);
      }
      inStage("decode_forward", decode);
    },
    retracted: (request: EngineRequest): void => {
      retractedRequests.add(request);
      retractions.add(1);
    },
    recordStep: (step: CompletedStep): void => {
      pendingLog.compute += step.prefillTokens;
      pendingLog.cache += step.prefixHitTokens;
      pendingLog.decode += step.decodeTokens;
      pendingLog.steps += 1;
      if (step.prefixQueriedTokens > 0) hitRate.set(step.prefixHitTokens / step.prefixQueriedTokens);
      if (pendingLog.steps >= logEverySteps) log(step.endMs);
    },
    recordMachine: ({ gpuBusyRatio }: MachineSample): void => occupancy.set(gpuBusyRatio * 100),
    gauges: (state: EngineState): void => {
      retractedNow.set(retractedRequests.size);
      setStateGauges(state);
    },
  };
}

function stateGauges(
  gauge: (name: string, help: string) => { readonly set: (value: number) => void },
  engine: ExporterFacts["firstEngine"],
): (state: EngineState) => void {
  const running = gauge("num_running_reqs", "The number of running requests.");
  const queued = gauge("num_queue_reqs", "The number of requests in the waiting queue.");
  const grammar = gauge("num_grammar_queue_reqs", "The number of requests in the grammar waiting queue.");
  const usage = gauge("token_usage", "The token usage.");
  const fullUsage = gauge("full_token_usage", "The token usage of the full-attention pool.");
  const used = gauge("num_used_tokens", "The number of used tokens.");
  const kvUsed = gauge("kv_used_tokens", "The number of used tokens of the full-attention pool.");
  const available = gauge("kv_available_tokens", "The number of free tokens of the pool.");
  const evictable = gauge("kv_evictable_tokens", "The number of cached tokens that can be evicted.");
  const maxTokens = gauge("max_total_num_tokens", "Maximum total number of tokens in the KV cache pool.");
  const utilization = gauge("utilization", "The utilization.");
  const pageSize = gauge("page_size", "Tokens of a page.");
  const pages = gauge("num_pages", "Pages of the pool.");
  const weights = gauge("weight_memory_usage_gb", "Memory of the weights in GB.");
  const cache = gauge("kv_cache_memory_usage_gb", "Memory of the KV cache in GB.");
  const free = gauge("startup_available_gpu_memory_gb", "GPU memory that was free at start in GB.");
  const { model, tokensPerKvBlock, gpu, gpuCount } = engine;
  return (state) => {
    const tokens = state.usedKvBlocks * tokensPerKvBlock;
    const totalTokens = state.kvBlockCount * tokensPerKvBlock;
    running.set(state.runningCount);
    queued.set(state.waitingCount);
    grammar.set(0);
    usage.set(state.kvUsageRatio);
    fullUsage.set(state.kvUsageRatio);
    used.set(tokens);
    kvUsed.set(tokens);
    available.set(totalTokens - tokens);
    evictable.set(0);
    maxTokens.set(totalTokens);
    utilization.set(state.runningCount / engine.maxSequences);
    pageSize.set(tokensPerKvBlock);
    pages.set(state.kvBlockCount);
    weights.set((model.streamedParameters * model.bytesPerParameter) / gpuCount / gibibyte);
    cache.set((totalTokens * model.kvBytesPerToken) / gpuCount / gibibyte);
    free.set((gpu.memoryBytes * 0.97) / gibibyte);
  };
}
