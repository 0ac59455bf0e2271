/**
 * TensorRT-LLM's request span (tensorrt_llm/llmapi/otel_tracing.py) reports the time in the queue, and no other
 * phase.
 */
import { queueTimeRule } from "@/lib/engines/definitions/gen-ai-latency";
import type { PhaseMap } from "@/lib/model/traces/phase-map";

/** Maps the spans of `trtllm-serve` to phases of a request. */
export const trtllmPhaseMap: PhaseMap = {
  name: "TensorRT-LLM",
  spanRules: [{ meaning: "request", attributeName: "gen_ai.latency.e2e" }],
  attributeRules: [queueTimeRule],
};
