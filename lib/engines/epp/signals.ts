/** How the endpoint picker of llm-d and of the Gateway API inference extension answers each signal. */
import { notExposedByGateway } from "@/lib/engines/behind-gateway";
import type { Engine } from "@/lib/engines/engine";
import { counter, gauge, notExposed, type MetricRef, type Recipe } from "@/lib/engines/recipe";

/** Of two replicas one may be upgraded and the other not: each counts by the name it sends. */
const bothNamesSent = { namesCoexist: true, senderLabels: ["instance", "pod"] } as const;
/** A request metric under its name of today and that of the Gateway API; while pickers migrate they send both. */
export const request = (today: string, before = `request_${today}`): MetricRef => ({
  names: [`llm_d_epp_request_${today}`, `inference_objective_${before}`],
  ...bothNamesSent,
});
/** Only under today's name. */
const current = (name: string): MetricRef => ({ names: [`llm_d_epp_${name}`] });
const histogram = (metric: MetricRef, flag?: string): Recipe => ({
  kind: "histogram",
  metric,
  ...(flag === undefined ? {} : { flag }),
});

/** Levels of the pool carry its name, no model; each replica of the picker tells the same. */
const ofPool = (...names: readonly string[]): MetricRef => ({
  names,
  namesCoexist: true,
  senderLabels: ["name"],
  placement: "gateway",
  duplicateLabels: ["instance", "pod"],
});

const llmd = "Sent under llm-d's names only: a picker of the Gateway API project does not have it.";
const flowControl = 'Turn flow control on in the picker: featureGates: ["flowControl"].';
/** What was wrong with the request, not with the service. */
const clientErrors = "BadRequest|Unauthorized|Forbidden|NotFound";

export const eppSignals: Engine["signals"] = {
  ...notExposedByGateway("The endpoint picker"),
  ttft: histogram(current("request_ttft_seconds"), llmd),
  itl: histogram(current("request_streaming_itl_seconds"), llmd),
  tpot: histogram(current("request_streaming_tpot_seconds"), llmd),
  e2e: histogram(request("duration_seconds")),
  "queue-time": histogram(
    {
      names: [
        "llm_d_epp_flow_control_request_queue_duration_seconds",
        "inference_extension_flow_control_request_queue_duration_seconds",
      ],
      ...bothNamesSent,
    },
    flowControl,
  ),
  requests: counter(request("total")),
  "prompt-tokens": counter(request("input_tokens_sum", "input_tokens_sum")),
  "output-tokens": counter({
    ...request("output_tokens_sum", "output_tokens_sum"),
    incrementsAtRequestEnd: true,
  }),
  errors: counter({
    ...request("error_total"),
    matches: [{ label: "error_code", operator: "!~", value: clientErrors }],
    zeroWhilePresent: request("total"),
  }),
  aborts: notExposed("The endpoint picker does not count clients that went away."),
  running: gauge(request("running", "running_requests")),
  // Per endpoint and added up: the pool's own gauge is a mean over its endpoints.
  waiting: gauge(ofPool("llm_d_epp_per_endpoint_queue_size", "inference_pool_per_pod_queue_size")),
  "kv-usage": gauge(
    ofPool("llm_d_epp_average_kv_cache_utilization", "inference_pool_average_kv_cache_utilization"),
  ),
  "prompt-length": histogram(request("input_tokens", "input_tokens")),
  "output-length": histogram(request("output_tokens", "output_tokens")),
  "prefix-hit": {
    kind: "rate-ratio",
    parts: [current("request_cached_tokens_sum")],
    totals: [current("request_input_tokens_sum")],
    flag: llmd,
  },
  "request-bytes": counter(request("size_bytes_sum", "request_sizes_sum")),
  "response-bytes": counter({
    names: ["llm_d_epp_response_size_bytes_sum", "inference_objective_response_sizes_sum"],
    ...bothNamesSent,
  }),
};

export const eppCaveats: NonNullable<Engine["caveats"]> = {
  ttft: "Seen at the gateway: routing, flow control and the engine's queue are inside.",
  itl: "Streamed answers only.",
  tpot: "Streamed answers only.",
  "queue-time": "Time in the picker's own flow control queue; the engine's queue comes after it.",
  requests:
    'Counted when the picker takes a request in. From the 1,000th model name on they are all called "other".',
  errors: "Every error code but those that blame the request; capacity refusals are in it.",
  running: "In flight between the picker and the engines: those that wait in an engine are inside.",
  waiting:
    "Waiting in the engines of the pool, whichever model they serve: these gauges carry the pool's name and no model.",
  "kv-usage":
    "Mean over the endpoints of the pool, so that one full engine can hide behind empty ones, and of every model the pool serves.",
  "prefix-hit": "From the cached tokens that engines report with their answers.",
};
