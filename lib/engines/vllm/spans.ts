/**
 * vLLM's spans: one `llm_request` with its durations as attributes (vllm/v1/engine/output_processor.py). Builds with
 * vllm-project/vllm#44402 add a span for each phase.
 */
import { decodeTimeRule, prefillTimeRule, queueTimeRule } from "@/lib/engines/definitions/gen-ai-latency";
import type { PhaseMap } from "@/lib/model/traces/phase-map";

/** Maps the spans of vLLM to phases of a request. */
export const vllmPhaseMap: PhaseMap = {
  name: "vLLM",
  spanRules: [
    { meaning: "request", operationPattern: /^llm request$/ },
    { meaning: "queue", operationPattern: /^vllm (?:queue|preempted)$/ },
    { meaning: "network", operationPattern: /^vllm async kv transfer$/ },
    { meaning: "prefill", operationPattern: /^vllm prefill$/ },
    { meaning: "decode", operationPattern: /^vllm decode$/ },
  ],
  attributeRules: [queueTimeRule, prefillTimeRule, decodeTimeRule],
  startupOperations:
    /^(?:overall loading|load (?:model|weights)|download weights hf|compile graph|inductor compilation|dynamo bytecode transform|capture model|warmup gpu|allocate kv cache|init device|worker init|api server setup)$/,
};
