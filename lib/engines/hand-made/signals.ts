/** How a hand-made service answers each signal. Five names are all there is; each absence says the name that would be its own. */
import type { Engine } from "@/lib/engines/engine";
import { counter, histogram, metric, notExposed } from "@/lib/engines/recipe";

const phases = "The service times requests as a whole, to the first token and per token, not by phases.";
const noTokens = "The service does not count tokens.";
const inside = "The service stands before an engine and does not see its scheduler.";
const noBytes = "The service does not count the bytes of bodies.";
const noEstimate = "The service does not estimate what its engine computes and moves.";

export const handmadeSignals: Engine["signals"] = {
  ttft: histogram("llm_ttft_seconds"),
  itl: notExposed("The service observes the mean time per token of each request, not single gaps."),
  tpot: histogram("llm_tpot_seconds"),
  e2e: notExposed("The service observes the first token and the time per token, not the whole request."),
  "queue-time": notExposed(phases),
  "prefill-time": notExposed(phases),
  "decode-time": notExposed(phases),
  requests: counter(metric("llm_requests_total")),
  "prompt-tokens": notExposed(noTokens),
  "output-tokens": notExposed(noTokens),
  // A counter with a label for the kind of error appears with the first one.
  errors: counter({ ...metric("llm_errors_total"), zeroWhilePresent: metric("llm_requests_total") }),
  aborts: notExposed("The service does not tell requests that their client ended from others."),
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

export const handmadeCaveats: NonNullable<Engine["caveats"]> = {
  ttft: "Starts and ends where the service's own code says; its edges are whatever it declared.",
  tpot: "As the service's own code computes it: whether the first token is left out is not known.",
  errors: "Whatever the service counts as an error; client errors may be among them.",
};
