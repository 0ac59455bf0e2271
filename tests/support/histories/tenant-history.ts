/**
 * Three hours of one vLLM server with a label per tenant, as OpenMetrics text: more tenants than a split names, large
 * and small, with restarts, missed scrapes and pauses. Small tenants appear after half an hour and one disappears.
 * Deterministic.
 */
import { ttftBuckets } from "./ttft-buckets";
import { seeded } from "./vllm-history";

export const tenantHistory = {
  startMs: Date.UTC(2026, 9, 1),
  endMs: Date.UTC(2026, 9, 1, 3),
  spacingMs: 15_000,
  model: "org/shared",
  tenants: 14,
  /** Number of tenants that exist from the start. */
  large: 8,
} as const;

const { startMs, endMs, spacingMs, model, tenants, large } = tenantHistory;
const ttft = "vllm:time_to_first_token_seconds";
const smallFromMs = startMs + 1_800_000;
const oneLeavesMs = startMs + 7_200_000;

interface Counted {
  readonly timeMs: number;
  readonly counts: readonly number[];
  readonly sum: number;
  readonly finished: number;
  readonly running: number;
}

function samplesOf(tenant: number, random: () => number): readonly Counted[] {
  const samples: Counted[] = [];
  const isLarge = tenant < large;
  let counts = ttftBuckets.map(() => 0);
  let [sum, finished] = [0, 0];
  const fromMs = isLarge ? startMs : smallFromMs;
  const toMs = tenant === tenants - 1 ? oneLeavesMs : endMs;
  for (let timeMs = fromMs; timeMs <= toMs; timeMs += spacingMs) {
    if (random() < 0.004) [counts, sum, finished] = [ttftBuckets.map(() => 0), 0, 0];
    const isQuiet = Math.floor((timeMs - startMs) / 600_000 + tenant) % 7 === 3;
    const arrived = isQuiet ? 0 : Math.floor(random() * (isLarge ? 30 + 6 * tenant : 5));
    for (let request = 0; request < arrived; request += 1) {
      const seconds = Math.exp(-2 + tenant / 10 + 2 * (random() - 0.5));
      sum += seconds;
      for (const [index, edge] of ttftBuckets.entries())
        if (seconds <= edge) counts[index] = (counts[index] ?? 0) + 1;
    }
    finished += arrived;
    const running = isQuiet ? 0 : Math.floor(random() * 9);
    if (random() >= 0.01) samples.push({ timeMs, counts: [...counts], sum, finished, running });
  }
  return samples;
}

export function writeTenantHistory(): string {
  const random = seeded(23);
  const series = Array.from({ length: tenants }, (_, tenant) => ({
    labels: `instance="s:8000",job="vllm",model_name="${model}",tenant="tenant ${tenant}"`,
    samples: samplesOf(tenant, random),
  }));
  const lines = [`# TYPE ${ttft} histogram`];
  const write = (name: string, labels: string, samples: readonly Counted[], of: (one: Counted) => number) => {
    for (const one of samples) lines.push(`${name}{${labels}} ${of(one)} ${one.timeMs / 1_000}`);
  };
  for (const { labels, samples } of series) {
    for (const [index, edge] of ttftBuckets.entries()) {
      const le = edge === Infinity ? "+Inf" : String(edge);
      write(`${ttft}_bucket`, `${labels},le="${le}"`, samples, ({ counts }) => counts[index] ?? 0);
    }
    write(`${ttft}_count`, labels, samples, ({ counts }) => counts.at(-1) ?? 0);
    write(`${ttft}_sum`, labels, samples, ({ sum }) => sum);
  }
  lines.push("# TYPE vllm:num_requests_running gauge");
  for (const { labels, samples } of series)
    write("vllm:num_requests_running", labels, samples, ({ running }) => running);
  lines.push("# TYPE vllm:request_success counter");
  for (const { labels, samples } of series)
    write(
      "vllm:request_success_total",
      `${labels},finished_reason="stop"`,
      samples,
      ({ finished }) => finished,
    );
  return [...lines, "# EOF\n"].join("\n");
}
