/** Recipes for Triton with TensorRT-LLM: requests from Triton's core, gauges from the batch manager. */
import type { Engine } from "@/lib/engines/definitions/engine";
import { gauge, metric, notExposed, withLabels, type MetricRef } from "@/lib/engines/definitions/recipe";
import { tritonCaveats, tritonSignals } from "@/lib/engines/triton/signals";

const requests = (kind: string): MetricRef =>
  withLabels(metric("nv_trt_llm_request_metrics"), { request_type: kind });
const noTokens = "Neither Triton nor its TensorRT-LLM backend counts tokens in this setup.";
const noPhases =
  "Neither Triton nor its TensorRT-LLM backend observes the phases of a request in this setup.";

export const tritonTrtllmSignals: Engine["signals"] = {
  ...tritonSignals,
  itl: notExposed(noTokens),
  tpot: notExposed(noTokens),
  "prefill-time": notExposed(noPhases),
  "decode-time": notExposed(noPhases),
  "prompt-tokens": notExposed(noTokens),
  "output-tokens": notExposed(noTokens),
  "prompt-length": notExposed(noTokens),
  "output-length": notExposed(noTokens),
  running: gauge(requests("scheduled")),
  waiting: gauge(requests("waiting")),
  "kv-usage": gauge(
    withLabels(metric("nv_trt_llm_kv_cache_block_metrics"), { kv_cache_block_type: "fraction" }),
  ),
  preemptions: notExposed(
    "The backend reports how many requests are paused now, not how often requests were paused.",
  ),
  "batch-tokens": notExposed(
    "The backend reports the prompt tokens of its latest step as a gauge, without output tokens and without a distribution.",
  ),
  "prefix-hit": notExposed("The backend's cache metrics report blocks in use, not reused blocks."),
  "spec-accept": notExposed("The backend does not report drafted and accepted tokens in this setup."),
  "kv-transfer-time": notExposed("The backend does not measure KV cache transfers in this setup."),
};

export const tritonTrtllmCaveats: NonNullable<Engine["caveats"]> = {
  ...tritonCaveats,
  e2e: "Mean over successful requests of the model that contains the engine. Tokenization in other steps of the ensemble is excluded.",
  "queue-time":
    "Mean time in Triton's queue. Time in the batch manager's queue is excluded, see waiting requests.",
  running: "Requests scheduled by the batch manager.",
  waiting: "Requests in the batch manager's queue. Older versions of the backend do not report it.",
};
