/** vLLM: recognized by its running gauge, grouped by its model label. */
import type { Engine } from "@/lib/engines/definitions/engine";
import { vllmCaveats, vllmSignals } from "./signals";

/** vLLM's names have a colon; converters that forbid colons replace it with an underscore. */
const names = (name: string): readonly string[] => [`vllm:${name}`, `vllm_${name}`];

export const vllm: Engine = {
  id: "vllm",
  title: "vLLM",
  role: "engine",
  detectionMetrics: names("num_requests_running"),
  metricNamesPattern: "vllm[:_].+",
  modelLabel: "model_name",
  signals: vllmSignals(names),
  arrivals: { names: names("prompt_tokens_total") },
  finishReasonLabel: "finished_reason",
  caveats: vllmCaveats,
  usesChunkedPrefill: true,
  cacheConfig: {
    metric: { names: names("cache_config_info"), placement: "process" },
    blocksLabel: "num_gpu_blocks",
    blockTokensLabel: "block_size",
    formatLabel: "cache_dtype",
  },
  infoMetrics: [
    {
      // It has no model label, and no vLLM metric reports the version.
      metric: { names: names("cache_config_info"), placement: "process" },
      measured: ["num_gpu_blocks", "num_cpu_blocks"],
    },
  ],
};
