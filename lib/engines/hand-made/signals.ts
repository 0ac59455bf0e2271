/**
 * Recipes for a manually instrumented service, which has only five metrics. For each absent signal, the reason states
 * what the service does not measure.
 */
import type { Engine } from "@/lib/engines/definitions/engine";
import { missingBeforeFirstEventText } from "@/lib/engines/definitions/outcomes";
import { counter, histogram, metricRef, notExposed } from "@/lib/engines/definitions/recipe";

const phases =
  "The service measures the time to the first token and the time per token, not the phases of a request.";
const noTokens = "The service does not count tokens.";
const inside = "The service is in front of an engine and has no access to its scheduler.";
const noBytes = "The service does not measure the size of request and response bodies.";
const noEstimate = "The service does not estimate the FLOPs and the memory traffic of its engine.";

/** Maps the `llm_*` metrics of manually instrumented services to signals. */
export const handmadeSignals: Engine["signals"] = {
  ttft: histogram("llm_ttft_seconds"),
  itl: notExposed(
    "The service measures the mean time per token of each request, not individual gaps between tokens.",
  ),
  tpot: histogram("llm_tpot_seconds"),
  e2e: notExposed(
    "The service measures the time to the first token and the time per token, not the time of the complete request.",
  ),
  "queue-time": notExposed(phases),
  "prefill-time": notExposed(phases),
  "decode-time": notExposed(phases),
  requests: counter(metricRef("llm_requests_total")),
  "prompt-tokens": notExposed(noTokens),
  "output-tokens": notExposed(noTokens),
  // A counter labelled with the kind of error appears with the first error.
  errors: {
    kind: "counter",
    alternatives: [
      {
        ...metricRef("llm_errors_total"),
        zeroUntilFirstEvent: { zeroWhilePresent: metricRef("llm_requests_total") },
      },
    ],
    whyNotCounted: missingBeforeFirstEventText({ server: "The service", event: "error" }),
  },
  aborts: notExposed("The service has no separate count of requests aborted by their clients."),
  running: notExposed(inside),
  waiting: notExposed(inside),
  "kv-usage": notExposed(inside),
  preemptions: notExposed(inside),
  "prompt-length": notExposed(noTokens),
  "output-length": notExposed(noTokens),
  "batch-tokens": notExposed(inside),
  "prefix-hit": notExposed(inside),
  "spec-accept": notExposed(inside),
  "request-bytes": notExposed(noBytes),
  "response-bytes": notExposed(noBytes),
  "kv-transfer-time": notExposed(inside),
  flops: notExposed(noEstimate),
  "read-bytes": notExposed(noEstimate),
  "write-bytes": notExposed(noEstimate),
  asleep: notExposed(inside),
};

/**
 * Differences between the metrics named `llm_*` of such services and the definitions of the
 * signals, shown with their values.
 */
export const handmadeCaveats: NonNullable<Engine["caveats"]> = {
  ttft: "The service's code defines its start, end and bucket edges.",
  tpot: "As computed by the service's code. Whether it excludes the first token is unknown.",
  errors: "All requests that the service counts as errors, possibly including client errors.",
};
