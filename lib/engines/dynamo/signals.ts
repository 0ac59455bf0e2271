/** Recipes for Dynamo's frontend. The metrics of its workers cover the same requests and are not queried here. */
import { markNotExposedByGateway } from "@/lib/engines/definitions/behind-gateway";
import type { Engine } from "@/lib/engines/definitions/engine";
import {
  counter,
  gauge,
  notExposed,
  withLabels,
  type MetricRef,
  type Recipe,
} from "@/lib/engines/definitions/recipe";

/**
 * Returns the names of a Dynamo frontend metric under all known prefixes. NIM changes the prefix with
 * DYN_METRICS_PREFIX.
 */
export const frontendMetricNames = (name: string): readonly string[] => [
  `dynamo_frontend_${name}`,
  `nv_llm_http_service_${name}`,
];
const one = (name: string): MetricRef => ({ names: frontendMetricNames(name) });
const histogram = (name: string): Recipe => ({ kind: "histogram", metric: one(name) });

/** Series with a status. Every request ends with a status, so these series show that failures are counted. */
const withStatus: MetricRef = {
  ...one("requests_total"),
  matchers: [{ label: "status", operator: "!=", value: "" }],
};
/** Invalid requests and disconnected clients are not failures of the service. */
const notFailures = "validation|not_found|cancelled";
const failed: MetricRef = {
  ...withLabels(one("requests_total"), { status: "error" }),
  zeroWhilePresent: withStatus,
};
/**
 * Cancelled requests. Older frontends do not distinguish the types of errors. In newer frontends, a success has an
 * empty type.
 */
const cancelled: MetricRef = {
  ...withLabels(one("requests_total"), { status: "error", error_type: "cancelled" }),
  zeroUntilFirstEvent: {
    zeroWhilePresent: withStatus,
    onceObserved: {
      ...one("requests_total"),
      matchers: [{ label: "error_type", operator: "!=", value: "" }],
    },
  },
};

/** Maps the metrics of NVIDIA Dynamo's frontend to signals. */
export const dynamoSignals: Engine["signals"] = {
  ...markNotExposedByGateway("Dynamo's frontend"),
  ttft: { kind: "histogram", metric: one("time_to_first_token_seconds"), observedRequests: "all" },
  itl: histogram("inter_token_latency_seconds"),
  tpot: notExposed("Dynamo's frontend observes gaps between tokens, not the mean gap of each request."),
  e2e: histogram("request_duration_seconds"),
  "queue-time": notExposed(
    "Dynamo's frontend measures the time to the first token, but does not separate queue time from prefill time.",
  ),
  requests: counter(one("requests_total")),
  // The sum of prompt lengths is the only count of prompt tokens.
  "prompt-tokens": counter(one("input_sequence_tokens_sum")),
  "output-tokens": counter(one("output_tokens_total")),
  errors: counter({
    ...failed,
    matchers: [...(failed.matchers ?? []), { label: "error_type", operator: "!~", value: notFailures }],
  }),
  aborts: {
    kind: "counter",
    alternatives: [cancelled],
    whyNotCounted:
      "Newer frontends count cancelled requests with the label error_type, and no such series was observed yet. It is unknown whether this frontend counts cancelled requests.",
  },
  running: gauge({
    names: [...frontendMetricNames("active_requests"), ...frontendMetricNames("inflight_requests")],
    // The older name is still sent together with the newer name.
    namesCoexist: true,
  }),
  waiting: gauge(one("queued_requests")),
  "kv-usage": notExposed(
    "Dynamo's frontend reports the number of KV blocks of a model, not how many are in use. Scrape the engine's metrics.",
  ),
  "prompt-length": histogram("input_sequence_tokens"),
  "output-length": histogram("output_sequence_tokens"),
  "prefix-hit": {
    kind: "rate-ratio",
    numerators: [one("cached_tokens_sum")],
    denominators: [one("input_sequence_tokens_sum")],
    howToEnable: "Use an engine that reports the cached tokens of each request to Dynamo's frontend.",
  },
  "request-bytes": notExposed("Dynamo's frontend counts tokens, not bytes of request bodies."),
  "response-bytes": notExposed("Dynamo's frontend counts tokens, not bytes of response bodies."),
};

/**
 * Differences between the metrics of NVIDIA Dynamo's frontend and the definitions of the signals, shown with
 * their values.
 */
export const dynamoCaveats: NonNullable<Engine["caveats"]> = {
  ttft: "Measured at the frontend, including routing and the engine's queue. It is longer than the engine's TTFT.",
  e2e: "The first bucket edge above zero is 2 s, so percentiles below 2 s are not accurate. The mean is accurate.",
  "prompt-tokens":
    "Sum of the prompt lengths, including cached tokens, because the frontend has no counter of prompt tokens.",
  errors:
    "Requests that ended in an error, including overload refusals. Invalid requests, unknown models and disconnected clients are excluded. Older frontends count these three as errors too.",
  running:
    "Requests that have arrived at the frontend and have not finished. Unlike an engine's running batch, they include waiting requests.",
  waiting:
    "Requests that have arrived at the frontend and have no first token yet. Unlike the queue of an engine, they include requests in prefill.",
  "prefix-hit": "Requests whose engine reports no cached tokens count as misses.",
};
