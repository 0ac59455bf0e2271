/** Recipes for llama.cpp's server, which counts tokens and the seconds spent on them, but no requests. */
import type { Engine } from "@/lib/engines/definitions/engine";
import {
  counter,
  gauge,
  metricRef,
  notExposed,
  type MetricRef,
  type Recipe,
} from "@/lib/engines/definitions/recipe";

const computed = metricRef("llamacpp:prompt_tokens_total");
/**
 * Counter of cached tokens. Versions without this counter do not report cached tokens, so only computed tokens count.
 */
const cached: MetricRef = { ...metricRef("llamacpp:prompt_tokens_cached_total"), zeroWhilePresent: computed };
const noRequests =
  "The llama.cpp server counts tokens and seconds, not requests, so the time of an individual request is unknown.";
const noLengths =
  "The llama.cpp server counts tokens, not requests, so the number of tokens per request is unknown.";

const perToken: Recipe = {
  kind: "mean-only",
  sum: metricRef("llamacpp:tokens_predicted_seconds_total"),
  count: metricRef("llamacpp:tokens_predicted_total"),
  scale: 1,
  percentilesAbsentReason:
    "The llama.cpp server has no histograms. Seconds divided by tokens give a mean, but no percentiles.",
};

/** Maps the metrics of llama.cpp to signals. */
export const llamaCppSignals: Engine["signals"] = {
  ttft: notExposed(noRequests),
  itl: perToken,
  tpot: perToken,
  e2e: notExposed(noRequests),
  "queue-time": notExposed(noRequests),
  "prefill-time": notExposed(noRequests),
  "decode-time": notExposed(noRequests),
  requests: notExposed("The llama.cpp server does not count requests, only tokens and decode calls."),
  "prompt-tokens": { kind: "counter", alternatives: [computed], addedCounters: [cached] },
  "output-tokens": counter({ ...metricRef("llamacpp:tokens_predicted_total"), incrementsAtRequestEnd: true }),
  errors: notExposed("The llama.cpp server has no counter of errors."),
  aborts: notExposed("The llama.cpp server does not count requests aborted by their client."),
  running: gauge(metricRef("llamacpp:requests_processing")),
  waiting: gauge(metricRef("llamacpp:requests_deferred")),
  "kv-usage": {
    kind: "gauge",
    metric: metricRef("llamacpp:kv_cache_usage_ratio"),
    scale: 1,
    howToEnable:
      "Use an older version or a fork of llama.cpp that exposes this metric. Newer versions no longer expose it.",
  },
  preemptions: notExposed("The llama.cpp server does not count requests removed from a slot."),
  "prompt-length": notExposed(noLengths),
  "output-length": notExposed(noLengths),
  "batch-tokens": notExposed(
    "The llama.cpp server reports the mean number of busy slots per decode call since its start, not tokens.",
  ),
  "prefix-hit": {
    kind: "rate-ratio",
    numerators: [metricRef("llamacpp:prompt_tokens_cached_total")],
    denominators: [metricRef("llamacpp:prompt_tokens_cached_total"), computed],
    howToEnable: "Update llama.cpp to a version that counts cached prompt tokens.",
  },
  "spec-accept": {
    kind: "rate-ratio",
    numerators: [metricRef("llamacpp:spec_decode_num_accepted_tokens_total")],
    denominators: [metricRef("llamacpp:spec_decode_num_draft_tokens_total")],
    howToEnable: "Start a newer llama-server with a draft model (--model-draft).",
  },
  "request-bytes": notExposed("The llama.cpp server does not count the bytes of request bodies."),
  "response-bytes": notExposed("The llama.cpp server does not count the bytes of response bodies."),
  "kv-transfer-time": notExposed("The llama.cpp server does not move KV caches between instances."),
  flops: notExposed("The llama.cpp server does not estimate floating-point operations."),
  "read-bytes": notExposed("The llama.cpp server does not estimate bytes read from memory."),
  "write-bytes": notExposed("The llama.cpp server does not estimate bytes written to memory."),
  asleep: notExposed("The llama.cpp server can sleep when idle, but no metric reports it."),
};

/**
 * Differences between the metrics of llama.cpp and the definitions of the signals, shown with their values.
 */
export const llamaCppCaveats: NonNullable<Engine["caveats"]> = {
  itl: "Mean time per predicted token over all slots. Individual gaps between tokens are not observed.",
  tpot: "Seconds of prediction divided by all predicted tokens, including the first of each request.",
  "prompt-tokens":
    "Computed tokens and tokens found in the cache. Versions without a counter of cached tokens report only computed tokens.",
};
