/**
 * Recipes for SGLang. The front end counts each request once. The scheduler may count a request once per rank of an
 * engine, so its series are merged over ranks, but added over data-parallel replicas.
 */
import type { Engine } from "@/lib/engines/definitions/engine";
import { missingBeforeFirstEventText, inferenceMethodMatcher } from "@/lib/engines/definitions/outcomes";
import {
  counter,
  gauge,
  histogram,
  notExposed,
  withLabels,
  type LabelMatcher,
  type MetricRef,
  type Recipe,
} from "@/lib/engines/definitions/recipe";

const frontEnd = (name: string): MetricRef => ({ names: [`sglang:${name}`] });
const scheduler = (name: string): MetricRef => ({
  ...frontEnd(name),
  duplicateLabels: ["tp_rank", "pp_rank", "moe_ep_rank"],
});
const matching = (ref: MetricRef, ...matches: readonly LabelMatcher[]): MetricRef => ({
  ...ref,
  matchers: matches,
});

const tokens = scheduler("realtime_tokens_total");
const requests = frontEnd("num_requests_total");
const gaps = "sglang:inter_token_latency_seconds";
const responses: MetricRef = { ...frontEnd("http_responses_total"), matchedBy: "process" };
/** Health checks return 503 while the engine starts. */
const inferenceResponses = matching(
  responses,
  { label: "endpoint", operator: "!~", value: "/health.*" },
  inferenceMethodMatcher,
);
const mfuFlag = "Start SGLang with --enable-metrics --enable-mfu-metrics.";

/**
 * Returns the series of the total. With priority scheduling, each priority has a separate series, and the priority
 * label of the total is empty.
 */
const ofAllPriorities = (name: string): MetricRef => withLabels(scheduler(name), { priority: "" });
/** Gauge of SGLang's running requests, over all priorities. */
export const sglangRunningRequests = ofAllPriorities("num_running_reqs");
const estimate = (name: string): Recipe => ({
  kind: "counter",
  alternatives: [scheduler(name)],
  howToEnable: mfuFlag,
});

/** Maps the metrics of SGLang to signals. */
export const sglangSignals: Engine["signals"] = {
  // Requests without streaming have no separate first token. Older versions lack the label and count all
  // requests.
  ttft: {
    kind: "histogram",
    metric: matching(frontEnd("time_to_first_token_seconds"), {
      label: "is_streaming",
      operator: "!=",
      value: "false",
    }),
  },
  itl: histogram(gaps),
  // The sum of the gaps is the decode time, and their count is the number of tokens except the first of each request.
  // Their ratio is exactly the definition of mean TPOT.
  tpot: {
    kind: "mean-only",
    sum: { names: [`${gaps}_sum`] },
    count: { names: [`${gaps}_count`] },
    scale: 1,
    percentilesAbsentReason:
      "SGLang observes gaps between tokens, not the mean gap of each request. TPOT therefore has a mean, but no percentiles.",
  },
  e2e: histogram("sglang:e2e_request_latency_seconds"),
  "queue-time": { kind: "histogram", metric: scheduler("queue_time_seconds") },
  "prefill-time": {
    kind: "histogram",
    metric: withLabels(scheduler("per_stage_req_latency_seconds"), { stage: "prefill_forward" }),
    howToEnable: "Update SGLang to a version that measures the stages of a request.",
  },
  "decode-time": {
    kind: "mean-only",
    sum: { names: [`${gaps}_sum`] },
    count: frontEnd("e2e_request_latency_seconds_count"),
    scale: 1,
    percentilesAbsentReason:
      "SGLang does not measure the decode stage of a request. The sum of the gaps between tokens gives its mean, but no percentiles.",
  },
  requests: counter(requests),
  // The scheduler's counters increase while requests run. The front end's counters increase by a complete request
  // when it finishes.
  "prompt-tokens": counter(
    matching(tokens, { label: "mode", operator: "=~", value: "prefill_compute|prefill_cache" }),
    frontEnd("prompt_tokens_total"),
  ),
  "output-tokens": counter(withLabels(tokens, { mode: "decode" }), {
    ...frontEnd("generation_tokens_total"),
    incrementsAtRequestEnd: true,
  }),
  errors: {
    kind: "counter",
    alternatives: [
      {
        ...matching(
          responses,
          { label: "status_code", operator: "=~", value: "5..|429" },
          ...(inferenceResponses.matchers ?? []),
        ),
        layerRequests: inferenceResponses,
      },
    ],
    countingTargetSeries: [responses],
    whyNotCounted:
      "At least one instance does not count failed requests: it does not expose sglang:http_responses_total.",
    howToEnable: "Update SGLang to a version that counts HTTP responses.",
  },
  aborts: {
    kind: "counter",
    alternatives: [
      { ...frontEnd("num_aborted_requests_total"), zeroUntilFirstEvent: { zeroWhilePresent: requests } },
    ],
    whyNotCounted: missingBeforeFirstEventText({ server: "SGLang", event: "abort" }),
    howToEnable: "Update SGLang to a version that counts aborted requests.",
  },
  running: gauge(sglangRunningRequests),
  waiting: gauge(ofAllPriorities("num_queue_reqs")),
  "kv-usage": gauge(scheduler("token_usage")),
  preemptions: {
    kind: "counter",
    alternatives: [
      { ...scheduler("num_retracted_requests_total"), zeroUntilFirstEvent: { zeroWhilePresent: requests } },
    ],
    whyNotCounted: missingBeforeFirstEventText({ server: "SGLang", event: "retracted request" }),
    howToEnable: "Update SGLang to a version that counts retracted requests.",
  },
  "prompt-length": histogram("sglang:prompt_tokens_histogram"),
  "output-length": histogram("sglang:generation_tokens_histogram"),
  "batch-tokens": notExposed(
    "SGLang counts the tokens of all steps together, not the tokens of an individual step.",
  ),
  // Both counters increase when a request finishes, so they cover the same prompts.
  "prefix-hit": {
    kind: "rate-ratio",
    numerators: [
      {
        ...frontEnd("cached_tokens_total"),
        zeroUntilFirstEvent: { zeroWhilePresent: frontEnd("prompt_tokens_total") },
      },
    ],
    denominators: [frontEnd("prompt_tokens_total")],
  },
  "spec-accept": {
    kind: "gauge",
    metric: scheduler("spec_accept_rate"),
    scale: 1,
    howToEnable: "Start SGLang with speculative decoding, such as --speculative-algorithm.",
  },
  "request-bytes": notExposed("SGLang counts HTTP requests but not the bytes of their bodies."),
  "response-bytes": notExposed("SGLang counts HTTP responses but not the bytes of their bodies."),
  "kv-transfer-time": {
    kind: "histogram",
    metric: scheduler("kv_transfer_latency_ms"),
    scale: 0.001,
    howToEnable: "Run prefill and decode on separate instances (--disaggregation-mode).",
  },
  flops: estimate("estimated_flops_per_gpu_total"),
  "read-bytes": estimate("estimated_read_bytes_per_gpu_total"),
  "write-bytes": estimate("estimated_write_bytes_per_gpu_total"),
  asleep: notExposed("SGLang can release its memory, but no metric reports it."),
};
