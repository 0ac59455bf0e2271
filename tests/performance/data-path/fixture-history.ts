/**
 * Data of the fixture's Prometheus as OpenMetrics text: 100 instances of a histogram of 20 buckets, and the six
 * latency histograms of one vLLM deployment, three hours at 15 s. The same seed produces the same text.
 */
import type { SignalId } from "@/lib/model/signals/signals";
import { ttftBuckets } from "@/tests/support/histories/ttft-buckets";
import { seeded } from "@/tests/support/histories/vllm-history";

const startMs = Date.UTC(2026, 9, 1);
export const scrapeMs = 15_000;
export const endMs = startMs + 3 * 3_600_000;
const instances = 100;
const edges = ttftBuckets.slice(3);

export const benchedModel = "org/benched";
/** Signals of the deployment, with the histograms from which they are computed. */
export const benchedSignals = [
  { id: "ttft", histogram: "vllm:time_to_first_token_seconds" },
  { id: "itl", histogram: "vllm:inter_token_latency_seconds" },
  { id: "e2e", histogram: "vllm:e2e_request_latency_seconds" },
  { id: "queue-time", histogram: "vllm:request_queue_time_seconds" },
  { id: "prefill-time", histogram: "vllm:request_prefill_time_seconds" },
  { id: "decode-time", histogram: "vllm:request_decode_time_seconds" },
] as const satisfies readonly { readonly id: SignalId; readonly histogram: string }[];

interface Family {
  readonly name: string;
  /** Label sets, one histogram each. */
  readonly members: readonly string[];
  readonly random: () => number;
}

export function writeFixtureHistory(): string {
  const many: Family = {
    name: "bench_seconds",
    members: Array.from({ length: instances }, (_, index) => `instance="i${index}"`),
    random: seeded(11),
  };
  const served = benchedSignals.map(({ histogram }, index): Family => ({
    name: histogram,
    members: [`instance="v0",job="vllm",model_name="${benchedModel}"`],
    random: seeded(100 + index),
  }));
  return `${[many, ...served].flatMap(writeHistogram).join("\n")}\n# EOF\n`;
}

function writeHistogram({ name, members, random }: Family): string[] {
  const lines = [`# TYPE ${name} histogram`];
  for (const labels of members) {
    const perScrape = edges.map(() => Math.floor(random() * 5));
    const counts = edges.map(() => 0);
    const rows: string[][] = edges.map(() => []);
    const totals: string[] = [];
    const sums: string[] = [];
    for (let timeMs = startMs; timeMs <= endMs; timeMs += scrapeMs) {
      let total = 0;
      for (const [index, edge] of edges.entries()) {
        counts[index] = (counts[index] ?? 0) + Math.floor((perScrape[index] ?? 0) * random() * 2);
        total += counts[index] ?? 0;
        const le = edge === Infinity ? "+Inf" : String(edge);
        rows[index]?.push(`${name}_bucket{${labels},le="${le}"} ${total} ${timeMs / 1_000}`);
      }
      totals.push(`${name}_count{${labels}} ${total} ${timeMs / 1_000}`);
      sums.push(`${name}_sum{${labels}} ${total * 0.7} ${timeMs / 1_000}`);
    }
    for (const row of [...rows, totals, sums]) for (const line of row) lines.push(line);
  }
  return lines;
}
