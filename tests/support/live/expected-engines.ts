/**
 * Expected values of each engine's metrics in terms of the recorded events: which requests are counted, when, and
 * which interval is measured.
 */
import {
  withTolerance,
  sumPerSecond,
  eventsPerSecond,
  fullestKvCache,
  level,
  meanOnly,
  metricAbsent,
  noSamples,
  observed,
  perToken,
  expectedRunning,
  shareOf,
  expectedWaiting,
  zeroRate,
  type Expectations,
  type ExpectedReading,
} from "./expected";

/**
 * vLLM records requests when they end, in any final state; phases and lengths only for requests with a first token.
 */
export const vllmOld: Expectations = {
  ttft: observed("first"),
  itl: observed("gap"),
  // The histogram was added later; no metric sums all gaps of a request.
  tpot: meanOnly(perToken("decodeOfBegun", "outputOfBegun")),
  e2e: observed("e2eOfAll"),
  "queue-time": observed("queueOfAll"),
  "prefill-time": observed("prefillOfBegun"),
  "decode-time": observed("decodeOfBegun"),
  requests: eventsPerSecond("answered", "aborted", "refused"),
  "prompt-tokens": sumPerSecond("promptAtFirst"),
  "output-tokens": eventsPerSecond("token"),
  errors: eventsPerSecond("refused"),
  aborts: eventsPerSecond("aborted"),
  running: expectedRunning,
  waiting: expectedWaiting,
  "kv-usage": fullestKvCache,
  preemptions: eventsPerSecond("preempted"),
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

/** Estimated per GPU; the mean for several engines. */
const perGpu = (measure: "flops" | "readBytes" | "writtenBytes"): ExpectedReading => ({
  kind: "rate",
  rate: (truth) => truth.sumPerSecond(measure) / truth.meanLevels(() => 1).length,
});
export const vllmWithMfu: Expectations = {
  ...vllm,
  flops: perGpu("flops"),
  "read-bytes": perGpu("readBytes"),
  "write-bytes": perGpu("writtenBytes"),
};

/** Ray Serve replaces vLLM's HTTP server, so bytes are not counted. */
const { "request-bytes": _in, "response-bytes": _out, ...rayVllm } = vllm;
const { "request-bytes": _oldIn, "response-bytes": _oldOut, ...rayVllmOld } = vllmOld;
export { rayVllm, rayVllmOld };

/**
 * Requests and their lengths count at the end; tokens when the scheduler writes its log line, about once a second.
 */
export const sglang: Expectations = {
  ttft: observed("first"),
  itl: observed("gap"),
  tpot: meanOnly((truth) => truth.mean("gap")),
  e2e: observed("e2e"),
  "queue-time": observed("queueAtFirst"),
  "prefill-time": observed("lastChunk"),
  "decode-time": meanOnly((truth) => truth.sumPerSecond("gap") / truth.eventsPerSecond("e2e")),
  requests: eventsPerSecond("answered"),
  "prompt-tokens": sumPerSecond("promptByLine"),
  "output-tokens": sumPerSecond("outputByLine"),
  errors: zeroRate,
  aborts: eventsPerSecond("aborted"),
  running: expectedRunning,
  waiting: expectedWaiting,
  "kv-usage": fullestKvCache,
  preemptions: eventsPerSecond("preempted"),
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
  requests: eventsPerSecond("arrived"),
  "prompt-tokens": sumPerSecond("prompt"),
  "output-tokens": sumPerSecond("output"),
  // No overload refusal or failed generation occurred, so its counter does not exist.
  aborts: eventsPerSecond("aborted"),
  running: expectedRunning,
  waiting: expectedWaiting,
  "kv-usage": fullestKvCache,
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
  requests: eventsPerSecond("answered", "aborted", "refused"),
  "prompt-tokens": sumPerSecond("prompt"),
  "output-tokens": sumPerSecond("output"),
  // No refused request had a status code, so its counter does not exist.
  aborts: eventsPerSecond("aborted"),
  running: expectedRunning,
  waiting: expectedWaiting,
  "kv-usage": fullestKvCache,
  // Only sums are exposed: tokens of answered requests divided by all finished requests.
  "prompt-length": meanOnly((truth) => truth.sumPerSecond("prompt") / truth.eventsPerSecond("e2eOfAll")),
  "output-length": meanOnly((truth) => truth.sumPerSecond("output") / truth.eventsPerSecond("e2eOfAll")),
  // Counted in blocks of 16 tokens, with the last block of a prompt rounded up.
  "prefix-hit": withTolerance(
    { kind: "level", value: (truth) => truth.sumPerSecond("cached") / truth.sumPerSecond("prompt") },
    0.05,
  ),
  "spec-accept": noSamples,
};

/** Sums of integer microseconds. */
export const triton: Expectations = {
  ttft: metricAbsent,
  e2e: meanOnly((truth) => truth.mean("e2e")),
  "queue-time": meanOnly((truth) => truth.mean("queue")),
  requests: eventsPerSecond("answered", "aborted", "refused"),
  errors: eventsPerSecond("refused"),
  aborts: eventsPerSecond("aborted"),
  waiting: expectedWaiting,
};

export const tritonTrtllm: Expectations = {
  ...triton,
  ttft: observed("first"),
  running: expectedRunning,
  "kv-usage": fullestKvCache,
};

/** Only means, and no request counts. */
export const llamaCpp: Expectations = {
  itl: meanOnly((truth) => truth.sumPerSecond("decode") / truth.sumPerSecond("output")),
  tpot: meanOnly((truth) => truth.sumPerSecond("decode") / truth.sumPerSecond("output")),
  "prompt-tokens": sumPerSecond("promptAtFirst"),
  "output-tokens": sumPerSecond("output"),
  running: expectedRunning,
  waiting: expectedWaiting,
  "kv-usage": metricAbsent,
  "prefix-hit": shareOf("cachedAtFirst", "promptAtFirst"),
  "spec-accept": noSamples,
};

/** Forks still expose the gauge that upstream removed. */
export const llamaCppFork: Expectations = { ...llamaCpp, "kv-usage": fullestKvCache };

export const customMetrics: Expectations = {
  ttft: observed("first"),
  tpot: observed("tpot"),
  requests: eventsPerSecond("arrived"),
  errors: eventsPerSecond("aborted", "refused"),
};
