/** Words by which people search for a signal, in addition to its title, label and id. */
import type { SignalId } from "@/lib/model/signals/signals";

const aliases: { readonly [Id in SignalId]?: string } = {
  ttft: "first token latency response time",
  tpot: "time per token latency",
  itl: "time between tokens latency",
  e2e: "end-to-end latency request duration response time",
  "queue-time": "waiting time",
  requests: "traffic rps qps throughput request rate",
  "output-tokens": "throughput tokens per second generation",
  "prompt-tokens": "throughput tokens per second prefill",
  errors: "failures failed 5xx",
  aborts: "cancelled disconnects",
  running: "batch size concurrency active",
  waiting: "queue length backlog pending",
  "kv-usage": "gpu memory cache full",
  "prefix-hit": "prefix cache hit rate",
  "spec-accept": "speculative decoding acceptance draft",
};

/** Returns the text that the command palette searches for a signal besides its title. */
export function signalAliases(signal: SignalId): string {
  return aliases[signal] ?? "";
}
