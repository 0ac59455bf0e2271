/** vLLM in Ray Serve: vLLM's metrics with Ray's prefix, without the metrics of vLLM's HTTP front end. */
import type { Engine } from "@/lib/engines/definitions/engine";
import {
  missingBeforeFirstEventText,
  withFinishReason,
  finishReasonLabels,
} from "@/lib/engines/definitions/outcomes";
import { metricRef, notExposed, type Recipe } from "@/lib/engines/definitions/recipe";
import { vllmCaveats, vllmSignals } from "@/lib/engines/vllm/signals";

/**
 * Newer Ray writes underscores, older Ray keeps the colon. Ray also sends each counter as a gauge without `_total`;
 * those names are not listed, so that nothing counts twice.
 */
const names = (name: string): readonly string[] => [`ray_vllm_${name}`, `ray_vllm:${name}`];

const finished = metricRef(...names("request_success_total"));

/**
 * Recipe for requests that ended for `reason`. Unlike standalone vLLM, Ray creates the series of a reason with the
 * first request that ends for it.
 */
const ended = (reason: string, event: string): Recipe => ({
  kind: "counter",
  alternatives: withFinishReason(reason, finished).map((ref) => ({
    ...ref,
    zeroUntilFirstEvent: { zeroWhilePresent: finished },
  })),
  whyNotCounted: missingBeforeFirstEventText({ server: "Ray", event }),
});

const bytesUnknown = notExposed(
  "Ray Serve handles the requests instead of vLLM's HTTP front end, and counts no bytes per model.",
);

/** Adapter for vLLM in Ray Serve, which exposes vLLM's metrics with the prefix `ray_`. */
export const rayVllm: Engine = {
  id: "ray-vllm",
  title: "vLLM in Ray Serve",
  role: "engine",
  detectionMetrics: names("num_requests_running"),
  metricNamesPattern: "ray_vllm[:_].+",
  modelLabel: "model_name",
  signals: {
    ...vllmSignals(names),
    errors: ended("error", "failed request"),
    aborts: ended("abort", "abort"),
    "request-bytes": bytesUnknown,
    "response-bytes": bytesUnknown,
  },
  activityCounter: { names: names("prompt_tokens_total") },
  finishReasonLabel: "finished_reason",
  outcomeLabels: finishReasonLabels,
  usesChunkedPrefill: true,
  cacheConfig: {
    metric: { names: names("cache_config_info"), matchedBy: "process" },
    blockCountLabel: "num_gpu_blocks",
    tokensPerBlockLabel: "block_size",
    numberFormatLabel: "cache_dtype",
  },
  infoMetrics: [
    {
      metric: { names: names("cache_config_info"), matchedBy: "process" },
      startupMeasuredLabels: ["num_gpu_blocks", "num_cpu_blocks"],
      // Present on every series of newer Ray. Session and worker labels, which change with every start, are on all of
      // them too.
      versionLabel: "Version",
      versionedSoftware: "Ray",
    },
  ],
  caveats: {
    ...vllmCaveats,
    errors:
      "Requests that vLLM ended with an error. Ray Serve counts the requests that it refuses per route, not per model, so they are excluded.",
  },
};
