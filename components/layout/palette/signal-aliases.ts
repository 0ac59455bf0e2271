/**
 * Words by which people search for a signal or page, in addition to its title, label and id. Each title of a panel finds
 * a signal of that panel.
 */
import type { Page } from "@/components/layout/pages";
import type { SignalId } from "@/lib/model/signals/signals";

const aliases: { readonly [Id in SignalId]?: string } = {
  ttft: "first token latency response time",
  tpot: "time per token latency",
  itl: "time between tokens latency",
  e2e: "end-to-end latency request duration response time",
  "queue-time": "request time by phase waiting",
  requests: "finish reasons traffic rps qps throughput request rate",
  "output-tokens": "throughput tokens per second generation",
  "prompt-tokens": "throughput tokens per second prefill",
  errors: "failures failed 5xx",
  aborts: "client aborts cancelled disconnects",
  running: "running and waiting batch size concurrency active",
  waiting: "running and waiting queue length backlog pending",
  "kv-usage": "kv cache usage gpu memory full",
  "prefix-hit": "prefix cache hit rate",
  "spec-accept": "speculative decoding acceptance draft",
  asleep: "sleeping instances",
  flops: "estimated work per gpu",
  "read-bytes": "estimated memory traffic per gpu bandwidth",
  "write-bytes": "estimated memory traffic per gpu bandwidth",
  "request-bytes": "request and response bytes",
  "response-bytes": "request and response bytes",
  "gpu-engine-active": "gpu activity",
  "host-memory": "host memory and swap",
  "host-swap": "host memory and swap",
  "db-heap-hit": "cache hit ratio",
  "db-index-hit": "cache hit ratio",
  "db-query-time": "query and planning time",
  "db-planning-time": "query and planning time",
  "db-pool-wait": "connection wait time",
  "train-step-time": "step and all-reduce time",
  "train-batches": "batches and samples",
  "train-samples": "batches and samples",
  "train-data-wait": "data and all-reduce wait",
  "train-step-spread": "slowest worker vs. mean",
};

interface SignalTexts {
  readonly id: SignalId;
  readonly title: string;
  readonly label: string;
}

/** Returns the text that the command palette searches for a signal. */
export function createSignalText({ id, title, label }: SignalTexts): string {
  return `${title} ${label} ${id} ${aliases[id] ?? ""} panel`;
}

const pageAliases: { readonly [Id in Page["id"]]?: string } = {
  calculators: "check a claim decode step time break-even batch",
};

/** Returns the text that the command palette searches for a page besides its title. */
export function getPageAliases(page: Page["id"]): string {
  return pageAliases[page] ?? "";
}
