/** Recipes for Triton with TensorRT-LLM: requests from Triton's core, gauges from the batch manager. */
import type { Engine } from "@/lib/engines/definitions/engine";
import { gauge, metricRef, notExposed, withLabels, type MetricRef } from "@/lib/engines/definitions/recipe";
import { tritonCaveats, tritonSignals } from "@/lib/engines/triton/signals";

const requests = (kind: string): MetricRef =>
  withLabels(metricRef("nv_trt_llm_request_metrics"), { request_type: kind });
const noGaps = "Neither Triton nor its TensorRT-LLM backend measures the time between tokens.";
const noTokens =
  "Triton's core does not count tokens. Newer TensorRT-LLM backends expose token histograms (nv_llm_input_token_len, nv_llm_output_token_len), but Ridgepoint does not read these metrics.";
const noPhases = "Neither Triton nor its TensorRT-LLM backend measures the phases of a request.";

/** Maps the metrics of Triton with the TensorRT-LLM backend to signals. */
export const tritonTrtllmSignals: Engine["signals"] = {
  ...tritonSignals,
  itl: notExposed(noGaps),
  tpot: notExposed(noGaps),
  "prefill-time": notExposed(noPhases),
  "decode-time": notExposed(noPhases),
  "prompt-tokens": notExposed(noTokens),
  "output-tokens": notExposed(noTokens),
  "prompt-length": notExposed(noTokens),
  "output-length": notExposed(noTokens),
  running: gauge(requests("scheduled")),
  waiting: gauge(requests("waiting")),
  "kv-usage": gauge(
    withLabels(metricRef("nv_trt_llm_kv_cache_block_metrics"), { kv_cache_block_type: "fraction" }),
  ),
  preemptions: notExposed(
    "The backend reports how many requests are paused now, not how often requests were paused.",
  ),
  "batch-tokens": notExposed(
    "The backend reports the prompt tokens of its latest step as a gauge, without output tokens and without a distribution.",
  ),
  "prefix-hit": notExposed(
    "The backend does not report how many blocks were not found in the cache, so no share can be computed.",
  ),
  "spec-accept": notExposed("The backend does not report drafted and accepted tokens."),
  "kv-transfer-time": notExposed(
    "Older TensorRT-LLM backends do not measure the transfer. Newer backends expose transfer times (nv_trt_llm_disaggregated_serving_metrics), but Ridgepoint does not read this metric.",
  ),
};

/**
 * Differences between the metrics of Triton with the TensorRT-LLM backend and the definitions of the
 * signals, shown with their values.
 */
export const tritonTrtllmCaveats: NonNullable<Engine["caveats"]> = {
  ...tritonCaveats,
  e2e: "Mean over successful requests of the Triton model that runs the engine. Other models of an ensemble, such as tokenization, are excluded.",
  "queue-time": "Mean time in Triton's queue. The later wait in the batch manager's queue is excluded.",
  running: "Requests scheduled by the batch manager.",
  waiting: "Requests in the batch manager's queue. Older versions of the backend do not report it.",
};
