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
};
