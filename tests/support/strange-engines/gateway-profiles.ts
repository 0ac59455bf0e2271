/** The metrics of gateways and instrumented services. */
import { createCounterFamily, createGaugeFamily, createHistogramFamily, type EngineProfile } from "./profile";

const early = { isEarly: true } as const;
const required = { isRequired: true } as const;
const always = { firstEventCreation: { evidence: "always" } } as const;
const never = { firstEventCreation: { evidence: "never" } } as const;

const frontend = (name: string): string => `dynamo_frontend_${name}`;

const dynamo: EngineProfile = {
  modelLabel: "model",
  families: [
    createGaugeFamily(frontend("model_context_length"), "constant", [], { ...early, ...required }),
    createGaugeFamily(frontend("active_requests"), "inFlight", ["running"]),
    createGaugeFamily(frontend("queued_requests"), "waiting", ["waiting"]),
    createCounterFamily(frontend("requests_started_total"), "received", [], required),
    createCounterFamily(frontend("requests_total"), "succeeded", ["requests"], {
      labels: { status: "success" },
      ...required,
    }),
    createCounterFamily(frontend("requests_total"), "failed", ["errors"], {
      labels: { status: "error", error_type: "internal" },
      ...always,
      ...required,
    }),
    createCounterFamily(frontend("requests_total"), "aborted", ["aborts"], {
      labels: { status: "error", error_type: "cancelled" },
      firstEventCreation: { evidence: "failure" },
      ...required,
    }),
    createCounterFamily(frontend("output_tokens_total"), "tokens", ["output-tokens"]),
    createHistogramFamily(frontend("input_sequence_tokens"), "length", ["prompt-length", "prompt-tokens"]),
    createHistogramFamily(frontend("output_sequence_tokens"), "length", ["output-length"]),
    createHistogramFamily(frontend("time_to_first_token_seconds"), "ttft", ["ttft"]),
    createHistogramFamily(frontend("inter_token_latency_seconds"), "gap", ["itl"]),
    createHistogramFamily(frontend("request_duration_seconds"), "e2e", ["e2e"], { flow: "ended" }),
  ],
};

const litellm: EngineProfile = {
  modelLabel: "requested_model",
  families: [
    createCounterFamily("litellm_proxy_total_requests_metric_total", "succeeded", ["requests"], {
      labels: { status_code: "200" },
      ...required,
    }),
    createCounterFamily("litellm_proxy_total_requests_metric_total", "failed", ["errors"], {
      labels: { status_code: "500" },
      ...always,
      ...required,
    }),
    createCounterFamily("litellm_input_tokens_metric_total", "promptTokens", ["prompt-tokens"]),
    createCounterFamily("litellm_output_tokens_metric_total", "tokens", ["output-tokens"]),
    createHistogramFamily("litellm_llm_api_time_to_first_token_metric", "ttft", ["ttft"]),
    createHistogramFamily("litellm_deployment_latency_per_output_token", "tpot", ["tpot", "tpot-mean"], {
      modelLabel: "litellm_model_name",
    }),
    createHistogramFamily("litellm_request_total_latency_metric", "e2e", ["e2e"], required),
    createHistogramFamily("litellm_request_queue_time_seconds", "queue", ["queue-time"]),
  ],
};

const pool = { labels: { name: "pool" }, modelLabel: null, ...early } as const;

const epp: EngineProfile = {
  modelLabel: "model_name",
  families: [
    createCounterFamily("llm_d_epp_request_total", "received", ["requests"], required),
    createCounterFamily("llm_d_epp_request_error_total", "failed", ["errors"], {
      labels: { error_code: "Internal" },
      ...never,
    }),
    createGaugeFamily("llm_d_epp_request_running", "inFlight", ["running"]),
    createGaugeFamily("llm_d_epp_per_endpoint_queue_size", "waiting", ["waiting"], pool),
    createGaugeFamily("llm_d_epp_average_kv_cache_utilization", "kvUsage", ["kv-usage"], pool),
    createHistogramFamily("llm_d_epp_request_ttft_seconds", "ttft", ["ttft"]),
    createHistogramFamily("llm_d_epp_request_streaming_itl_seconds", "gap", ["itl"]),
    createHistogramFamily("llm_d_epp_request_streaming_tpot_seconds", "tpot", ["tpot", "tpot-mean"]),
    createHistogramFamily("llm_d_epp_request_duration_seconds", "e2e", ["e2e"]),
    createHistogramFamily("llm_d_epp_request_input_tokens", "length", ["prompt-length", "prompt-tokens"]),
    createHistogramFamily("llm_d_epp_request_output_tokens", "length", ["output-length", "output-tokens"]),
  ],
};

const duration = "gen_ai_server_request_duration_seconds";
const chat = { gen_ai_operation_name: "chat" } as const;
const tokens = (type: string) => ({ labels: { ...chat, gen_ai_token_type: type } });

const otelGenai: EngineProfile = {
  modelLabel: "gen_ai_request_model",
  families: [
    createHistogramFamily(duration, "e2e", ["e2e", "requests"], { labels: chat, ...required }),
    createHistogramFamily(duration, "e2e", ["errors"], {
      labels: { ...chat, error_type: "500" },
      flow: "failed",
      ...never,
    }),
    createHistogramFamily("gen_ai_server_time_to_first_token_seconds", "ttft", ["ttft"], { labels: chat }),
    createHistogramFamily("gen_ai_server_time_per_output_token_seconds", "tpot", ["tpot", "tpot-mean"], {
      labels: chat,
    }),
    createHistogramFamily(
      "gen_ai_client_token_usage",
      "length",
      ["prompt-length", "prompt-tokens"],
      tokens("input"),
    ),
    createHistogramFamily(
      "gen_ai_client_token_usage",
      "length",
      ["output-length", "output-tokens"],
      tokens("output"),
    ),
  ],
};

const answers = (code: string) => ({ labels: { status_code: code }, modelLabel: null });

const sglangGateway: EngineProfile = {
  modelLabel: "model",
  families: [
    createCounterFamily("smg_router_requests_total", "ended", ["requests"], required),
    createCounterFamily("smg_http_responses_total", "succeeded", [], { ...answers("200"), ...required }),
    createCounterFamily("smg_http_responses_total", "failed", ["errors"], {
      ...answers("503"),
      ...always,
      ...required,
    }),
    createCounterFamily("smg_router_tokens_total", "promptTokens", ["prompt-tokens"], {
      labels: { token_type: "input" },
    }),
    createCounterFamily("smg_router_tokens_total", "tokens", ["output-tokens"], {
      labels: { token_type: "output" },
    }),
    createGaugeFamily("smg_worker_requests_active", "inFlight", ["running"], { modelLabel: null, ...early }),
    createHistogramFamily("smg_router_ttft_seconds", "ttft", ["ttft"], { kind: "summary" }),
    createHistogramFamily("smg_router_tpot_seconds", "tpot", ["tpot", "tpot-mean"], { kind: "summary" }),
    createHistogramFamily("smg_router_request_duration_seconds", "e2e", ["e2e"]),
  ],
};

const handMade: EngineProfile = {
  modelLabel: null,
  families: [
    createHistogramFamily("llm_ttft_seconds", "ttft", ["ttft"], { ...early, ...required }),
    createHistogramFamily("llm_tpot_seconds", "tpot", ["tpot", "tpot-mean"], early),
    createCounterFamily("llm_requests_total", "ended", ["requests"], { ...early, ...required }),
    createCounterFamily("llm_errors_total", "failed", ["errors"], { labels: { kind: "timeout" }, ...never }),
  ],
};

/** Profiles of gateways and instrumented services, by engine id. */
export const gatewayProfiles = {
  dynamo,
  litellm,
  epp,
  "otel-genai": otelGenai,
  "sglang-gateway": sglangGateway,
  "hand-made": handMade,
} as const;
