/**
 * Recipes for trtllm-serve. Requests are observed when they finish (return_perf_metrics). Gauges and cache blocks are
 * iteration statistics (enable_iter_perf_stats). Dynamo's mock engine reports some of them with a colon in the
 * prefix, and no counter of requests.
 */
import type { Engine } from "@/lib/engines/definitions/engine";
import { missingBeforeFirstEventText, withFinishReason } from "@/lib/engines/definitions/outcomes";
import {
  counter,
  histogram,
  metricRef,
  notExposed,
  type MetricRef,
  type Recipe,
} from "@/lib/engines/definitions/recipe";

const iterationFlag = "Set enable_iter_perf_stats: true in trtllm-serve's configuration.";
const speculative = "Set a speculative_config in trtllm-serve's configuration.";

const finished = metricRef("trtllm_request_success_total");
const timed = metricRef("trtllm:e2e_request_latency_seconds_count");
const refused = metricRef("trtllm_request_error_total");
const reused = metricRef("trtllm_kv_cache_reused_blocks_total");
const missed = metricRef("trtllm_kv_cache_missed_blocks_total");
const firstTokens = metricRef("trtllm_time_to_first_token_seconds_count");

const underBoth = (name: string): readonly [string, string] => [`trtllm_${name}`, `trtllm:${name}`];
const level = (...names: readonly string[]): Recipe => ({
  kind: "gauge",
  metric: metricRef(...names),
  scale: 1,
  howToEnable: iterationFlag,
});
const lengthOf = (sum: MetricRef): Recipe => ({
  kind: "mean-only",
  sum,
  count: finished,
  scale: 1,
  percentilesAbsentReason:
    "TensorRT-LLM counts tokens, but has no histogram of tokens per request. There is a mean, but there are no percentiles.",
});

/** Maps the metrics of `trtllm-serve` to signals. */
export const trtllmSignals: Engine["signals"] = {
  ttft: histogram(...underBoth("time_to_first_token_seconds")),
  itl: notExposed(
    "TensorRT-LLM does not observe gaps between tokens, only each request's time per output token (TPOT).",
  ),
  tpot: {
    kind: "histogram",
    metric: metricRef("trtllm_time_per_output_token_seconds"),
    // Each request is weighted by its tokens. All three counters increase when a request finishes.
    mean: {
      numerator: metricRef("trtllm_request_decode_time_seconds_sum"),
      minuend: metricRef("trtllm_generation_tokens_total"),
      subtrahend: firstTokens,
    },
  },
  e2e: histogram(...underBoth("e2e_request_latency_seconds")),
  "queue-time": histogram("trtllm_request_queue_time_seconds"),
  "prefill-time": histogram("trtllm_request_prefill_time_seconds"),
  "decode-time": histogram("trtllm_request_decode_time_seconds"),
  // Despite its name, the counter includes all finish reasons. It does not include requests that the HTTP server
  // refused.
  requests: {
    kind: "counter",
    alternatives: [finished, timed],
    addedCounters: [{ ...refused, zeroWhilePresent: metricRef(...finished.names, ...timed.names) }],
  },
  "prompt-tokens": counter(metricRef("trtllm_prompt_tokens_total")),
  "output-tokens": counter({ ...metricRef("trtllm_generation_tokens_total"), incrementsAtRequestEnd: true }),
  errors: {
    kind: "counter",
    alternatives: [
      {
        ...refused,
        matchers: [{ label: "http_code", operator: "=~", value: "5..|429" }],
        zeroUntilFirstEvent: { zeroWhilePresent: finished, onceObserved: refused },
      },
    ],
    whyNotCounted: missingBeforeFirstEventText({ server: "TensorRT-LLM", event: "refused request" }),
  },
  aborts: {
    kind: "counter",
    alternatives: withFinishReason("cancelled", finished).map((ref) => ({
      ...ref,
      zeroUntilFirstEvent: { zeroWhilePresent: finished },
    })),
    whyNotCounted: missingBeforeFirstEventText({ server: "TensorRT-LLM", event: "abort" }),
  },
  running: level(...underBoth("num_requests_running")),
  waiting: level(...underBoth("num_requests_waiting")),
  "kv-usage": level("trtllm_kv_cache_utilization", "trtllm:kv_cache_usage_perc"),
  preemptions: notExposed(
    "TensorRT-LLM reports how many requests are paused now (trtllm_num_paused_requests), not how often requests were paused.",
  ),
  "prompt-length": lengthOf(metricRef("trtllm_prompt_tokens_total")),
  "output-length": lengthOf(metricRef("trtllm_generation_tokens_total")),
  "batch-tokens": notExposed(
    "TensorRT-LLM observes the prompt tokens of a step (trtllm_prefill_batch_tokens) without its output tokens.",
  ),
  // The series of each kind of block appears with the first event.
  "prefix-hit": {
    kind: "rate-ratio",
    numerators: [{ ...reused, zeroWhilePresent: missed }],
    denominators: [
      { ...reused, zeroWhilePresent: missed },
      { ...missed, zeroWhilePresent: reused },
    ],
    howToEnable: iterationFlag,
  },
  "spec-accept": {
    kind: "rate-ratio",
    numerators: [
      {
        ...metricRef("trtllm_spec_decode_num_accepted_tokens_total"),
        zeroWhilePresent: metricRef("trtllm_spec_decode_num_draft_tokens_total"),
      },
    ],
    denominators: [metricRef("trtllm_spec_decode_num_draft_tokens_total")],
    howToEnable: speculative,
  },
  "request-bytes": notExposed("TensorRT-LLM does not count the bytes of request bodies."),
  "response-bytes": notExposed("TensorRT-LLM does not count the bytes of response bodies."),
  "kv-transfer-time": notExposed("TensorRT-LLM has no Prometheus metric for the time of KV cache transfers."),
  flops: notExposed("TensorRT-LLM does not estimate floating-point operations."),
  "read-bytes": notExposed("TensorRT-LLM does not estimate bytes read from GPU memory."),
  "write-bytes": notExposed("TensorRT-LLM does not estimate bytes written to GPU memory."),
  asleep: notExposed("TensorRT-LLM has no metric for sleeping instances."),
};

const coarse =
  "The first bucket edge is 0.3 s, so percentiles below 0.3 s are not accurate. The mean is accurate.";

/**
 * Differences between the metrics of `trtllm-serve` and the definitions of the signals, shown with their
 * values.
 */
export const trtllmCaveats: NonNullable<Engine["caveats"]> = {
  tpot: "Requests with one output token are excluded from the percentiles. Mean: total decode time divided by all tokens except the first of each request.",
  e2e: coarse,
  "queue-time": coarse,
  "decode-time": coarse,
  requests: "Requests that finished for any reason, and requests that the HTTP server refused with an error.",
  "prompt-tokens":
    "All prompt tokens of a request are counted when it finishes, so the rate jumps with long prompts.",
  "output-tokens":
    "All output tokens of a request are counted when it finishes, so the rate jumps with long outputs.",
  errors: "Responses of the HTTP server with 5xx or 429. Other 4xx are excluded.",
  "prefix-hit": "Share of KV cache blocks, not of tokens.",
};
