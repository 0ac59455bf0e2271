/**
 * How Triton's core answers each signal, whatever the backend: sums of microseconds over counts of requests, and one histogram in
 * milliseconds that has to be turned on.
 */
import type { Engine } from "@/lib/engines/engine";
import { counter, gauge, metric, notExposed, type MetricRef, type Recipe } from "@/lib/engines/recipe";

const succeeded = metric("nv_inference_request_success");
const failed = metric("nv_inference_request_failure");
const microseconds = 1e-6;

/** Versions that do not tell the reason lack the label; what they count is an error. */
const failedBut = (reason: string): MetricRef => ({
  ...failed,
  matches: [{ label: "reason", operator: "!=", value: reason }],
});
const meanOf = (name: string): Recipe => ({
  kind: "mean-only",
  sum: metric(name),
  count: succeeded,
  scale: microseconds,
  why: "Triton adds up microseconds in a counter: there is a mean and no percentiles.",
});
const noTokens = "Triton's core sees requests and responses, no tokens.";

export const tritonSignals: Engine["signals"] = {
  ttft: {
    kind: "histogram",
    metric: metric("nv_inference_first_response_histogram_ms"),
    scale: 0.001,
    flag: "Start Triton with --metrics-config histogram_latencies=true; only decoupled (streaming) models have it.",
  },
  itl: notExposed(noTokens),
  tpot: notExposed(noTokens),
  e2e: meanOf("nv_inference_request_duration_us"),
  "queue-time": meanOf("nv_inference_queue_duration_us"),
  "prefill-time": notExposed(
    "Triton's core sees one execution of a backend, not its prefill: nv_inference_compute_infer_duration_us holds all of it.",
  ),
  "decode-time": notExposed(
    "Triton's core sees one execution of a backend, not its decode: nv_inference_compute_infer_duration_us holds all of it.",
  ),
  requests: { kind: "counter", alternatives: [succeeded], plus: [failed] },
  "prompt-tokens": notExposed(noTokens),
  "output-tokens": notExposed(noTokens),
  errors: counter(failedBut("CANCELED")),
  aborts: {
    kind: "counter",
    alternatives: [
      {
        ...failed,
        matches: [{ label: "reason", operator: "=", value: "CANCELED" }],
        isZeroWhileMetricExists: true,
      },
    ],
  },
  running: notExposed(
    "Triton's core tells how many requests wait for a backend, not how many it is working on.",
  ),
  waiting: gauge(metric("nv_inference_pending_request_count")),
  "kv-usage": notExposed("Triton's core does not know whether a backend has a KV cache."),
  preemptions: notExposed("Triton's core does not know what a backend's scheduler pushes out."),
  "prompt-length": notExposed(noTokens),
  "output-length": notExposed(noTokens),
  "batch-tokens": notExposed(noTokens),
  "prefix-hit": notExposed("Triton's cache metrics are of whole responses, not of prompt prefixes."),
  "spec-accept": notExposed("Triton's core does not see speculative decoding in a backend."),
  "request-bytes": notExposed("Triton does not count the bytes of request bodies."),
  "response-bytes": notExposed("Triton does not count the bytes of response bodies."),
  "kv-transfer-time": notExposed("Triton's core does not see KV cache transfers of a backend."),
  flops: notExposed("Triton does not estimate floating-point operations."),
  "read-bytes": notExposed("Triton does not estimate bytes read from GPU memory."),
  "write-bytes": notExposed("Triton does not estimate bytes written to GPU memory."),
  asleep: notExposed("Triton loads and unloads models; none of its metrics tells a sleeping one."),
};

export const tritonCaveats: NonNullable<Engine["caveats"]> = {
  ttft: "From request to first response, of decoupled models. The edges are 0.1, 0.5, 2 and 5 s: percentiles are rough.",
  e2e: "Mean over requests that succeeded, from Triton receiving a request to its last response. Steps of an ensemble are models of their own.",
  "queue-time": "Mean time in Triton's own queue; what a backend queues inside is not in it.",
  errors: "Failed requests of any reason but a client's cancellation.",
  waiting: "Requests in Triton's own queue; what a backend queues inside is not among them.",
};
