/** Series of an engine in the generated history, with vLLM's names and labels. */
import type { EngineFacts } from "../exposition/exposition";
import { formatEdge, type Labels } from "../exposition/registry";
import { createCacheConfigLabels, sleepStates } from "../exposition/engines/vllm-gauges";
import { endpointLabels, successLabels } from "../exposition/engines/vllm-http";
import { finishReasons } from "../exposition/engines/vllm";
import { vllmBucketEdges } from "../exposition/engines/vllm-requests";
import {
  createConstantValue,
  histogramIds,
  historyHistograms,
  type AddSeries,
  type HistogramId,
} from "./history-values";

/** Adds all series of the engine. `target` are the labels of its scrape. */
export function addEngineSeries(add: AddSeries, engineFacts: EngineFacts, target: Labels): void {
  const engine = { engine: "0", model_name: engineFacts.model.servedName, ...target };
  addHistograms(add, engine, { ...endpointLabels, ...target });
  addTokenCounters(add, engine);
  const reasons = { stop: "finishedStop", length: "finishedLength", abort: "finishedAbort" } as const;
  for (const reason of finishReasons) {
    const value = reason === "error" || reason === "repetition" ? createConstantValue(0) : reasons[reason];
    add("counter", "vllm:request_success_total", { ...engine, finished_reason: reason }, value);
  }
  add("counter", "http_requests_total", { ...successLabels, ...target }, "http2xx");
  add("counter", "vllm:num_preemptions_total", engine, "preemptions");
  add("gauge", "vllm:num_requests_running", engine, "running");
  add("gauge", "vllm:num_requests_waiting", engine, "waiting");
  const waiting = "vllm:num_requests_waiting_by_reason";
  add("gauge", waiting, { ...engine, reason: "capacity" }, "waiting");
  add("gauge", waiting, { ...engine, reason: "deferred" }, createConstantValue(0));
  add("gauge", "vllm:kv_cache_usage_perc", engine, "kv");
  for (const state of sleepStates) {
    const labels = { ...engine, sleep_state: state };
    add("gauge", "vllm:engine_sleep_state", labels, createConstantValue(state === "awake" ? 1 : 0));
  }
  const config = { ...createCacheConfigLabels(engineFacts, 0), ...target };
  add("gauge", "vllm:cache_config_info", config, createConstantValue(1));
}

function addHistograms(add: AddSeries, engine: Labels, endpoint: Labels): void {
  for (const id of histogramIds) {
    const { metricName } = historyHistograms[id];
    addHistogram(add, metricName, id === "httpDuration" ? endpoint : engine, id);
  }
  // All clients request as many tokens as they get, and one choice.
  for (const name of ["request_max_num_generation_tokens", "request_params_max_tokens"])
    addHistogram(add, `vllm:${name}`, engine, "outputLength");
  const requests = { kind: "count", histogram: "outputLength" } as const;
  for (const edge of [...vllmBucketEdges.choiceEdges, Number.POSITIVE_INFINITY])
    add("histogram", "vllm:request_params_n_bucket", { ...engine, le: formatEdge(edge) }, requests);
  for (const suffix of ["count", "sum"])
    add("histogram", `vllm:request_params_n_${suffix}`, engine, requests);
}

function addHistogram(add: AddSeries, name: string, labels: Labels, histogram: HistogramId): void {
  const { bucketEdges } = historyHistograms[histogram];
  for (const [index, edge] of [...bucketEdges, Number.POSITIVE_INFINITY].entries()) {
    const bucket = { kind: "bucket", histogram, index } as const;
    add("histogram", `${name}_bucket`, { ...labels, le: formatEdge(edge) }, bucket);
  }
  add("histogram", `${name}_count`, labels, { kind: "count", histogram });
  add("histogram", `${name}_sum`, labels, { kind: "sum", histogram });
}

function addTokenCounters(add: AddSeries, engine: Labels): void {
  add("counter", "vllm:prompt_tokens_total", engine, "promptTokens");
  add("counter", "vllm:generation_tokens_total", engine, "outputTokens");
  add("counter", "vllm:prefix_cache_queries_total", engine, "queriedTokens");
  add("counter", "vllm:prefix_cache_hits_total", engine, "cachedTokens");
  add("counter", "vllm:prompt_tokens_cached_total", engine, "cachedTokens");
  const bySource = {
    local_compute: "computedTokens",
    local_cache_hit: "cachedTokens",
    external_kv_transfer: createConstantValue(0),
  } as const;
  for (const [source, value] of Object.entries(bySource))
    add("counter", "vllm:prompt_tokens_by_source_total", { ...engine, source }, value);
  for (const name of unusedCounters) add("counter", `vllm:${name}_total`, engine, createConstantValue(0));
}

/** Counters of features that the fleet does not use. */
const unusedCounters = [
  "external_prefix_cache_queries",
  "external_prefix_cache_hits",
  "mm_cache_queries",
  "mm_cache_hits",
  "estimated_flops_per_gpu",
  "estimated_read_bytes_per_gpu",
  "estimated_write_bytes_per_gpu",
];
