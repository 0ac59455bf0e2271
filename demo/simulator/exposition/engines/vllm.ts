/** vLLM's metrics with its names, types, labels and bucket edges. Gateways and Ray add their variants. */
import type { CompletedStep } from "@/demo/simulator/engine/engine";
import type { FinishReason } from "@/demo/simulator/engine/request";
import type {
  EngineState,
  MetricsExporter,
  Exposition,
  ExporterFacts,
  ExporterEventHandlers,
} from "@/demo/simulator/exposition/exposition";
import { Registry, type Labels } from "@/demo/simulator/exposition/registry";
import { createVllmAdapters } from "./vllm-adapters";
import { createVllmGauges } from "./vllm-gauges";
import { createVllmHttpMetrics } from "./vllm-http";
import { vllmBucketEdges, createVllmRequestMetrics } from "./vllm-requests";
import { createVllmWorkMetrics } from "./vllm-work";

export const finishReasons: readonly FinishReason[] = ["stop", "length", "abort", "error", "repetition"];

export type VllmRelease = "current" | "0.9" | "V0";

/** Differences of a vLLM process from the current release started with default flags. */
export interface VllmVariant {
  /** Release of vLLM. Release 0.9 uses older names. The V0 engine before it had swapping and no engine label. */
  readonly release?: VllmRelease;
  /** Converts vLLM's metric name to the exposed name. Absent if the names are equal. */
  readonly renameMetric?: (name: string) => string;
  /** True if every counter X_total is exposed a second time as a gauge X, as Ray does. */
  readonly alsoExposesCountersAsGauges?: boolean;
  /** Labels that a host process adds to all series. Absent if it adds none. */
  readonly addedLabels?: (facts: ExporterFacts) => Labels;
  /** True if the process serves one LoRA adapter per consumer. */
  readonly hasAdapters?: boolean;
  /** True if the process uses vLLM's HTTP server, which counts requests by status. */
  readonly hasHttpMetrics?: boolean;
  /** True if the process runs with `--enable-mfu-metrics`. Without the flag the families exist and remain zero. */
  readonly hasWorkMetrics?: boolean;
}

/** Creates the metrics of one vLLM process: one engine, or several with data parallelism. */
export function createVllmExporter(facts: ExporterFacts, variant: VllmVariant = {}): MetricsExporter {
  const { release = "current", hasHttpMetrics = true } = variant;
  const usesOldNames = release !== "current";
  const addedLabels = variant.addedLabels?.(facts) ?? {};
  const registryOptions = {
    ...(variant.renameMetric === undefined ? {} : { renameMetric: variant.renameMetric }),
    alsoExposesCountersAsGauges: variant.alsoExposesCountersAsGauges === true,
  };
  const registry = new Registry({}, registryOptions);
  const engineLabels = facts.engines.map((_, engineIndex): Labels => ({
    ...(release === "V0" ? {} : { engine: String(engineIndex) }),
    model_name: facts.modelName,
    ...addedLabels,
  }));
  const counter = (name: string, help: string) => registry.counter(`vllm:${name}`, help, engineLabels);
  const requests = createVllmRequestMetrics(registry, engineLabels, usesOldNames);
  const gauges = createVllmGauges(registry, { facts, engineLabels, release, addedLabels });
  const work = createVllmWorkMetrics(registry, {
    facts,
    engineLabels,
    usesOldNames,
    hasMfuMetrics: variant.hasWorkMetrics === true,
  });
  const preemptions = counter("num_preemptions_total", "Cumulative number of preemptions.");
  const promptTokens = counter("prompt_tokens_total", "Number of prefill tokens processed.");
  const outputTokens = counter("generation_tokens_total", "Number of generation tokens processed.");
  const stepTokens = registry.histogram(
    "vllm:iteration_tokens_total",
    "Histogram of number of tokens per engine_step.",
    vllmBucketEdges.stepTokenEdges,
    engineLabels,
  );
  const byReason = engineLabels.map(
    (labels) => new Map(finishReasons.map((reason) => [reason, { ...labels, finished_reason: reason }])),
  );
  const success = registry.counter(
    "vllm:request_success_total",
    "Count of successfully processed requests.",
    byReason.flatMap((reasons) => [...reasons.values()]),
  );
  const http = hasHttpMetrics ? createVllmHttpMetrics() : null;
  const adapters = variant.hasAdapters === true ? createVllmAdapters() : null;

  const createHandlers = (engineIndex: number): ExporterEventHandlers => {
    const labels = engineLabels[engineIndex] ?? {};
    return {
      onArrival: (request) => adapters?.recordArrival(request),
      onToken: (request, atMs, gapMs) => {
        outputTokens.add(1, labels);
        if (gapMs !== null) return requests.itl.observe(gapMs / 1000, labels);
        // vLLM counts prompt tokens when prefill ends, including cached tokens.
        promptTokens.add(request.promptTokens, labels);
        adapters?.recordToken(request);
        work.recordPrefill(request, labels);
        requests.ttft.observe((atMs - request.arrivalMs) / 1000, labels);
      },
      onFinish: (request) => {
        const reason = request.finishReason ?? "error";
        success.add(1, byReason[engineIndex]?.get(reason));
        requests.recordFinish(request, labels);
        http?.recordEnd(request);
        adapters?.recordEnd(request);
      },
      onPreempt: () => preemptions.add(1, labels),
      onStep: (step: CompletedStep) => {
        stepTokens.observe(step.prefillTokens + step.decodeTokens, labels);
        work.recordStep(step, labels);
      },
    };
  };
  return {
    createHandlers,
    printMetrics: (states: readonly EngineState[], nowMs) => {
      gauges(states);
      return registry.print() + (adapters?.print(nowMs) ?? "") + (http?.registry.print() ?? "");
    },
    resetCounters: () => {
      registry.reset();
      http?.registry.reset();
    },
  };
}

const common = { scope: "engine", port: 8000, path: "/metrics" } as const;

export const vllm: Exposition = {
  ...common,
  id: "vllm",
  title: "vLLM",
  create: (facts) => createVllmExporter(facts),
};

/** One API server in front of several engines, distinguished by the engine label. */
export const vllmDataParallel: Exposition = {
  ...common,
  id: "vllm-data-parallel",
  title: "vLLM with data parallelism, LoRA adapters and MFU metrics",
  scope: "deployment",
  create: (facts) => createVllmExporter(facts, { hasWorkMetrics: true, hasAdapters: true }),
};

/** Names as exported by a collector that does not allow colons. */
export const vllmUnderscore: Exposition = {
  ...common,
  id: "vllm-underscore",
  title: "vLLM with the prefix vllm_ instead of vllm:",
  create: (facts) => createVllmExporter(facts, { renameMetric: (name) => name.replace(/^vllm:/, "vllm_") }),
};

export const vllmOld: Exposition = {
  ...common,
  id: "vllm-old",
  title: "vLLM 0.9",
  create: (facts) => createVllmExporter(facts, { release: "0.9" }),
};

/** The engine before V1: a single engine without a number, with swapping to host memory. */
export const vllmV0: Exposition = {
  ...common,
  id: "vllm-v0",
  title: "vLLM with the V0 engine",
  create: (facts) => createVllmExporter(facts, { release: "V0" }),
};
