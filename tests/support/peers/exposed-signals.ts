/** Signals with data for each of the real products, according to their metrics. No other signal may have a number. */
import type { EngineId } from "@/lib/model/deployment/deployment";
import type { SignalId } from "@/lib/model/signals/signals";

export const exposedSignals: { readonly [Id in EngineId]?: readonly SignalId[] } = {
  dynamo: [
    "ttft",
    "itl",
    "e2e",
    "requests",
    "prompt-tokens",
    "output-tokens",
    "errors",
    "aborts",
    "running",
    "waiting",
    "prompt-length",
    "output-length",
    "prefix-hit",
  ],
  // Mock engines: no lengths, no tokens, no phases.
  vllm: ["ttft", "itl", "e2e", "requests", "running", "waiting", "kv-usage", "preemptions"],
  // Means of TPOT and decode time are derived from the gaps.
  sglang: ["ttft", "itl", "tpot", "e2e", "decode-time", "requests", "running", "waiting"],
  trtllm: ["ttft", "e2e", "requests", "running", "waiting", "kv-usage"],
  litellm: ["ttft", "tpot", "e2e", "queue-time", "requests", "prompt-tokens", "output-tokens", "errors"],
};
