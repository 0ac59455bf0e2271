/** Recipes for the LiteLLM proxy. Its metrics name the model with three different labels. */
import { markNotExposedByGateway } from "@/lib/engines/definitions/behind-gateway";
import type { Engine } from "@/lib/engines/definitions/engine";
import {
  counter,
  metricRef,
  notExposed,
  type MetricRef,
  type Recipe,
} from "@/lib/engines/definitions/recipe";

/** Label with the requested model, the only label that nearly all LiteLLM metrics have. */
export const requestedModelLabel = "requested_model";
/** Counter of all requests to the LiteLLM proxy. */
export const allRequestsMetric = metricRef("litellm_proxy_total_requests_metric_total");

const histogram = (name: string): Recipe => ({ kind: "histogram", metric: metricRef(name) });
const failed: MetricRef = {
  ...metricRef("litellm_proxy_failed_requests_metric_total"),
  // Excludes statuses of client errors. Timeouts (408) and rate limits (429) are included.
  matchers: [{ label: "exception_status", operator: "!~", value: "40[0-79]|41.|42[0-8]|4[3-9]." }],
};
/**
 * Requests that failed, by status code. Every request ends with a status code, so series with a status code show that
 * failures are counted.
 */
const failedByStatus: MetricRef = {
  ...allRequestsMetric,
  matchers: [{ label: "status_code", operator: "=~", value: "5..|408|429" }],
  zeroWhilePresent: {
    ...allRequestsMetric,
    matchers: [{ label: "status_code", operator: "!=", value: "" }],
  },
};
const newer = "Update LiteLLM to a version that exposes this metric.";

/** Maps the metrics of the LiteLLM proxy to signals. */
export const litellmSignals: Engine["signals"] = {
  ...markNotExposedByGateway("The LiteLLM proxy"),
  ttft: {
    kind: "histogram",
    metric: metricRef("litellm_llm_api_time_to_first_token_metric"),
    observedRequests: "streamed",
  },
  itl: notExposed("LiteLLM does not observe gaps between tokens."),
  tpot: {
    kind: "histogram",
    metric: {
      ...metricRef("litellm_deployment_latency_per_output_token"),
      modelLabel: "litellm_model_name",
    },
    howToEnable:
      "Configure clients to request the model by its upstream name. This metric has no label with the name that the client requested, so requests with other names cannot be assigned to the deployment.",
  },
  e2e: histogram("litellm_request_total_latency_metric"),
  "queue-time": {
    kind: "histogram",
    metric: metricRef("litellm_request_queue_time_seconds"),
    howToEnable: newer,
  },
  requests: counter(allRequestsMetric),
  "prompt-tokens": counter(metricRef("litellm_input_tokens_metric_total")),
  "output-tokens": counter({
    ...metricRef("litellm_output_tokens_metric_total"),
    incrementsAtRequestEnd: true,
  }),
  errors: counter(failed, failedByStatus),
  aborts: notExposed("LiteLLM does not distinguish disconnected clients from other failures."),
  running: notExposed(
    "LiteLLM's litellm_in_flight_requests counts every HTTP request of the proxy, including its UI, for all models together.",
  ),
  waiting: notExposed(
    "LiteLLM measures the wait before a request is handled, but has no gauge of waiting requests.",
  ),
  "kv-usage": notExposed(
    "The LiteLLM proxy does not run the model. Scrape the metrics of the engine behind it.",
  ),
  "prompt-length": notExposed("LiteLLM counts prompt tokens, but has no histogram of them per request."),
  "output-length": notExposed("LiteLLM counts output tokens, but has no histogram of them per request."),
  "prefix-hit": {
    kind: "rate-ratio",
    numerators: [metricRef("litellm_input_cached_tokens_metric_total")],
    denominators: [metricRef("litellm_input_tokens_metric_total")],
    howToEnable: newer,
  },
  "request-bytes": notExposed("LiteLLM counts tokens, not bytes of request bodies."),
  "response-bytes": notExposed("LiteLLM counts tokens, not bytes of response bodies."),
};

/**
 * Differences between the metrics of the LiteLLM proxy and the definitions of the signals, shown with their
 * values.
 */
export const litellmCaveats: NonNullable<Engine["caveats"]> = {
  ttft: "Streamed calls only, from the call to the upstream to its first token. The proxy's time before the call is excluded.",
  tpot: "Total latency divided by output tokens, so prefill is included.",
  "queue-time": "Time from a request's arrival to its handling in the proxy, before the engine's queue.",
  errors:
    "Failures at the proxy after retries and fallbacks. Client errors are excluded, timeouts and rate limits are included.",
  "prompt-tokens": "Counted when a request has finished.",
  "output-tokens": "Counted when a request has finished.",
  "prefix-hit":
    "Cached tokens as reported by the upstream. Requests whose upstream reports no cached tokens count as misses.",
};
