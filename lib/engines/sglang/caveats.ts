/** How SGLang's values deviate from the signals' definitions. */
import type { Engine } from "@/lib/engines/definitions/engine";

/** Differences between the metrics of SGLang and the definitions of the signals, shown with their values. */
export const sglangCaveats: NonNullable<Engine["caveats"]> = {
  ttft: "The first bucket edge is 0.1 s, so percentiles below 0.1 s are not accurate. The mean is accurate. Only streamed requests are included. Older versions include all requests, because they do not distinguish streamed requests.",
  itl: "One observation per token. If a step produces several tokens, the time of the step is divided equally among these tokens. With speculative decoding, the values are therefore shorter than the values of vLLM, which are per step.",
  tpot: "Sum of all gaps between tokens, divided by the number of tokens except the first of each request.",
  "queue-time": "Observed by the scheduler. The bucket edges start at 1 ms.",
  "prefill-time":
    "From the first batch of a request to the end of its prefill, including all chunks. The first token is sent slightly later.",
  "decode-time":
    "Gaps between tokens are counted while a request runs, but requests are counted when they finish. The mean is therefore too high while the number of running requests grows, and too low while it falls.",
  "prompt-tokens":
    "Counted while requests run, when tokens are computed or found in the cache. Tokens that a preempted (retracted) request computes again are counted again. Older versions count all tokens of a request when it finishes, so the rate jumps.",
  "output-tokens":
    "Counted while requests run. Older versions count all tokens of a request when it finishes, so the rate jumps.",
  errors:
    "5xx and 429 responses of the HTTP server, except its health check. Errors after the start of a stream have status 200 and are not counted.",
  "kv-usage":
    "If a model has several cache pools (full attention, sliding window, state space), the value is that of the fullest pool.",
  preemptions: "SGLang calls a preemption a retraction.",
  "spec-accept": "A moving average that SGLang computes, not the share over the displayed window.",
};
