/** How TGI answers each signal. It observes requests and batches, but no single token; its counters do not end in `_total`. */
import type { Engine } from "@/lib/engines/engine";
import {
  counter,
  gauge,
  histogram,
  metric,
  notExposed,
  withLabels,
  type MetricRef,
} from "@/lib/engines/recipe";

const received = metric("tgi_request_count");
/** Failures appear with their first event, each kind by itself. */
const failed = (pattern: string): MetricRef => ({
  names: ["tgi_request_failure"],
  matches: [{ label: "err", operator: "=~", value: pattern }],
  zeroWhilePresent: received,
});

export const tgiSignals: Engine["signals"] = {
  ttft: notExposed(
    "TGI observes no first token: queue time and end-to-end time are all that stands around it.",
  ),
  itl: {
    kind: "histogram",
    metric: withLabels(metric("tgi_batch_inference_duration"), { method: "decode" }),
  },
  tpot: {
    kind: "histogram",
    metric: metric("tgi_request_mean_time_per_token_duration"),
    mean: {
      numerator: metric("tgi_request_inference_duration_sum"),
      minuend: metric("tgi_request_generated_tokens_sum"),
      subtrahend: metric("tgi_request_generated_tokens_count"),
    },
  },
  e2e: histogram("tgi_request_duration"),
  "queue-time": histogram("tgi_request_queue_duration"),
  // Batches are timed too, but a batch's prefill is shared by all its requests: its sum is no part of theirs.
  "prefill-time": notExposed(
    "TGI times the prefill of whole batches, not of a request: tgi_request_inference_duration holds prefill and decode together.",
  ),
  "decode-time": notExposed(
    "TGI times the decode steps of whole batches, not of a request: tgi_request_inference_duration holds prefill and decode together.",
  ),
  requests: counter(received),
  "prompt-tokens": counter(metric("tgi_request_input_length_sum")),
  "output-tokens": counter({ ...metric("tgi_request_generated_tokens_sum"), incrementsAtRequestEnd: true }),
  errors: counter(failed("overloaded|incomplete|generation")),
  aborts: counter(failed("dropped")),
  running: gauge(metric("tgi_batch_current_size")),
  waiting: gauge(metric("tgi_queue_size")),
  "kv-usage": {
    kind: "level-ratio",
    part: metric("tgi_batch_current_max_tokens"),
    total: metric("tgi_batch_max_total_tokens"),
    each: true,
  },
  preemptions: notExposed(
    "TGI reserves a request's whole token budget before it starts and counts no preemptions.",
  ),
  "prompt-length": histogram("tgi_request_input_length"),
  "output-length": histogram("tgi_request_generated_tokens"),
  "batch-tokens": notExposed("TGI tells how many requests a batch has, not how many tokens."),
  "prefix-hit": notExposed("TGI caches prefixes, but no metric tells how often one was found."),
  "spec-accept": notExposed(
    "TGI sums up the tokens that speculation skipped, but not how many were drafted: no share follows.",
  ),
  "request-bytes": notExposed("TGI does not count the bytes of request bodies."),
  "response-bytes": notExposed("TGI does not count the bytes of response bodies."),
  "kv-transfer-time": notExposed("TGI does not move KV caches between instances."),
  flops: notExposed("TGI does not estimate floating-point operations."),
  "read-bytes": notExposed("TGI does not estimate bytes read from GPU memory."),
  "write-bytes": notExposed("TGI does not estimate bytes written to GPU memory."),
  asleep: notExposed("TGI has no sleep mode."),
};

export const tgiCaveats: NonNullable<Engine["caveats"]> = {
  itl: "Time of one decode step of the whole batch, observed once per step and not once per request: steps of large and of small batches count the same.",
  tpot: "Prefill is inside: inference time over generated tokens, so that this is longer than the time per token of other engines. The mean is Σ inference time over Σ tokens after the first ones.",
  e2e: "Of requests that succeeded.",
  requests: "Counted when they arrive, refused ones included.",
  "prompt-tokens": "Counted by whole requests: the rate jumps with long prompts.",
  "output-tokens": "Counted by whole requests when they finish: the rate jumps with long outputs.",
  errors:
    "Overload refusals and failed or incomplete generations. Requests that were malformed (validation, template) are not among them.",
  aborts: 'Requests whose client went away while tokens were sent (err="dropped").',
  "kv-usage":
    "Tokens that the running batch may grow to, over the budget of all batches: what is reserved, the nearest to KV cache in use.",
};
