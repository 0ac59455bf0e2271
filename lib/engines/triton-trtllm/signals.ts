/** How Triton with TensorRT-LLM answers each signal: requests as Triton's core counts them, levels as the batch manager tells them. */
import type { Engine } from "@/lib/engines/engine";
import { gauge, metric, notExposed, withLabels, type MetricRef } from "@/lib/engines/recipe";
import { tritonCaveats, tritonSignals } from "@/lib/engines/triton/signals";

const requests = (kind: string): MetricRef =>
  withLabels(metric("nv_trt_llm_request_metrics"), { request_type: kind });
const noTokens = "Neither Triton nor its TensorRT-LLM backend counts tokens in this path.";
const noPhases = "Neither Triton nor its TensorRT-LLM backend observes the phases of a request in this path.";

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
  preemptions: notExposed("The backend tells how many requests are paused now, not how often one was."),
  "batch-tokens": notExposed(
    "The backend tells the prompt tokens of its latest step as a gauge, without output tokens and without a distribution.",
  ),
  "prefix-hit": notExposed("The backend's cache metrics tell blocks in use, not blocks found again."),
  "spec-accept": notExposed("The backend does not tell drafted and accepted tokens in this path."),
  "kv-transfer-time": notExposed("The backend does not observe the time of KV cache transfers in this path."),
};

export const tritonTrtllmCaveats: NonNullable<Engine["caveats"]> = {
  ...tritonCaveats,
  e2e: "Mean over requests that succeeded, of the model that holds the engine: tokenisation in other steps of the ensemble is not in it.",
  "queue-time":
    "Mean time in Triton's own queue: what waits in the batch manager is not in it, see the waiting requests.",
  running: "Requests the batch manager has scheduled.",
  waiting: "Requests in the batch manager's queue. Older versions of the backend do not send it.",
};
