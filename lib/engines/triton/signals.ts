/**
 * Recipes for Triton's core with any backend: sums of microseconds divided by request counts, and one optional
 * histogram in milliseconds.
 */
import type { Engine } from "@/lib/engines/definitions/engine";
import {
  counter,
  gauge,
  metricRef,
  notExposed,
  type MetricRef,
  type Recipe,
} from "@/lib/engines/definitions/recipe";

const succeeded = metricRef("nv_inference_request_success");
const failed = metricRef("nv_inference_request_failure");
const microseconds = 1e-6;

/**
 * Counter of failed requests, except those with this reason. Versions that do not report reasons lack the label, so all
 * their failures count as errors.
 */
const failedBut = (reason: string): MetricRef => ({
  ...failed,
  matchers: [{ label: "reason", operator: "!=", value: reason }],
});
const meanOf = (name: string): Recipe => ({
  kind: "mean-only",
  sum: metricRef(name),
  count: succeeded,
  scale: microseconds,
  percentilesAbsentReason:
    "Triton exposes this time as a counter without buckets. There is a mean, but there are no percentiles.",
});
const noTokens = "Triton's core counts requests and responses, not tokens.";

/** Recipes for Triton's signals. */
export const tritonSignals: Engine["signals"] = {
  ttft: {
    kind: "histogram",
    metric: metricRef("nv_inference_first_response_histogram_ms"),
    scale: 0.001,
    howToEnable:
      "Start Triton with --metrics-config histogram_latencies=true. Only decoupled (streaming) models expose this histogram.",
  },
  itl: notExposed(noTokens),
  tpot: notExposed(noTokens),
  e2e: meanOf("nv_inference_request_duration_us"),
  "queue-time": meanOf("nv_inference_queue_duration_us"),
  "prefill-time": notExposed(
    "Triton's core measures each backend execution as a unit, not its prefill separately. See nv_inference_compute_infer_duration_us.",
  ),
  "decode-time": notExposed(
    "Triton's core measures each backend execution as a unit, not its decode separately. See nv_inference_compute_infer_duration_us.",
  ),
  requests: { kind: "counter", alternatives: [succeeded], addedCounters: [failed] },
  "prompt-tokens": notExposed(noTokens),
  "output-tokens": notExposed(noTokens),
  errors: counter(failedBut("CANCELED")),
  aborts: {
    kind: "counter",
    alternatives: [
      {
        ...failed,
        matchers: [{ label: "reason", operator: "=", value: "CANCELED" }],
        // Triton creates the series of all reasons when it starts.
        zeroWhilePresent: { ...failed, matchers: [{ label: "reason", operator: "!=", value: "" }] },
      },
    ],
    whyNotCounted: "This version of Triton counts failed requests without their reason.",
  },
  running: notExposed(
    "Triton's core reports how many requests wait for a backend, but not how many the backend is processing.",
  ),
  waiting: gauge(metricRef("nv_inference_pending_request_count")),
  "kv-usage": notExposed("Triton's core has no information about a backend's KV cache."),
  preemptions: notExposed("Triton's core has no information about preemptions in a backend's scheduler."),
  "prompt-length": notExposed(noTokens),
  "output-length": notExposed(noTokens),
  "batch-tokens": notExposed(noTokens),
  "prefix-hit": notExposed("Triton's cache metrics cover complete responses, not prompt prefixes."),
  "spec-accept": notExposed("Triton's core does not observe speculative decoding in a backend."),
  "request-bytes": notExposed("Triton does not count the bytes of request bodies."),
  "response-bytes": notExposed("Triton does not count the bytes of response bodies."),
  "kv-transfer-time": notExposed("Triton's core does not observe KV cache transfers of a backend."),
  flops: notExposed("Triton does not estimate floating-point operations."),
  "read-bytes": notExposed("Triton does not estimate bytes read from GPU memory."),
  "write-bytes": notExposed("Triton does not estimate bytes written to GPU memory."),
  asleep: notExposed("Triton loads and unloads models, but has no metric for sleeping models."),
};

/** Differences between the metrics of Triton and the definitions of the signals, shown with their values. */
export const tritonCaveats: NonNullable<Engine["caveats"]> = {
  ttft: "From request to first response, for decoupled models. The bucket edges are 0.1, 0.5, 2 and 5 s, so percentiles are imprecise.",
  e2e: "Mean over successful requests, from the arrival in Triton to the last response. Steps of an ensemble are separate models.",
  "queue-time": "Mean time in Triton's queue. The backend's queue is excluded.",
  errors: "Requests that failed for any reason except cancellation by the client.",
  waiting: "Requests in Triton's queue. The backend's queue is excluded.",
};
