/** vLLM's work counters: prefix cache lookups, sources of prompt tokens, and estimated FLOPs and bytes. */
import type { CompletedStep } from "@/demo/simulator/engine/engine";
import type { EngineRequest } from "@/demo/simulator/engine/request";
import type { ExporterFacts } from "@/demo/simulator/exposition/exposition";
import type { Labels, Registry } from "@/demo/simulator/exposition/registry";

interface WorkPlan {
  readonly facts: ExporterFacts;
  readonly engineLabels: readonly Labels[];
  readonly usesOldNames: boolean;
  readonly hasMfuMetrics: boolean;
}

/** Functions that add a finished prefill and a step to the work counters. */
export interface VllmWorkMetrics {
  readonly recordPrefill: (request: EngineRequest, labels: Labels) => void;
  readonly recordStep: (step: CompletedStep, labels: Labels) => void;
}

/** Registers the work counters and returns the functions that update them. */
export function createVllmWorkMetrics(
  registry: Registry,
  { facts, engineLabels, usesOldNames, hasMfuMetrics }: WorkPlan,
): VllmWorkMetrics {
  const counter = (name: string, help: string, known = engineLabels) =>
    registry.counter(`vllm:${name}`, help, known);
  const prefix = usesOldNames ? "gpu_prefix_cache" : "prefix_cache";
  const queries = counter(
    `${prefix}_queries_total`,
    "Prefix cache queries, in terms of number of queried tokens.",
  );
  const hits = counter(`${prefix}_hits_total`, "Prefix cache hits, in terms of number of cached tokens.");
  const recordLookup = ({ prefixQueriedTokens, prefixHitTokens }: CompletedStep, labels: Labels): void => {
    queries.add(prefixQueriedTokens, labels);
    hits.add(prefixHitTokens, labels);
  };
  if (usesOldNames) return { recordPrefill: () => {}, recordStep: recordLookup };

  const bySource = (source: string) =>
    new Map(engineLabels.map((engine) => [engine, { ...engine, source }] as const));
  const [computed, found, fetched] = [
    bySource("local_compute"),
    bySource("local_cache_hit"),
    bySource("external_kv_transfer"),
  ];
  const cached = counter("prompt_tokens_cached_total", "Number of cached prompt tokens (local + external).");
  const sources = counter("prompt_tokens_by_source_total", "Number of prompt tokens by source.", [
    ...computed.values(),
    ...found.values(),
    ...fetched.values(),
  ]);
  counter("external_prefix_cache_queries_total", "External prefix cache queries from KV connector.");
  counter("external_prefix_cache_hits_total", "External prefix cache hits from KV connector.");
  counter("mm_cache_queries_total", "Multi-modal cache queries, in terms of number of queried items.");
  counter("mm_cache_hits_total", "Multi-modal cache hits, in terms of number of cached items.");
  const flops = counter(
    "estimated_flops_per_gpu_total",
    "Estimated number of floating point operations per GPU.",
  );
  const read = counter(
    "estimated_read_bytes_per_gpu_total",
    "Estimated number of bytes read from memory per GPU.",
  );
  const written = counter(
    "estimated_write_bytes_per_gpu_total",
    "Estimated number of bytes written to memory per GPU.",
  );
  const { gpuCount, model } = facts.firstEngine;
  return {
    recordPrefill: (request, labels) => {
      cached.add(request.cachedTokens, labels);
      sources.add(request.promptTokens - request.cachedTokens, computed.get(labels));
      sources.add(request.cachedTokens, found.get(labels));
    },
    recordStep: (step, labels) => {
      recordLookup(step, labels);
      if (!hasMfuMetrics) return;
      const bytesWritten = model.kvBytesPerToken * (step.prefillTokens + step.decodeTokens);
      flops.add(step.cost.flops / gpuCount, labels);
      read.add((step.cost.memoryTrafficBytes - bytesWritten) / gpuCount, labels);
      written.add(bytesWritten / gpuCount, labels);
    },
  };
}
