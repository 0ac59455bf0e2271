/**
 * Triton Inference Server: running sums in microseconds, plus the TensorRT-LLM backend's gauges when that backend is
 * used.
 */
import type { EngineRequest } from "@/demo/simulator/engine/request";
import type {
  EngineState,
  MetricsExporter,
  Exposition,
  ExporterFacts,
} from "@/demo/simulator/exposition/exposition";
import { Registry, type Labels } from "@/demo/simulator/exposition/registry";
import { isAnswered, measureRequestTimes } from "@/demo/simulator/exposition/request-times";
import { createTritonMachineMetrics } from "./triton-machine";

const firstResponseEdgesMs = [100, 500, 2000, 5000];
const quantiles = [0.5, 0.9, 0.95, 0.99, 0.999];
const reasons = ["BACKEND", "CANCELED", "OTHER", "REJECTED"] as const;
const microseconds = (seconds: number | null): number => Math.round((seconds ?? 0) * 1e6);

interface TritonVariant {
  readonly hasTensorRtLlm: boolean;
  /** True if Triton runs with `--metrics-config histogram_latencies=true`, which adds times to the first response. */
  readonly hasHistograms: boolean;
  /** True if Triton runs with `--metrics-config summary_latencies=true`. */
  readonly hasSummaries: boolean;
}

function create(facts: ExporterFacts, variant: TritonVariant): MetricsExporter {
  const model: Labels = { model: facts.modelName, version: "1" };
  const registry = new Registry(model, { numberFormat: "plain" });
  const requests = requestSide(registry, variant);
  const pending = registry.gauge(
    "nv_inference_pending_request_count",
    "Instantaneous number of pending requests awaiting execution per-model.",
  );
  const gauges = variant.hasTensorRtLlm ? tensorRtLlm(registry, facts) : null;
  const machine = createTritonMachineMetrics(facts);
  return {
    createHandlers: () => ({
      onToken: (request, _atMs, gapMs) => {
        if (gapMs === null) requests.first(request);
      },
      onFinish: requests.recordEnd,
      onStep: ({ prefillTokens }) => {
        if (prefillTokens > 0) requests.recordExecution();
      },
      onMachineSample: machine.recordMachine,
    }),
    printMetrics: ([state]: readonly EngineState[]) => {
      pending.set(state?.waitingCount ?? 0);
      if (state !== undefined) gauges?.(state, machine.memoryBytes());
      return registry.print() + machine.registry.print();
    },
    resetCounters: () => {
      registry.reset();
      machine.registry.reset();
    },
  };
}

function requestSide(registry: Registry, { hasHistograms, hasSummaries }: TritonVariant) {
  const counter = (name: string, help: string, known?: readonly Labels[]) =>
    registry.counter(`nv_inference_${name}`, help, known);
  const failures = new Map(reasons.map((reason): [string, Labels] => [reason, { reason }]));
  const success = counter("request_success", "Number of successful inference requests, all batch sizes");
  const failure = counter("request_failure", "Number of failed inference requests, all batch sizes", [
    ...failures.values(),
  ]);
  const count = counter("count", "Number of inferences performed (does not include cached requests)");
  const executions = counter(
    "exec_count",
    "Number of model executions performed (does not include cached requests)",
  );
  const duration = counter(
    "request_duration_us",
    "Cumulative inference request duration in microseconds (includes cached requests)",
  );
  const queue = counter(
    "queue_duration_us",
    "Cumulative inference queuing duration in microseconds (includes cached requests)",
  );
  const infer = counter(
    "compute_infer_duration_us",
    "Cumulative compute inference duration in microseconds (does not include cached requests)",
  );
  const firstResponse = hasHistograms
    ? registry.histogram(
        "nv_inference_first_response_histogram_ms",
        "Duration from request to first response in milliseconds",
        firstResponseEdgesMs,
      )
    : null;
  const summary = (name: string, help: string) =>
    hasSummaries ? registry.summary(`nv_inference_${name}_summary_us`, help, quantiles) : null;
  const durations = summary("request", "Summary of inference request duration in microseconds");
  const queues = summary("queue", "Summary of inference queuing duration in microseconds");
  return {
    first: (request: EngineRequest): void =>
      firstResponse?.observe((measureRequestTimes(request).ttft ?? 0) * 1000),
    recordExecution: (): void => executions.add(1),
    recordEnd: (request: EngineRequest): void => {
      if (!isAnswered(request)) {
        return failure.add(1, failures.get(request.finishReason === "abort" ? "CANCELED" : "BACKEND"));
      }
      const times = measureRequestTimes(request);
      success.add(1);
      count.add(1);
      duration.add(microseconds(times.e2e));
      queue.add(microseconds(times.queue));
      infer.add(microseconds(times.inference));
      durations?.observe(microseconds(times.e2e));
      queues?.observe(microseconds(times.queue));
    },
  };
}

function tensorRtLlm(
  registry: Registry,
  { firstEngine }: ExporterFacts,
): (state: EngineState, memoryBytes: number) => void {
  const family = (name: string, help: string, label: string) => {
    const gauge = registry.gauge(`nv_trt_llm_${name}_metrics`, help, []);
    return (values: Readonly<Record<string, number>>): void => {
      for (const [kind, value] of Object.entries(values)) gauge.set(value, { [label]: kind });
    };
  };
  const requests = family("request", "TRT LLM request metrics", "request_type");
  const memory = family("runtime_memory", "TRT LLM runtime memory metrics", "memory_type");
  const blocks = family("kv_cache_block", "TRT LLM KV cache block metrics", "kv_cache_block_type");
  const batcher = family(
    "inflight_batcher",
    "TRT LLM inflight_batcher-specific metrics",
    "inflight_batcher_specific_metric",
  );
  return (state, memoryBytes) => {
    const { runningCount, waitingCount, prefillingCount } = state;
    requests({
      waiting: waitingCount,
      context: prefillingCount,
      scheduled: runningCount,
      max: firstEngine.maxSequences,
      active: runningCount + waitingCount,
    });
    memory({ gpu: memoryBytes, pinned: 256 * 1024 ** 2, cpu: 512 * 1024 ** 2 });
    blocks({
      fraction: state.kvUsageRatio,
      used: state.usedKvBlocks,
      free: state.kvBlockCount - state.usedKvBlocks,
      max: state.kvBlockCount,
      tokens_per: firstEngine.tokensPerKvBlock,
    });
    batcher({
      micro_batch_id: 0,
      generation_requests: runningCount - prefillingCount,
      total_context_tokens: 0,
    });
  };
}

const common = { scope: "engine", port: 8002, path: "/metrics" } as const;

export const tritonTrtllm: Exposition = {
  ...common,
  id: "triton-trtllm",
  title: "Triton with TensorRT-LLM",
  create: (facts) => create(facts, { hasTensorRtLlm: true, hasHistograms: true, hasSummaries: false }),
};

export const triton: Exposition = {
  ...common,
  id: "triton",
  title: "Triton with another backend",
  create: (facts) => create(facts, { hasTensorRtLlm: false, hasHistograms: false, hasSummaries: true }),
};
