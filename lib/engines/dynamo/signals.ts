/** How Dynamo's frontend answers each signal. What its workers re-export speaks of the same requests and is not asked here. */
import { notExposedByGateway } from "@/lib/engines/behind-gateway";
import type { Engine } from "@/lib/engines/engine";
import { counter, gauge, notExposed, withLabels, type MetricRef, type Recipe } from "@/lib/engines/recipe";

/** NIM renames the frontend's prefix by DYN_METRICS_PREFIX. */
export const names = (name: string): readonly string[] => [
  `dynamo_frontend_${name}`,
  `nv_llm_http_service_${name}`,
];
const one = (name: string): MetricRef => ({ names: names(name) });
const histogram = (name: string): Recipe => ({ kind: "histogram", metric: one(name) });

/** Refusals of what was asked, and clients that went away, are not failures of the service. */
const notFailures = "validation|not_found|cancelled";
const failed: MetricRef = {
  ...withLabels(one("requests_total"), { status: "error" }),
  isZeroWhileMetricExists: true,
};

export const dynamoSignals: Engine["signals"] = {
  ...notExposedByGateway("Dynamo's frontend"),
  ttft: { kind: "histogram", metric: one("time_to_first_token_seconds"), reports: "all" },
  itl: histogram("inter_token_latency_seconds"),
  tpot: notExposed("Dynamo's frontend observes gaps between tokens, not the mean gap of each request."),
  e2e: histogram("request_duration_seconds"),
  "queue-time": notExposed(
    "Dynamo's frontend counts the requests without a first token, but does not time their wait apart from prefill.",
  ),
  requests: counter(one("requests_total")),
  // The sum of prompt lengths is the only count of prompt tokens there is.
  "prompt-tokens": counter(one("input_sequence_tokens_sum")),
  "output-tokens": counter(one("output_tokens_total")),
  errors: counter({
    ...failed,
    matches: [...(failed.matches ?? []), { label: "error_type", operator: "!~", value: notFailures }],
  }),
  aborts: counter({ ...withLabels(failed, { error_type: "cancelled" }) }),
  running: gauge({
    names: [...names("active_requests"), ...names("inflight_requests")],
    // The older name is still sent beside the newer one.
    namesCoexist: true,
  }),
  waiting: gauge(one("queued_requests")),
  "kv-usage": notExposed(
    "Dynamo's frontend tells how many KV blocks a model has, not how many are in use; the engine's own metrics do.",
  ),
  "prompt-length": histogram("input_sequence_tokens"),
  "output-length": histogram("output_sequence_tokens"),
  "prefix-hit": {
    kind: "rate-ratio",
    parts: [one("cached_tokens_sum")],
    totals: [one("input_sequence_tokens_sum")],
    flag: "Sent by frontends that get the cached tokens of each request from their engine.",
  },
  "request-bytes": notExposed("Dynamo's frontend counts tokens, not bytes of request bodies."),
  "response-bytes": notExposed("Dynamo's frontend counts tokens, not bytes of response bodies."),
};

export const dynamoCaveats: NonNullable<Engine["caveats"]> = {
  ttft: "Seen at the frontend, with routing and the engine's queue inside: longer than the engine's own figure.",
  e2e: "The first bucket edge above zero is 2 s: percentiles below it are guesses, the mean is not.",
  "prompt-tokens":
    "The sum of the prompt lengths, since the frontend has no counter of prompt tokens; cached ones included.",
  errors:
    "Requests that ended in an error, overload refusals included; invalid requests, unknown models and clients that went away are left out. Older frontends do not tell these apart and count all of them.",
  aborts: "Frontends that do not tell error types apart show zero here.",
  running:
    "From the frontend taking a request in to its last token: those that wait are inside, unlike in an engine's running batch.",
  waiting:
    "From the frontend taking a request in to its first token: prefill is inside, so this is no pure queue.",
  "prefix-hit": "Requests whose engine reports no cached tokens count as missed.",
};
