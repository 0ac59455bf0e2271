/** Recipes for TGI. It observes requests and batches, but no individual tokens; its counters do not end in `_total`. */
import type { Engine } from "@/lib/engines/definitions/engine";
import { missingBeforeFirstEventText } from "@/lib/engines/definitions/outcomes";
import {
  counter,
  gauge,
  histogram,
  metricRef,
  notExposed,
  withLabels,
  type Recipe,
} from "@/lib/engines/definitions/recipe";

const received = metricRef("tgi_request_count");
/** Recipe for requests with one kind of failure. The series of a kind appears with its first event. */
const failed = (pattern: string, event: string): Recipe => ({
  kind: "counter",
  alternatives: [
    {
      names: ["tgi_request_failure"],
      matchers: [{ label: "err", operator: "=~", value: pattern }],
      zeroUntilFirstEvent: { zeroWhilePresent: received },
    },
  ],
  whyNotCounted: missingBeforeFirstEventText({ server: "TGI", event }),
});

/** Maps the metrics of Text Generation Inference to signals. */
export const tgiSignals: Engine["signals"] = {
  ttft: notExposed("TGI does not observe the first token. See queue time and end-to-end time."),
  itl: {
    kind: "histogram",
    metric: withLabels(metricRef("tgi_batch_inference_duration"), { method: "decode" }),
  },
  tpot: {
    kind: "histogram",
    metric: metricRef("tgi_request_mean_time_per_token_duration"),
    mean: {
      numerator: metricRef("tgi_request_inference_duration_sum"),
      minuend: metricRef("tgi_request_generated_tokens_sum"),
      subtrahend: metricRef("tgi_request_generated_tokens_count"),
    },
  },
  e2e: histogram("tgi_request_duration"),
  "queue-time": histogram("tgi_request_queue_duration"),
  // TGI also measures the prefill of batches, but all requests of a batch share one prefill, so that the sum over
  // batches is not the sum over requests.
  "prefill-time": notExposed(
    "TGI measures the prefill of complete batches, not of a request. tgi_request_inference_duration covers prefill and decode together.",
  ),
  "decode-time": notExposed(
    "TGI measures the decode steps of complete batches, not of a request. tgi_request_inference_duration covers prefill and decode together.",
  ),
  requests: counter({ ...received, countsArrivals: true }),
  "prompt-tokens": counter(metricRef("tgi_request_input_length_sum")),
  "output-tokens": counter({
    ...metricRef("tgi_request_generated_tokens_sum"),
    incrementsAtRequestEnd: true,
  }),
  errors: failed("overloaded|incomplete|generation", "failed request"),
  aborts: failed("dropped", "abort"),
  running: gauge(metricRef("tgi_batch_current_size")),
  waiting: gauge(metricRef("tgi_queue_size")),
  "kv-usage": {
    kind: "gauge-ratio",
    numerator: metricRef("tgi_batch_current_max_tokens"),
    denominator: metricRef("tgi_batch_max_total_tokens"),
    isPerSeries: true,
  },
  preemptions: notExposed(
    "TGI reserves the full token budget of a request before it starts, and counts no preemptions.",
  ),
  "prompt-length": histogram("tgi_request_input_length"),
  "output-length": histogram("tgi_request_generated_tokens"),
  "batch-tokens": notExposed("TGI reports the number of requests in a batch, not of tokens."),
  "prefix-hit": notExposed("TGI caches prefixes, but no metric reports cache hits."),
  "spec-accept": notExposed(
    "TGI counts the accepted tokens, but not the drafted tokens, so no share can be computed.",
  ),
  "request-bytes": notExposed("TGI does not count the bytes of request bodies."),
  "response-bytes": notExposed("TGI does not count the bytes of response bodies."),
  "kv-transfer-time": notExposed("TGI does not move KV caches between instances."),
  flops: notExposed("TGI does not estimate floating-point operations."),
  "read-bytes": notExposed("TGI does not estimate bytes read from GPU memory."),
  "write-bytes": notExposed("TGI does not estimate bytes written to GPU memory."),
  asleep: notExposed("TGI has no sleep mode."),
};

/**
 * Differences between the metrics of Text Generation Inference and the definitions of the signals, shown
 * with their values.
 */
export const tgiCaveats: NonNullable<Engine["caveats"]> = {
  itl: "Time of one decode step of the complete batch, observed once per step and not once per request. Steps of large and small batches have the same weight.",
  tpot: "TGI includes prefill, so the value is longer than in other engines. Percentiles: inference time of a request divided by all its tokens. Mean: total inference time divided by all tokens except the first of each request.",
  e2e: "Successful requests only.",
  requests: "Counted when a request arrives, including refused requests.",
  "prompt-tokens": "All prompt tokens of a request are counted at once, so the rate jumps with long prompts.",
  "output-tokens":
    "All output tokens of a request are counted when it finishes, so the rate jumps with long outputs.",
  errors:
    "Overload refusals and failed or incomplete generations. Malformed requests (validation, template) are excluded.",
  aborts: 'Requests whose client disconnected while tokens were sent (err="dropped").',
  "kv-usage":
    "Tokens reserved for the running batch at its maximum length, divided by the maximum number of tokens of a batch. This is the best available estimate of the KV cache in use, because TGI does not report the use.",
};
