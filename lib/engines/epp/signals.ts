/** Recipes for the endpoint picker of llm-d and of the Gateway API inference extension. */
import { markNotExposedByGateway } from "@/lib/engines/definitions/behind-gateway";
import type { Engine } from "@/lib/engines/definitions/engine";
import { missingBeforeFirstEventText } from "@/lib/engines/definitions/outcomes";
import { counter, gauge, notExposed, type MetricRef, type Recipe } from "@/lib/engines/definitions/recipe";

/**
 * During an upgrade, some replicas may send the new name and others the old name, so the name is chosen per replica.
 */
const bothNamesSent = { namesCoexist: true, senderLabels: ["instance", "pod"] } as const;
/**
 * Returns a request metric of the endpoint picker under its current name and its former name of the Gateway
 * API. During the migration, pickers expose both.
 */
export const requestMetric = (currentName: string, formerName = `request_${currentName}`): MetricRef => ({
  names: [`llm_d_epp_request_${currentName}`, `inference_objective_${formerName}`],
  ...bothNamesSent,
});
/** Returns a metric that exists only under the current name. */
const current = (name: string): MetricRef => ({ names: [`llm_d_epp_${name}`] });
const histogram = (metric: MetricRef, howToEnable?: string): Recipe => ({
  kind: "histogram",
  metric,
  ...(howToEnable === undefined ? {} : { howToEnable }),
});

/** Gauges of the pool have its name and no model; each replica of the picker reports the same values. */
const ofPool = (...names: readonly string[]): MetricRef => ({
  names,
  namesCoexist: true,
  senderLabels: ["name"],
  matchedBy: "gateway",
  duplicateLabels: ["instance", "pod"],
});

const llmd =
  "Use llm-d's endpoint picker. The Gateway API project's endpoint picker does not expose this metric.";
const flowControl = 'Enable flow control in the endpoint picker: featureGates: ["flowControl"].';
/** Error codes of invalid or unauthorized requests, which are not failures of the service. */
const clientErrors = "BadRequest|Unauthorized|Forbidden|NotFound";

/** Maps the metrics of the endpoint picker of llm-d and the Gateway API to signals. */
export const eppSignals: Engine["signals"] = {
  ...markNotExposedByGateway("The endpoint picker"),
  ttft: histogram(current("request_ttft_seconds"), llmd),
  itl: histogram(current("request_streaming_itl_seconds"), llmd),
  tpot: histogram(current("request_streaming_tpot_seconds"), llmd),
  e2e: histogram(requestMetric("duration_seconds")),
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
  requests: counter({ ...requestMetric("total"), countsArrivals: true }),
  "prompt-tokens": counter(requestMetric("input_tokens_sum", "input_tokens_sum")),
  "output-tokens": counter({
    ...requestMetric("output_tokens_sum", "output_tokens_sum"),
    incrementsAtRequestEnd: true,
  }),
  errors: {
    kind: "counter",
    alternatives: [
      {
        ...requestMetric("error_total"),
        matchers: [{ label: "error_code", operator: "!~", value: clientErrors }],
        zeroUntilFirstEvent: {
          zeroWhilePresent: requestMetric("total"),
          onceObserved: requestMetric("error_total"),
        },
      },
    ],
    whyNotCounted: missingBeforeFirstEventText({ server: "The endpoint picker", event: "error" }),
  },
  aborts: notExposed("The endpoint picker does not count disconnected clients."),
  running: gauge(requestMetric("running", "running_requests")),
  // The sum over the endpoints, because the gauge of the pool is their mean.
  waiting: gauge(ofPool("llm_d_epp_per_endpoint_queue_size", "inference_pool_per_pod_queue_size")),
  "kv-usage": gauge(
    ofPool("llm_d_epp_average_kv_cache_utilization", "inference_pool_average_kv_cache_utilization"),
  ),
  "prompt-length": histogram(requestMetric("input_tokens", "input_tokens")),
  "output-length": histogram(requestMetric("output_tokens", "output_tokens")),
  "prefix-hit": {
    kind: "rate-ratio",
    numerators: [current("request_cached_tokens_sum")],
    denominators: [current("request_input_tokens_sum")],
    howToEnable: llmd,
  },
  "request-bytes": counter(requestMetric("size_bytes_sum", "request_sizes_sum")),
  "response-bytes": counter({
    names: ["llm_d_epp_response_size_bytes_sum", "inference_objective_response_sizes_sum"],
    ...bothNamesSent,
  }),
};

/**
 * Differences between the metrics of the endpoint picker of llm-d and the Gateway API and the definitions of
 * the signals, shown with their values.
 */
export const eppCaveats: NonNullable<Engine["caveats"]> = {
  ttft: "Measured at the gateway, including routing, flow control and the engine's queue.",
  itl: "Streamed responses only.",
  tpot: "Streamed responses only.",
  "queue-time": "Time in the endpoint picker's flow control queue, before the engine's queue.",
  requests:
    'Counted when a request arrives at the endpoint picker. After 1,000 different model names, requests for further names are counted as model "other".',
  errors:
    "All error codes except client errors (BadRequest, Unauthorized, Forbidden, NotFound). Capacity refusals are included.",
  running:
    "In flight between the endpoint picker and the engines, including requests that wait in an engine.",
  waiting:
    "Requests that wait in the engines of the pool, for all models together. The gauges have a label for the pool, but none for the model.",
  "kv-usage":
    "Mean over the endpoints of the pool and over all its models. It can be low although the cache of one engine is full.",
  "prefix-hit": "From the cached tokens that engines report in their responses.",
};
