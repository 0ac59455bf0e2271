/** Where a number of SGLang means something else than its definition says. */
import type { Engine } from "@/lib/engines/engine";

export const sglangCaveats: NonNullable<Engine["caveats"]> = {
  ttft: "The first bucket edge is 0.1 s: percentiles below it are guesses, the mean is not. Requests that do not stream are left out; older versions count them too.",
  itl: "Counted per token: an interval that brought several tokens counts that many times at its share of it. With speculative decoding it is shorter than the gap between steps that vLLM tells.",
  tpot: "Time of all gaps between tokens over the number of tokens they brought.",
  "queue-time": "Observed by the scheduler. The edges reach down to 1 ms.",
  "prefill-time":
    "From the first batch a request is in to the end of its prefill, all chunks of it included; the first token leaves a moment later.",
  "decode-time":
    "Gaps count while a request runs and requests when they finish: the mean lags while long requests run.",
  "prompt-tokens":
    "Counted every log interval as they are computed or found in the cache: what a retracted request computes again counts again. Older versions count whole requests when they finish, in jumps.",
  "output-tokens":
    "Counted every log interval while requests run. Older versions count whole requests when they finish, in jumps.",
  errors:
    "5xx and 429 answers of the HTTP server, its health check left out. Errors that arrive after a stream began are answered with 200 and not among them.",
  "kv-usage":
    "Of models with several pools (full attention, sliding window, state space) the fullest pool is told.",
  preemptions: "SGLang calls it retraction.",
  "spec-accept": "A moving value of the engine's own, not the share of the window shown.",
};
