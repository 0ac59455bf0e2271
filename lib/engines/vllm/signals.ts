/** Recipes for vLLM, with the metric names of its versions. Removed names follow their successors. */
import type { Engine } from "@/lib/engines/definitions/engine";
import { inferenceMethodMatcher, withFinishReason } from "@/lib/engines/definitions/outcomes";
import { counter, gauge, withLabels, type MetricRef, type Recipe } from "@/lib/engines/definitions/recipe";

/** Returns all spellings of a vLLM metric, such as `vllm:x` and `vllm_x`. */
export type SpellMetricName = (name: string) => readonly string[];

const mfuFlag = "Start vLLM with --enable-mfu-metrics.";
/**
 * Recipe for the sizes of HTTP bodies. The HTTP front end counts them for all models of its process. A custom front end
 * may not expose them.
 */
const bodySizes = (name: string): Recipe => ({
  kind: "counter",
  alternatives: [{ names: [name], matchedBy: "process" }],
  howToEnable: "Use vLLM's standard HTTP server (vllm serve). A custom front end may not expose body sizes.",
});
/** HTTP responses by status. Front ends report the status as a class, such as 5xx, or as a code. */
const httpResponses = (operator: "=~" | "!=", value: string): MetricRef => ({
  names: ["http_requests_total"],
  matchedBy: "process",
  matchers: [{ label: "status", operator, value }],
});
/**
 * Responses to inference requests, which have a body. Requests that list the models or check the version have none and
 * are not counted.
 */
const inferenceResponses = (operator: "=~" | "!=", value: string): MetricRef => {
  const responses = httpResponses(operator, value);
  return { ...responses, matchers: [...(responses.matchers ?? []), inferenceMethodMatcher] };
};
/**
 * Recipe for failed requests. The HTTP front end is the outermost layer of vLLM, and the only layer that counts refused
 * requests. Its metrics have no model label.
 */
const failuresOf = (endedWithError: readonly MetricRef[]): Recipe => ({
  kind: "counter",
  alternatives: [
    { ...inferenceResponses("=~", "5..|429"), layerRequests: inferenceResponses("!=", "") },
    ...endedWithError,
  ],
  countingTargetSeries: [httpResponses("!=", ""), ...endedWithError],
  whyNotCounted:
    'At least one instance does not count failed requests: it exposes neither finished_reason="error" nor http_requests_total.',
});
/**
 * Recipe for a counter of requests. Dynamo's mock engine has no such counter, but observes the duration of each
 * request.
 */
const countedOr = (counted: MetricRef, fallback: MetricRef): Recipe => ({
  kind: "counter",
  alternatives: [counted],
  fallback,
});
const speculative = "Start vLLM with speculative decoding, such as --speculative-config.";

/** Returns the recipes of vLLM's signals in one spelling of metric names. */
export function vllmSignals(spelling: SpellMetricName): Engine["signals"] {
  const one = (...names: readonly string[]): MetricRef => ({ names: names.flatMap(spelling) });
  const histogram = (...names: readonly string[]): Recipe => ({ kind: "histogram", metric: one(...names) });
  const estimate = (name: string): Recipe => ({
    kind: "counter",
    alternatives: [{ ...one(name), disabledIfZeroDespite: one("generation_tokens_total") }],
    howToEnable: mfuFlag,
  });
  // vLLM creates a series for every reason that it counts when it starts. Versions before December 2025 do not count
  // errors.
  const ended = (reason: string): readonly MetricRef[] =>
    withFinishReason(reason, one("request_success_total"));
  return {
    ttft: histogram("time_to_first_token_seconds"),
    // Until January 2026 the per-step gap was called time per output token. The per-request TPOT below is a different
    // metric.
    itl: histogram("inter_token_latency_seconds", "time_per_output_token_seconds"),
    tpot: {
      kind: "histogram",
      metric: one("request_time_per_output_token_seconds"),
      // vLLM records 0 for requests with one token, which lowers the histogram's mean. Decode time divided by all
      // tokens except the first of each request is exact. The three series increase when a request finishes, so they
      // cover the same requests.
      mean: {
        numerator: one("request_decode_time_seconds_sum"),
        minuend: one("request_generation_tokens_sum"),
        subtrahend: one("request_generation_tokens_count"),
      },
    },
    e2e: histogram("e2e_request_latency_seconds"),
    "queue-time": histogram("request_queue_time_seconds"),
    "prefill-time": histogram("request_prefill_time_seconds"),
    "decode-time": histogram("request_decode_time_seconds"),
    // Counts every finished request, including errors and aborts, despite its name.
    requests: countedOr(one("request_success_total"), one("e2e_request_latency_seconds_count")),
    "prompt-tokens": counter(one("prompt_tokens_total")),
    "output-tokens": counter(one("generation_tokens_total")),
    errors: failuresOf(ended("error")),
    aborts: {
      kind: "counter",
      alternatives: ended("abort"),
      countingTargetSeries: ended("abort"),
      whyNotCounted:
        'At least one instance does not count aborts: it does not expose finished_reason="abort".',
    },
    running: gauge(one("num_requests_running")),
    waiting: gauge(one("num_requests_waiting")),
    "kv-usage": gauge(one("kv_cache_usage_perc", "gpu_cache_usage_perc")),
    preemptions: counter(one("num_preemptions_total")),
    "prompt-length": histogram("request_prompt_tokens"),
    "output-length": histogram("request_generation_tokens"),
    // A histogram with the name suffix of a counter.
    "batch-tokens": histogram("iteration_tokens_total"),
    "prefix-hit": {
      kind: "rate-ratio",
      numerators: [one("prefix_cache_hits_total", "gpu_prefix_cache_hits_total")],
      denominators: [one("prefix_cache_queries_total", "gpu_prefix_cache_queries_total")],
      howToEnable: "Start vLLM with --enable-prefix-caching.",
    },
    "spec-accept": {
      kind: "rate-ratio",
      numerators: [one("spec_decode_num_accepted_tokens_total")],
      denominators: [one("spec_decode_num_draft_tokens_total")],
      howToEnable: speculative,
    },
    "request-bytes": bodySizes("http_request_size_bytes_sum"),
    "response-bytes": bodySizes("http_response_size_bytes_sum"),
    "kv-transfer-time": {
      kind: "histogram",
      metric: one("nixl_xfer_time_seconds"),
      howToEnable: "Use the NIXL connector to move KV caches between prefill and decode instances.",
    },
    flops: estimate("estimated_flops_per_gpu_total"),
    "read-bytes": estimate("estimated_read_bytes_per_gpu_total"),
    "write-bytes": estimate("estimated_write_bytes_per_gpu_total"),
    // 1 for the state of an instance, 0 for the others. The complement of awake covers both sleep levels.
    asleep: {
      kind: "gauge-ratio",
      numerator: withLabels(one("engine_sleep_state"), { sleep_state: "awake" }),
      denominator: one("engine_sleep_state"),
      isComplement: true,
      howToEnable: "Start vLLM with --enable-sleep-mode.",
    },
  };
}

/** Differences between the metrics of vLLM and the definitions of the signals, shown with their values. */
export const vllmCaveats: NonNullable<Engine["caveats"]> = {
  errors:
    "The HTTP front end counts the errors of its server process, not of each model. If the process serves several models, each model shows the errors of all models.",
  ttft: "Starts when the front end receives the request, so queue time is included. The field time_to_first_token_ms of vLLM's JSON responses starts at scheduling, so it is shorter.",
  itl: "One observation per engine step, not per token. With speculative decoding a step produces several tokens, so the gap is longer than the time per token. The first bucket edge is 10 ms, so percentiles below 10 ms are not accurate.",
  tpot: "vLLM records a TPOT of 0 for requests with one output token, which lowers the percentiles. The mean excludes these requests.",
  e2e: "The first bucket edge is 0.3 s, so percentiles below 0.3 s are not accurate. The mean is accurate.",
  "queue-time":
    "From the time a request is first queued until it is first scheduled. The second wait of a preempted request is excluded. The first bucket edge is 0.3 s, so percentiles below 0.3 s are not accurate. The mean is accurate.",
  "prefill-time":
    "The first bucket edge is 0.3 s, so percentiles below 0.3 s are not accurate. The mean is accurate.",
  "decode-time":
    "The first bucket edge is 0.3 s, so percentiles below 0.3 s are not accurate. The mean is accurate.",
  "prompt-tokens": "Includes cached prompt tokens.",
  requests: "Every finished request, including errors and aborts.",
};
