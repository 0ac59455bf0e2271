/**
 * What each engine's numbers should come to, in terms of what really happened, as the catalogue of its metrics describes them:
 * which requests it counts, when it counts them, and from where to where it times them.
 */
import {
  about,
  amount,
  events,
  fullest,
  level,
  meanOnly,
  metricAbsent,
  noSamples,
  observed,
  perToken,
  running,
  shareOf,
  waiting,
  zero,
  type Expectations,
  type Expected,
} from "./expected";

/** Everything about a request is told when it ends, whatever its end; phases and lengths of those with a first token alone. */
export const vllmOld: Expectations = {
  ttft: observed("first"),
  itl: observed("gap"),
  // Its histogram came later; nothing tells the time of all gaps of a request.
  tpot: meanOnly(perToken("decodeOfBegun", "outputOfBegun")),
  e2e: observed("e2eOfAll"),
  "queue-time": observed("queueOfAll"),
  "prefill-time": observed("prefillOfBegun"),
  "decode-time": observed("decodeOfBegun"),
  requests: events("answered", "aborted", "refused"),
  "prompt-tokens": amount("promptAtFirst"),
  "output-tokens": events("token"),
  errors: events("refused"),
  aborts: events("aborted"),
  running,
  waiting,
  "kv-usage": fullest,
  preemptions: events("preempted"),
  "prompt-length": observed("promptOfBegun"),
  "output-length": observed("outputOfBegun"),
  "batch-tokens": observed("step"),
  "prefix-hit": shareOf("found", "looked"),
  "spec-accept": metricAbsent,
  "request-bytes": metricAbsent,
  "response-bytes": metricAbsent,
  "kv-transfer-time": metricAbsent,
  flops: metricAbsent,
  "read-bytes": metricAbsent,
  "write-bytes": metricAbsent,
  asleep: metricAbsent,
};

export const vllm: Expectations = {
  ...vllmOld,
  tpot: observed("tpotOfBegun", perToken("decodeOfBegun", "outputOfBegun")),
  asleep: level(() => 0),
};

/** Estimated per GPU; of several engines the mean. */
const perGpu = (measure: "flops" | "readBytes" | "writtenBytes"): Expected => ({
  kind: "rate",
  rate: (truth) => truth.flow(measure) / truth.levels(() => 1).length,
});
export const vllmWithMfu: Expectations = {
  ...vllm,
  flops: perGpu("flops"),
  "read-bytes": perGpu("readBytes"),
  "write-bytes": perGpu("writtenBytes"),
};

/** Behind Ray Serve it is not vLLM's HTTP server that answers: nobody counts bytes. */
const { "request-bytes": _in, "response-bytes": _out, ...rayVllm } = vllm;
const { "request-bytes": _oldIn, "response-bytes": _oldOut, ...rayVllmOld } = vllmOld;
export { rayVllm, rayVllmOld };

/** Requests and their lengths count at the end; tokens whenever the scheduler writes its log line, about once a second. */
export const sglang: Expectations = {
  ttft: observed("first"),
  itl: observed("gap"),
  tpot: meanOnly((truth) => truth.mean("gap")),
  e2e: observed("e2e"),
  "queue-time": observed("queueAtFirst"),
  "prefill-time": observed("lastChunk"),
  "decode-time": meanOnly((truth) => truth.flow("gap") / truth.rate("e2e")),
  requests: events("answered"),
  "prompt-tokens": amount("promptByLine"),
  "output-tokens": amount("outputByLine"),
  errors: zero,
  aborts: events("aborted"),
  running,
  waiting,
  "kv-usage": fullest,
  preemptions: events("preempted"),
  "prompt-length": observed("prompt"),
  "output-length": observed("output"),
  "prefix-hit": shareOf("cached", "prompt"),
  "spec-accept": metricAbsent,
  "kv-transfer-time": metricAbsent,
  flops: metricAbsent,
  "read-bytes": metricAbsent,
  "write-bytes": metricAbsent,
};

export const tgi: Expectations = {
  itl: observed("decodeStep"),
  tpot: observed("inferencePerToken", perToken("inference", "output")),
  e2e: observed("e2e"),
  "queue-time": observed("queue"),
  requests: events("arrived"),
  "prompt-tokens": amount("prompt"),
  "output-tokens": amount("output"),
  errors: zero,
  aborts: events("aborted"),
  running,
  waiting,
  "kv-usage": fullest,
  "prompt-length": observed("prompt"),
  "output-length": observed("output"),
};

export const trtllm: Expectations = {
  ttft: meanOnly((truth) => truth.mean("e2e") - truth.mean("decode")),
  tpot: observed("tpot", perToken("decode", "output")),
  e2e: observed("e2e"),
  "queue-time": observed("queue"),
  "prefill-time": observed("prefill"),
  "decode-time": observed("decode"),
  requests: events("answered", "aborted", "refused"),
  "prompt-tokens": amount("prompt"),
  "output-tokens": amount("output"),
  errors: zero,
  aborts: events("aborted"),
  running,
  waiting,
  "kv-usage": fullest,
  // Sums alone are told: tokens of answered requests over all that finished.
  "prompt-length": meanOnly((truth) => truth.flow("prompt") / truth.rate("e2eOfAll")),
  "output-length": meanOnly((truth) => truth.flow("output") / truth.rate("e2eOfAll")),
  // Counted by blocks of 16 tokens, the last one of a prompt as a whole.
  "prefix-hit": about({ kind: "level", value: (truth) => truth.flow("cached") / truth.flow("prompt") }, 0.05),
  "spec-accept": noSamples,
};

/** Sums of whole microseconds. */
export const triton: Expectations = {
  ttft: metricAbsent,
  e2e: meanOnly((truth) => truth.mean("e2e")),
  "queue-time": meanOnly((truth) => truth.mean("queue")),
  requests: events("answered", "aborted", "refused"),
  errors: events("refused"),
  aborts: events("aborted"),
  waiting,
};

export const tritonTrtllm: Expectations = {
  ...triton,
  ttft: observed("first"),
  running,
  "kv-usage": fullest,
};

/** Means alone, and no requests at all. */
export const llamaCpp: Expectations = {
  itl: meanOnly((truth) => truth.flow("decode") / truth.flow("output")),
  tpot: meanOnly((truth) => truth.flow("decode") / truth.flow("output")),
  "prompt-tokens": amount("promptAtFirst"),
  "output-tokens": amount("output"),
  running,
  waiting,
  "kv-usage": metricAbsent,
  "prefix-hit": shareOf("cachedAtFirst", "promptAtFirst"),
  "spec-accept": noSamples,
};

/** Forks kept the gauge that is gone upstream. */
export const llamaCppFork: Expectations = { ...llamaCpp, "kv-usage": fullest };

export const customMetrics: Expectations = {
  ttft: observed("first"),
  tpot: observed("tpot"),
  requests: events("arrived"),
  errors: events("aborted", "refused"),
};
