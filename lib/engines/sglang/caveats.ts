/** How SGLang's values deviate from the signals' definitions. */
import type { Engine } from "@/lib/engines/definitions/engine";

export const sglangCaveats: NonNullable<Engine["caveats"]> = {
  ttft: "The first bucket edge is 0.1 s, so percentiles below 0.1 s are not accurate. The mean is accurate. Requests without streaming are excluded, except in older versions.",
  itl: "Counted per token: an interval with several tokens counts once per token, with an equal share of its time. With speculative decoding it is shorter than vLLM's gap between steps.",
  tpot: "Sum of all gaps between tokens, divided by the number of tokens after the first.",
  "queue-time": "Observed by the scheduler. The bucket edges start at 1 ms.",
  "prefill-time":
    "From the first batch of a request to the end of its prefill, including all chunks. The first token is sent slightly later.",
  "decode-time":
    "Gaps between tokens are counted while a request runs, but requests are counted when they finish. The mean therefore lags while long requests run.",
  "prompt-tokens":
    "Prompt tokens are counted in every log interval, when they are computed or found in the cache. Tokens that a retracted request recomputes are counted again. Older versions add all tokens of a request when it finishes, so the rate jumps.",
  "output-tokens":
    "Counted in every log interval while requests run. Older versions add all tokens of a request when it finishes, so the rate jumps.",
  errors:
    "5xx and 429 responses of the HTTP server, except its health check. Errors after the start of a stream have status 200 and are not counted.",
  "kv-usage":
    "For models with several pools (full attention, sliding window, state space), the fullest pool.",
  preemptions: "SGLang calls a preemption a retraction.",
  "spec-accept": "A moving average of the engine, not the share over the displayed window.",
};
