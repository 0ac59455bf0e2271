/** vLLM in Ray Serve: vLLM's own answers under Ray's prefix, without the HTTP front end that vLLM brings when it runs alone. */
import type { Engine } from "@/lib/engines/engine";
import { counter, notExposed, withLabels, type MetricRef } from "@/lib/engines/recipe";
import { vllmCaveats, vllmSignals } from "@/lib/engines/vllm/signals";

/**
 * Ray writes underscores, older Ray kept the colon. Of each counter it sends a gauge twin without `_total`: no name here is one,
 * so that nothing counts twice.
 */
const names = (name: string): readonly string[] => [`ray_vllm_${name}`, `ray_vllm:${name}`];

const finished = (reason: string): MetricRef =>
  withLabels(
    { names: names("request_success_total"), isZeroWhileMetricExists: true },
    { finished_reason: reason },
  );

const bytesUnknown = notExposed(
  "Ray Serve answers the requests, not vLLM's HTTP front end, and counts no bytes per model.",
);

export const rayVllm: Engine = {
  id: "ray-vllm",
  title: "vLLM in Ray Serve",
  role: "engine",
  detectionMetrics: names("num_requests_running"),
  metricNamesPattern: "ray_vllm[:_].+",
  modelLabel: "model_name",
  signals: {
    ...vllmSignals(names),
    // Unlike vLLM alone, Ray sends a reason only once it has happened.
    errors: counter(finished("error")),
    aborts: counter(finished("abort")),
    "request-bytes": bytesUnknown,
    "response-bytes": bytesUnknown,
  },
  arrivals: { names: names("prompt_tokens_total") },
  finishReasonLabel: "finished_reason",
  usesChunkedPrefill: true,
  cacheConfig: {
    metric: { names: names("cache_config_info"), placement: "process" },
    blocksLabel: "num_gpu_blocks",
    blockTokensLabel: "block_size",
    formatLabel: "cache_dtype",
  },
  infoMetrics: [
    {
      metric: { names: names("cache_config_info"), placement: "process" },
      measured: ["num_gpu_blocks", "num_cpu_blocks"],
      // On every series of newer Ray. Sessions and workers are named anew with every start and stand on all of them too.
      versionLabel: "Version",
      versionOf: "Ray",
    },
  ],
  caveats: {
    ...vllmCaveats,
    errors:
      "Requests that vLLM ended with an error. What Ray Serve refused before vLLM saw it is counted by route, not by model, and is not in here.",
  },
};
