/** How the LiteLLM proxy answers each signal. Its metrics name the model by three different labels. */
import { notExposedByGateway } from "@/lib/engines/behind-gateway";
import type { Engine } from "@/lib/engines/engine";
import { counter, metric, notExposed, type MetricRef, type Recipe } from "@/lib/engines/recipe";

/** What the client asked for: the one label that nearly all of them have. */
export const modelLabel = "requested_model";
export const allRequests = metric("litellm_proxy_total_requests_metric_total");

const histogram = (name: string): Recipe => ({ kind: "histogram", metric: metric(name) });
const failed: MetricRef = {
  ...metric("litellm_proxy_failed_requests_metric_total"),
  // Statuses that blame the request; timeouts (408) and refusals for load (429) stay in.
  matches: [{ label: "exception_status", operator: "!~", value: "40[0-79]|41.|42[0-8]|4[3-9]." }],
  zeroWhilePresent: allRequests,
};
const newer = "Sent by newer versions of LiteLLM.";

export const litellmSignals: Engine["signals"] = {
  ...notExposedByGateway("The LiteLLM proxy"),
  ttft: {
    kind: "histogram",
    metric: metric("litellm_llm_api_time_to_first_token_metric"),
    reports: "streamed",
  },
  itl: notExposed("LiteLLM observes no gaps between tokens."),
  tpot: {
    kind: "histogram",
    metric: {
      ...metric("litellm_deployment_latency_per_output_token"),
      modelLabel: "litellm_model_name",
    },
    flag: "Let clients ask for the upstream model by its own name: this metric knows no other.",
  },
  e2e: histogram("litellm_request_total_latency_metric"),
  "queue-time": {
    kind: "histogram",
    metric: metric("litellm_request_queue_time_seconds"),
    flag: newer,
  },
  requests: counter(allRequests),
  "prompt-tokens": counter(metric("litellm_input_tokens_metric_total")),
  "output-tokens": counter({ ...metric("litellm_output_tokens_metric_total"), incrementsAtRequestEnd: true }),
  errors: counter(failed),
  aborts: notExposed("LiteLLM does not count clients that went away apart from other failures."),
  running: notExposed(
    "LiteLLM's litellm_in_flight_requests counts every HTTP request of the proxy, its own pages included, for all models together.",
  ),
  waiting: notExposed(
    "LiteLLM times the wait before a request is handled, but has no gauge of those waiting.",
  ),
  "kv-usage": notExposed("The LiteLLM proxy does not run the model: the engine behind it tells this."),
  "prompt-length": notExposed("LiteLLM counts prompt tokens, but has no histogram of them per request."),
  "output-length": notExposed("LiteLLM counts output tokens, but has no histogram of them per request."),
  "prefix-hit": {
    kind: "rate-ratio",
    parts: [metric("litellm_input_cached_tokens_metric_total")],
    totals: [metric("litellm_input_tokens_metric_total")],
    flag: newer,
  },
  "request-bytes": notExposed("LiteLLM counts tokens, not bytes of request bodies."),
  "response-bytes": notExposed("LiteLLM counts tokens, not bytes of response bodies."),
};

export const litellmCaveats: NonNullable<Engine["caveats"]> = {
  ttft: "Streamed calls only, from LiteLLM calling the upstream to its first token: the proxy's own time before the call is not in it.",
  tpot: "Whole latency over output tokens, so that prefill is inside. Named by the upstream model: it answers only where clients ask for that very name.",
  "queue-time":
    "Time from a request's arrival to its handling in the proxy; the engine's queue comes after it.",
  errors:
    "As the proxy saw them, retries and fallbacks done: statuses that blame the request are left out, timeouts and rate limits are in.",
  "prompt-tokens": "Counted when a request has finished.",
  "output-tokens": "Counted when a request has finished.",
  "prefix-hit": "Cached tokens as the upstream reports them; upstreams that do not count as missed.",
};
