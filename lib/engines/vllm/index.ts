/** vLLM: recognized by its running gauge, grouped by its model label. */
import type { Engine } from "@/lib/engines/definitions/engine";
import { finishReasonLabels } from "@/lib/engines/definitions/outcomes";
import { vllmCaveats, vllmSignals } from "./signals";

/** vLLM's names have a colon; converters that forbid colons replace it with an underscore. */
const names = (name: string): readonly string[] => [`vllm:${name}`, `vllm_${name}`];

/** Adapter for vLLM: how its metrics are detected and read as signals. */
export const vllm: Engine = {
  id: "vllm",
  title: "vLLM",
  role: "engine",
  detectionMetrics: names("num_requests_running"),
  metricNamesPattern: "vllm[:_].+",
  modelLabel: "model_name",
  signals: vllmSignals(names),
  activityCounter: { names: names("prompt_tokens_total") },
  finishReasonLabel: "finished_reason",
  outcomeLabels: finishReasonLabels,
  caveats: vllmCaveats,
  usesChunkedPrefill: true,
  cacheConfig: {
    metric: { names: names("cache_config_info"), matchedBy: "process" },
    blockCountLabel: "num_gpu_blocks",
    tokensPerBlockLabel: "block_size",
    numberFormatLabel: "cache_dtype",
  },
  infoMetrics: [
    {
      // It has no model label, and no vLLM metric reports the version.
      metric: { names: names("cache_config_info"), matchedBy: "process" },
      startupMeasuredLabels: ["num_gpu_blocks", "num_cpu_blocks"],
    },
  ],
};
