/**
 * The metrics of every engine of the product's list. A test fails for an engine that is missing: it needs a profile, or
 * the reason why no strange case exists for it.
 */
import type { EngineId } from "@/lib/model/deployment/deployment";
import { gatewayProfiles } from "./gateway-profiles";
import { createCounterFamily, createGaugeFamily, createHistogramFamily, type EngineProfile } from "./profile";

interface Uncovered {
  readonly whyUncovered: string;
}

const early = { isEarly: true } as const;
const required = { isRequired: true } as const;
const lazy = { firstEventCreation: { evidence: "never" } } as const;

function vllm(prefix: string, isLazyOutcome: boolean): EngineProfile {
  const ended = (reason: string) => ({
    labels: { finished_reason: reason },
    ...(isLazyOutcome && reason !== "stop" ? lazy : {}),
  });
  return {
    modelLabel: "model_name",
    families: [
      createGaugeFamily(`${prefix}num_requests_running`, "running", ["running"], { ...early, ...required }),
      createGaugeFamily(`${prefix}num_requests_waiting`, "waiting", ["waiting"], early),
      createGaugeFamily(`${prefix}kv_cache_usage_perc`, "kvUsage", ["kv-usage"], early),
      createCounterFamily(`${prefix}num_preemptions_total`, "nothing", ["preemptions"]),
      createCounterFamily(`${prefix}request_success_total`, "succeeded", ["requests"], {
        ...ended("stop"),
        ...required,
      }),
      createCounterFamily(`${prefix}request_success_total`, "failed", ["errors"], ended("error")),
      createCounterFamily(`${prefix}request_success_total`, "aborted", ["aborts"], ended("abort")),
      createCounterFamily(`${prefix}prompt_tokens_total`, "promptTokens", ["prompt-tokens"]),
      createCounterFamily(`${prefix}generation_tokens_total`, "tokens", ["output-tokens"]),
      createHistogramFamily(`${prefix}time_to_first_token_seconds`, "ttft", ["ttft"]),
      createHistogramFamily(`${prefix}inter_token_latency_seconds`, "gap", ["itl"]),
      createHistogramFamily(`${prefix}request_time_per_output_token_seconds`, "tpot", ["tpot"]),
      createHistogramFamily(`${prefix}e2e_request_latency_seconds`, "e2e", ["e2e"], { flow: "ended" }),
      createHistogramFamily(`${prefix}request_queue_time_seconds`, "queue", ["queue-time"]),
      createHistogramFamily(`${prefix}request_prefill_time_seconds`, "prefill", ["prefill-time"]),
      createHistogramFamily(`${prefix}request_decode_time_seconds`, "decode", ["decode-time", "tpot-mean"]),
      createHistogramFamily(`${prefix}request_prompt_tokens`, "length", ["prompt-length"]),
      createHistogramFamily(`${prefix}request_generation_tokens`, "length", ["output-length", "tpot-mean"]),
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
    createGaugeFamily("sglang:num_running_reqs", "running", ["running"], { ...early, ...required }),
    createGaugeFamily("sglang:num_queue_reqs", "waiting", ["waiting"], early),
    createGaugeFamily("sglang:token_usage", "kvUsage", ["kv-usage"], early),
    createCounterFamily("sglang:realtime_tokens_total", "promptTokens", ["prompt-tokens"], {
      labels: { mode: "prefill_compute" },
    }),
    createCounterFamily("sglang:realtime_tokens_total", "tokens", ["output-tokens"], {
      labels: { mode: "decode" },
    }),
    createCounterFamily("sglang:num_requests_total", "ended", ["requests"], required),
    createCounterFamily("sglang:http_responses_total", "succeeded", [], { ...response("200"), ...required }),
    createCounterFamily("sglang:http_responses_total", "failed", ["errors"], {
      ...response("500"),
      firstEventCreation: { evidence: "always" },
      ...required,
    }),
    createCounterFamily("sglang:num_aborted_requests_total", "aborted", ["aborts"], lazy),
    createCounterFamily("sglang:num_retracted_requests_total", "nothing", ["preemptions"], lazy),
    createHistogramFamily("sglang:time_to_first_token_seconds", "ttft", ["ttft"]),
    createHistogramFamily(gaps, "gap", ["itl", "tpot", "tpot-mean", "decode-time"]),
    createHistogramFamily("sglang:e2e_request_latency_seconds", "e2e", ["e2e", "decode-time"]),
    createHistogramFamily("sglang:queue_time_seconds", "queue", ["queue-time"]),
    createHistogramFamily("sglang:per_stage_req_latency_seconds", "prefill", ["prefill-time"], {
      labels: { stage: "prefill_forward" },
    }),
    createHistogramFamily("sglang:prompt_tokens_histogram", "length", ["prompt-length"]),
    createHistogramFamily("sglang:generation_tokens_histogram", "length", ["output-length"]),
  ],
};

const tgi: EngineProfile = {
  modelLabel: null,
  families: [
    createGaugeFamily("tgi_batch_current_size", "running", ["running"], early),
    createGaugeFamily("tgi_queue_size", "waiting", ["waiting"], { ...early, ...required }),
    createGaugeFamily("tgi_batch_current_max_tokens", "reserved", ["kv-usage"], early),
    createGaugeFamily("tgi_batch_max_total_tokens", "constant", ["kv-usage"], early),
    createCounterFamily("tgi_request_count", "received", ["requests"], required),
    createCounterFamily("tgi_request_failure", "failed", ["errors"], {
      labels: { err: "generation" },
      ...lazy,
    }),
    createCounterFamily("tgi_request_failure", "aborted", ["aborts"], {
      labels: { err: "dropped" },
      ...lazy,
    }),
    createCounterFamily("tgi_batch_inference_count", "tokens", [], { labels: { method: "decode" } }),
    createHistogramFamily("tgi_request_duration", "e2e", ["e2e"]),
    createHistogramFamily("tgi_request_queue_duration", "queue", ["queue-time"]),
    createHistogramFamily("tgi_batch_inference_duration", "gap", ["itl"], { labels: { method: "decode" } }),
    createHistogramFamily("tgi_request_mean_time_per_token_duration", "tpot", ["tpot"]),
    createHistogramFamily("tgi_request_inference_duration", "decode", ["tpot-mean"]),
    createHistogramFamily("tgi_request_input_length", "length", ["prompt-length", "prompt-tokens"]),
    createHistogramFamily("tgi_request_generated_tokens", "length", [
      "output-length",
      "output-tokens",
      "tpot-mean",
    ]),
  ],
};

const trtllm: EngineProfile = {
  modelLabel: "model_name",
  meanOnly: ["prompt-length", "output-length"],
  families: [
    createGaugeFamily("trtllm_num_requests_running", "running", ["running"], { ...early, ...required }),
    createGaugeFamily("trtllm_num_requests_waiting", "waiting", ["waiting"], early),
    createGaugeFamily("trtllm_kv_cache_utilization", "kvUsage", ["kv-usage"], early),
    createCounterFamily("trtllm_request_success_total", "succeeded", ["requests"], {
      labels: { finished_reason: "stop" },
      ...required,
    }),
    createCounterFamily("trtllm_request_success_total", "aborted", ["aborts"], {
      labels: { finished_reason: "cancelled" },
      ...lazy,
    }),
    createCounterFamily("trtllm_request_error_total", "failed", ["errors"], {
      labels: { http_code: "500" },
      ...lazy,
    }),
    createCounterFamily("trtllm_prompt_tokens_total", "promptTokens", ["prompt-tokens", "prompt-length"]),
    createCounterFamily("trtllm_generation_tokens_total", "tokens", [
      "output-tokens",
      "output-length",
      "tpot-mean",
    ]),
    createHistogramFamily("trtllm_time_to_first_token_seconds", "ttft", ["ttft", "tpot-mean"]),
    createHistogramFamily("trtllm_time_per_output_token_seconds", "tpot", ["tpot"]),
    createHistogramFamily("trtllm_e2e_request_latency_seconds", "e2e", ["e2e"]),
    createHistogramFamily("trtllm_request_queue_time_seconds", "queue", ["queue-time"]),
    createHistogramFamily("trtllm_request_prefill_time_seconds", "prefill", ["prefill-time"]),
    createHistogramFamily("trtllm_request_decode_time_seconds", "decode", ["decode-time", "tpot-mean"]),
  ],
};

const tritonCore: EngineProfile["families"] = [
  createCounterFamily(
    "nv_inference_request_success",
    "succeeded",
    ["requests", "e2e", "queue-time"],
    required,
  ),
  createCounterFamily("nv_inference_request_failure", "failed", ["errors", "requests"], {
    labels: { reason: "BACKEND" },
    ...required,
  }),
  createCounterFamily("nv_inference_request_failure", "aborted", ["aborts"], {
    labels: { reason: "CANCELED" },
    ...required,
  }),
  createCounterFamily("nv_inference_count", "ended", [], required),
  createHistogramFamily("nv_inference_request_duration_us", "e2e", ["e2e"], { kind: "sum", scale: 1e6 }),
  createHistogramFamily("nv_inference_queue_duration_us", "queue", ["queue-time"], {
    kind: "sum",
    scale: 1e6,
  }),
  createHistogramFamily("nv_inference_first_response_histogram_ms", "ttft", ["ttft"], { scale: 1_000 }),
];

const triton: EngineProfile = {
  modelLabel: "model",
  meanOnly: ["e2e", "queue-time"],
  families: [
    ...tritonCore,
    createGaugeFamily("nv_inference_pending_request_count", "waiting", ["waiting"], early),
  ],
};

const batchManager = (type: string) => ({ labels: { request_type: type }, ...early, ...required });

const tritonTrtllm: EngineProfile = {
  modelLabel: "model",
  meanOnly: ["e2e", "queue-time"],
  families: [
    ...tritonCore,
    createGaugeFamily("nv_trt_llm_request_metrics", "running", ["running"], batchManager("scheduled")),
    createGaugeFamily("nv_trt_llm_request_metrics", "waiting", ["waiting"], batchManager("waiting")),
    createGaugeFamily("nv_trt_llm_kv_cache_block_metrics", "kvUsage", ["kv-usage"], {
      labels: { kv_cache_block_type: "fraction" },
      ...early,
    }),
  ],
};

const llamaCpp: EngineProfile = {
  modelLabel: null,
  meanOnly: ["tpot", "itl"],
  families: [
    createGaugeFamily("llamacpp:requests_processing", "running", ["running"], { ...early, ...required }),
    createGaugeFamily("llamacpp:requests_deferred", "waiting", ["waiting"], early),
    createGaugeFamily("llamacpp:kv_cache_usage_ratio", "kvUsage", ["kv-usage"], early),
    createCounterFamily("llamacpp:prompt_tokens_total", "promptTokens", ["prompt-tokens"], early),
    createCounterFamily(
      "llamacpp:tokens_predicted_total",
      "tokens",
      ["output-tokens", "tpot", "tpot-mean", "itl"],
      early,
    ),
    createHistogramFamily("llamacpp:tokens_predicted_seconds_total", "gap", ["tpot", "tpot-mean", "itl"], {
      kind: "sum",
      ...early,
    }),
    createCounterFamily("llamacpp:n_decode_total", "tokens", [], { ...early, ...required }),
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
export function findEngineProfile(id: EngineId): EngineProfile {
  const profile = engineProfiles[id];
  if (profile === undefined || !("families" in profile)) throw new Error(`${id} has no profile`);
  return profile;
}
