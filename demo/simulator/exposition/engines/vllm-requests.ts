/** vLLM's request histograms: bucket edges, and the values that a finished request adds. */
import type { EngineRequest } from "@/demo/simulator/engine/request";
import { measureRequestTimes } from "@/demo/simulator/exposition/request-times";
import type { Histogram, Labels, Registry } from "@/demo/simulator/exposition/registry";

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
const choiceEdges = [1, 2, 5, 10, 20];
const preemptionEdges = [1, 2, 3, 4, 5, 10, 20];

/** Bucket edges without +Inf: durations in seconds; steps and lengths in tokens; choices and preemptions as numbers. */
export const vllmBucketEdges = {
  ttftEdges,
  tokenGapEdges,
  requestEdges,
  stepTokenEdges,
  lengthEdges,
  choiceEdges,
  preemptionEdges,
} as const;

/** Histograms to observe single tokens with, and a function that records a finished request. */
export interface VllmRequestMetrics {
  readonly ttft: Histogram;
  readonly itl: Histogram;
  readonly recordFinish: (request: EngineRequest, labels: Labels) => void;
}

/**
 * Registers the histograms. `usesOldNames` selects names of releases up to 0.9, which called the gap between tokens
 * time per output token. Series in `initialLabels` exist from the start.
 */
export function createVllmRequestMetrics(
  registry: Registry,
  initialLabels: readonly Labels[],
  usesOldNames: boolean,
): VllmRequestMetrics {
  const seconds = (name: string, help: string, edges: readonly number[] = requestEdges): Histogram =>
    registry.histogram(`vllm:${name}`, help, edges, initialLabels);
  const phase = (name: string): Histogram =>
    seconds(`request_${name}_time_seconds`, `Histogram of time spent in ${name} phase for request.`);
  const ttft = seconds(
    "time_to_first_token_seconds",
    "Histogram of time to first token in seconds.",
    ttftEdges,
  );
  const itl = usesOldNames
    ? seconds(
        "time_per_output_token_seconds",
        "Histogram of time per output token in seconds.",
        tokenGapEdges,
      )
    : seconds("inter_token_latency_seconds", "Histogram of inter-token latency in seconds.", tokenGapEdges);
  const tpot = usesOldNames
    ? null
    : seconds(
        "request_time_per_output_token_seconds",
        "Histogram of time_per_output_token_seconds per request.",
        tokenGapEdges,
      );
  const e2e = seconds("e2e_request_latency_seconds", "Histogram of e2e request latency in seconds.");
  const [queue, prefill, decode, inference] = [
    phase("queue"),
    phase("prefill"),
    phase("decode"),
    phase("inference"),
  ];
  const lengths = lengthHistograms(registry, initialLabels, usesOldNames);
  return {
    ttft,
    itl,
    /**
     * Like vLLM, records no phases and lengths for a request that was rejected or whose client disconnected before
     * the first token. A missing gap counts as zero.
     */
    recordFinish: (request, labels) => {
      const times = measureRequestTimes(request);
      const waited = ((request.finishedMs ?? request.queuedMs) - request.queuedMs) / 1000;
      e2e.observe(times.e2e, labels);
      queue.observe(times.queue ?? waited, labels);
      if (times.prefill === null) return;
      prefill.observe(times.prefill, labels);
      decode.observe(times.decode ?? 0, labels);
      inference.observe(times.inference ?? 0, labels);
      tpot?.observe(times.tpot ?? 0, labels);
      lengths(request, labels);
    },
  };
}

/** Registers the histograms of lengths and parameters and returns a function that records a finished request. */
function lengthHistograms(
  registry: Registry,
  known: readonly Labels[],
  isOld: boolean,
): (request: EngineRequest, labels: Labels) => void {
  const tokens = (name: string, help: string): Histogram =>
    registry.histogram(`vllm:${name}`, help, lengthEdges, known);
  const prompt = tokens("request_prompt_tokens", "Number of prefill tokens processed.");
  const output = tokens("request_generation_tokens", "Number of generation tokens processed.");
  const longest = tokens(
    "request_max_num_generation_tokens",
    "Maximum number of requested generation tokens.",
  );
  const wanted = tokens("request_params_max_tokens", "Histogram of the max_tokens request parameter.");
  const choices = registry.histogram(
    "vllm:request_params_n",
    "Histogram of the n request parameter.",
    choiceEdges,
    known,
  );
  const preempted = isOld
    ? null
    : registry.histogram(
        "vllm:request_num_preemptions",
        "Histogram of preemptions per request.",
        preemptionEdges,
        known,
      );
  const computed = isOld
    ? null
    : tokens(
        "request_prefill_kv_computed_tokens",
        "New KV tokens computed during prefill (excluding cached).",
      );
  return (request, labels) => {
    prompt.observe(request.promptTokens, labels);
    output.observe(request.generatedTokens, labels);
    longest.observe(request.plannedOutputTokens, labels);
    wanted.observe(request.plannedOutputTokens, labels);
    choices.observe(1, labels);
    preempted?.observe(request.preemptionCount, labels);
    computed?.observe(request.promptTokens - request.cachedTokens, labels);
  };
}
