/**
 * The metrics of every engine of the product's list. A test fails for an engine that is missing: it needs a profile, or
 * the reason why no strange case exists for it.
 */
import type { EngineId } from "@/lib/model/deployment/deployment";
import { gatewayProfiles } from "./gateway-profiles";
import { counter, gauge, observes, type EngineProfile } from "./profile";

interface Uncovered {
  readonly whyUncovered: string;
}

const early = { isEarly: true } as const;
const required = { isRequired: true } as const;
const lazy = { isLazy: { evidence: "never" } } as const;

function vllm(prefix: string, isLazyOutcome: boolean): EngineProfile {
  const ended = (reason: string) => ({
    labels: { finished_reason: reason },
    ...(isLazyOutcome && reason !== "stop" ? lazy : {}),
  });
  return {
    modelLabel: "model_name",
    families: [
      gauge(`${prefix}num_requests_running`, "running", ["running"], { ...early, ...required }),
      gauge(`${prefix}num_requests_waiting`, "waiting", ["waiting"], early),
      gauge(`${prefix}kv_cache_usage_perc`, "kvUsage", ["kv-usage"], early),
      counter(`${prefix}num_preemptions_total`, "nothing", ["preemptions"]),
      counter(`${prefix}request_success_total`, "succeeded", ["requests"], { ...ended("stop"), ...required }),
      counter(`${prefix}request_success_total`, "failed", ["errors"], ended("error")),
      counter(`${prefix}request_success_total`, "aborted", ["aborts"], ended("abort")),
      counter(`${prefix}prompt_tokens_total`, "promptTokens", ["prompt-tokens"]),
      counter(`${prefix}generation_tokens_total`, "tokens", ["output-tokens"]),
      observes(`${prefix}time_to_first_token_seconds`, "ttft", ["ttft"]),
      observes(`${prefix}inter_token_latency_seconds`, "gap", ["itl"]),
      observes(`${prefix}request_time_per_output_token_seconds`, "tpot", ["tpot"]),
      observes(`${prefix}e2e_request_latency_seconds`, "e2e", ["e2e"], { flow: "ended" }),
      observes(`${prefix}request_queue_time_seconds`, "queue", ["queue-time"]),
      observes(`${prefix}request_prefill_time_seconds`, "prefill", ["prefill-time"]),
      observes(`${prefix}request_decode_time_seconds`, "decode", ["decode-time", "tpot-mean"]),
      observes(`${prefix}request_prompt_tokens`, "length", ["prompt-length"]),
      observes(`${prefix}request_generation_tokens`, "length", ["output-length", "tpot-mean"]),
    ],
  };
}

const gaps = "sglang:inter_token_latency_seconds";
const http = { modelLabel: null, endpoint: "/v1/chat/completions" } as const;
const response = (code: string) => ({
  labels: { status_code: code, endpoint: http.endpoint, method: "POST" },
  modelLabel: http.modelLabel,
});

const sglang: EngineProfile = {
  modelLabel: "model_name",
  meanOnly: ["tpot", "decode-time"],
  families: [
    gauge("sglang:num_running_reqs", "running", ["running"], { ...early, ...required }),
    gauge("sglang:num_queue_reqs", "waiting", ["waiting"], early),
    gauge("sglang:token_usage", "kvUsage", ["kv-usage"], early),
    counter("sglang:realtime_tokens_total", "promptTokens", ["prompt-tokens"], {
      labels: { mode: "prefill_compute" },
    }),
    counter("sglang:realtime_tokens_total", "tokens", ["output-tokens"], { labels: { mode: "decode" } }),
    counter("sglang:num_requests_total", "ended", ["requests"], required),
    counter("sglang:http_responses_total", "succeeded", [], { ...response("200"), ...required }),
    counter("sglang:http_responses_total", "failed", ["errors"], {
      ...response("500"),
      isLazy: { evidence: "always" },
      ...required,
    }),
    counter("sglang:num_aborted_requests_total", "aborted", ["aborts"], lazy),
    counter("sglang:num_retracted_requests_total", "nothing", ["preemptions"], lazy),
    observes("sglang:time_to_first_token_seconds", "ttft", ["ttft"]),
    observes(gaps, "gap", ["itl", "tpot", "tpot-mean", "decode-time"]),
    observes("sglang:e2e_request_latency_seconds", "e2e", ["e2e", "decode-time"]),
    observes("sglang:queue_time_seconds", "queue", ["queue-time"]),
    observes("sglang:per_stage_req_latency_seconds", "prefill", ["prefill-time"], {
      labels: { stage: "prefill_forward" },
    }),
    observes("sglang:prompt_tokens_histogram", "length", ["prompt-length"]),
    observes("sglang:generation_tokens_histogram", "length", ["output-length"]),
  ],
};

const tgi: EngineProfile = {
  modelLabel: null,
  families: [
    gauge("tgi_batch_current_size", "running", ["running"], early),
    gauge("tgi_queue_size", "waiting", ["waiting"], { ...early, ...required }),
    gauge("tgi_batch_current_max_tokens", "reserved", ["kv-usage"], early),
    gauge("tgi_batch_max_total_tokens", "constant", ["kv-usage"], early),
    counter("tgi_request_count", "received", ["requests"], required),
    counter("tgi_request_failure", "failed", ["errors"], { labels: { err: "generation" }, ...lazy }),
    counter("tgi_request_failure", "aborted", ["aborts"], { labels: { err: "dropped" }, ...lazy }),
    counter("tgi_batch_inference_count", "tokens", [], { labels: { method: "decode" } }),
    observes("tgi_request_duration", "e2e", ["e2e"]),
    observes("tgi_request_queue_duration", "queue", ["queue-time"]),
    observes("tgi_batch_inference_duration", "gap", ["itl"], { labels: { method: "decode" } }),
    observes("tgi_request_mean_time_per_token_duration", "tpot", ["tpot"]),
    observes("tgi_request_inference_duration", "decode", ["tpot-mean"]),
    observes("tgi_request_input_length", "length", ["prompt-length", "prompt-tokens"]),
    observes("tgi_request_generated_tokens", "length", ["output-length", "output-tokens", "tpot-mean"]),
  ],
};

const trtllm: EngineProfile = {
  modelLabel: "model_name",
  meanOnly: ["prompt-length", "output-length"],
  families: [
    gauge("trtllm_num_requests_running", "running", ["running"], { ...early, ...required }),
    gauge("trtllm_num_requests_waiting", "waiting", ["waiting"], early),
    gauge("trtllm_kv_cache_utilization", "kvUsage", ["kv-usage"], early),
    counter("trtllm_request_success_total", "succeeded", ["requests"], {
      labels: { finished_reason: "stop" },
      ...required,
    }),
    counter("trtllm_request_success_total", "aborted", ["aborts"], {
      labels: { finished_reason: "cancelled" },
      ...lazy,
    }),
    counter("trtllm_request_error_total", "failed", ["errors"], { labels: { http_code: "500" }, ...lazy }),
    counter("trtllm_prompt_tokens_total", "promptTokens", ["prompt-tokens", "prompt-length"]),
    counter("trtllm_generation_tokens_total", "tokens", ["output-tokens", "output-length", "tpot-mean"]),
    observes("trtllm_time_to_first_token_seconds", "ttft", ["ttft", "tpot-mean"]),
    observes("trtllm_time_per_output_token_seconds", "tpot", ["tpot"]),
    observes("trtllm_e2e_request_latency_seconds", "e2e", ["e2e"]),
    observes("trtllm_request_queue_time_seconds", "queue", ["queue-time"]),
    observes("trtllm_request_prefill_time_seconds", "prefill", ["prefill-time"]),
    observes("trtllm_request_decode_time_seconds", "decode", ["decode-time", "tpot-mean"]),
  ],
};

const tritonCore: EngineProfile["families"] = [
  counter("nv_inference_request_success", "succeeded", ["requests", "e2e", "queue-time"], required),
  counter("nv_inference_request_failure", "failed", ["errors", "requests"], {
    labels: { reason: "BACKEND" },
    ...required,
  }),
  counter("nv_inference_request_failure", "aborted", ["aborts"], {
    labels: { reason: "CANCELED" },
    ...required,
  }),
  counter("nv_inference_count", "ended", [], required),
  observes("nv_inference_request_duration_us", "e2e", ["e2e"], { kind: "sum", scale: 1e6 }),
  observes("nv_inference_queue_duration_us", "queue", ["queue-time"], { kind: "sum", scale: 1e6 }),
  observes("nv_inference_first_response_histogram_ms", "ttft", ["ttft"], { scale: 1_000 }),
];

const triton: EngineProfile = {
  modelLabel: "model",
  meanOnly: ["e2e", "queue-time"],
  families: [...tritonCore, gauge("nv_inference_pending_request_count", "waiting", ["waiting"], early)],
};

const batchManager = (type: string) => ({ labels: { request_type: type }, ...early, ...required });

const tritonTrtllm: EngineProfile = {
  modelLabel: "model",
  meanOnly: ["e2e", "queue-time"],
  families: [
    ...tritonCore,
    gauge("nv_trt_llm_request_metrics", "running", ["running"], batchManager("scheduled")),
    gauge("nv_trt_llm_request_metrics", "waiting", ["waiting"], batchManager("waiting")),
    gauge("nv_trt_llm_kv_cache_block_metrics", "kvUsage", ["kv-usage"], {
      labels: { kv_cache_block_type: "fraction" },
      ...early,
    }),
  ],
};

const llamaCpp: EngineProfile = {
  modelLabel: null,
  meanOnly: ["tpot", "itl"],
  families: [
    gauge("llamacpp:requests_processing", "running", ["running"], { ...early, ...required }),
    gauge("llamacpp:requests_deferred", "waiting", ["waiting"], early),
    gauge("llamacpp:kv_cache_usage_ratio", "kvUsage", ["kv-usage"], early),
    counter("llamacpp:prompt_tokens_total", "promptTokens", ["prompt-tokens"], early),
    counter(
      "llamacpp:tokens_predicted_total",
      "tokens",
      ["output-tokens", "tpot", "tpot-mean", "itl"],
      early,
    ),
    observes("llamacpp:tokens_predicted_seconds_total", "gap", ["tpot", "tpot-mean", "itl"], {
      kind: "sum",
      ...early,
    }),
    counter("llamacpp:n_decode_total", "tokens", [], { ...early, ...required }),
  ],
};

/** The profiles of all engines, by id. */
export const engineProfiles: { readonly [Id in EngineId]?: EngineProfile | Uncovered } = {
  ...gatewayProfiles,
  vllm: vllm("vllm:", false),
  "ray-vllm": vllm("ray_vllm_", true),
  sglang,
  tgi,
  trtllm,
  "triton-trtllm": tritonTrtllm,
  triton,
  "llama-cpp": llamaCpp,
  "otel-genai-utf8": {
    whyUncovered: "Its recipes are those of otel-genai, and promtool writes no names with dots.",
  },
  "ray-data": { whyUncovered: "A training job serves no requests, so it has no serving signals." },
  training: { whyUncovered: "A mapping defines its metrics, so it is never discovered." },
};

/** Ids of the engines with a profile. */
export const coveredEngines: readonly EngineId[] = (Object.keys(engineProfiles) as EngineId[]).filter(
  (id) => "families" in (engineProfiles[id] ?? {}),
);

/** Returns the profile of an engine. Throws if it has none. */
export function profileOf(id: EngineId): EngineProfile {
  const profile = engineProfiles[id];
  if (profile === undefined || !("families" in profile)) throw new Error(`${id} has no profile`);
  return profile;
}
