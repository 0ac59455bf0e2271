/** vLLM, V1 engine: recognised by its running gauge, grouped by its model label. */
import type { Engine } from "@/lib/engines/engine";
import { vllmSignals } from "./signals";

export const vllm: Engine = {
  id: "vllm",
  title: "vLLM",
  detectionMetric: "vllm:num_requests_running",
  modelLabel: "model_name",
  signals: vllmSignals,
  arrivals: { names: ["vllm:prompt_tokens_total"], placement: "engine" },
  infoMetrics: [
    {
      // It has no model label, and nothing in vLLM's metrics tells its version.
      metric: { names: ["vllm:cache_config_info"], placement: "process" },
      measured: ["num_gpu_blocks", "num_cpu_blocks"],
    },
  ],
};
