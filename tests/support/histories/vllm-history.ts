/**
 * A day of a small vLLM deployment as OpenMetrics text: time-to-first-token buckets and gauges of a few instances,
 * with counter resets, missed scrapes, an instance that appears late and one that disappears, and a sample spacing
 * that changes from 120 s to 30 s to 5 s. The same seed produces the same text.
 */
import { ttftBuckets } from "./ttft-buckets";

export interface Regime {
  readonly fromMs: number;
  readonly toMs: number;
  readonly spacingMs: number;
}

export interface HistoryPlan {
  readonly seed: number;
  readonly regimes: readonly Regime[];
  readonly instances: readonly InstancePlan[];
}

export interface InstancePlan {
  readonly instance: string;
  readonly fromMs: number;
  readonly toMs: number;
}

export const frozenStartMs = Date.UTC(2026, 9, 1);
const hourMs = 3_600_000;
export const frozenEndMs = frozenStartMs + 24 * hourMs;

export const dayPlan: HistoryPlan = {
  seed: 7,
  regimes: [
    { fromMs: frozenStartMs, toMs: frozenStartMs + 18 * hourMs, spacingMs: 120_000 },
    { fromMs: frozenStartMs + 18 * hourMs, toMs: frozenStartMs + 23 * hourMs, spacingMs: 30_000 },
    { fromMs: frozenStartMs + 23 * hourMs, toMs: frozenEndMs, spacingMs: 5_000 },
  ],
  instances: [
    { instance: "a:8000", fromMs: frozenStartMs, toMs: frozenEndMs },
    { instance: "b:8000", fromMs: frozenStartMs + 9.5 * hourMs, toMs: frozenEndMs },
    { instance: "c:8000", fromMs: frozenStartMs, toMs: frozenStartMs + 23.2 * hourMs },
  ],
};

export const model = "llama-70b";

/** Returns increasing scrape times of all regimes, with the jitter of a real scraper. */
function scrapeTimes(
  { regimes }: HistoryPlan,
  { fromMs, toMs }: InstancePlan,
  random: () => number,
): number[] {
  const offsetMs = Math.floor(random() * 900);
  return regimes.flatMap((regime) => {
    const times: number[] = [];
    for (let timeMs = regime.fromMs; timeMs < regime.toMs; timeMs += regime.spacingMs) {
      const isMissed = random() < 0.01;
      if (timeMs >= fromMs && timeMs < toMs && !isMissed)
        times.push(timeMs + offsetMs + Math.floor(random() * 3));
    }
    return times;
  });
}

interface Sample {
  readonly timeMs: number;
  /** Times to first token observed since the previous scrape. */
  readonly ttfts: readonly number[];
  readonly counts: readonly number[];
  readonly sum: number;
  readonly running: number;
}

function samplesOf(plan: HistoryPlan, instance: InstancePlan, random: () => number): readonly Sample[] {
  let counts = ttftBuckets.map(() => 0);
  let sum = 0;
  let lastMs = instance.fromMs;
  return scrapeTimes(plan, instance, random).map((timeMs) => {
    const hasRestarted = random() < 0.002;
    if (hasRestarted) [counts, sum] = [ttftBuckets.map(() => 0), 0];
    // An occasional pause without traffic, so that some rates are zero in all buckets.
    const isQuiet = Math.floor((timeMs - frozenStartMs) / (2 * hourMs)) % 5 === 2;
    const arrived = isQuiet ? 0 : Math.floor(((timeMs - lastMs) / 1_000) * 2 * random());
    lastMs = timeMs;
    const ttfts: number[] = [];
    for (let request = 0; request < arrived; request += 1) {
      const ttft = Math.exp(-2.2 + 1.4 * (random() + random() + random() - 1.5));
      ttfts.push(ttft);
      sum += ttft;
      for (const [index, edge] of ttftBuckets.entries())
        if (ttft <= edge) counts[index] = (counts[index] ?? 0) + 1;
    }
    return { timeMs, ttfts, counts: [...counts], sum, running: isQuiet ? 0 : Math.floor(random() * 40) };
  });
}

/** Scrapes of one instance. */
interface InstanceHistory {
  readonly instance: InstancePlan;
  readonly samples: readonly Sample[];
}

/** Returns the scrapes of each instance, with the requests observed since the previous one. */
export function simulateHistoryValues(plan: HistoryPlan): readonly InstanceHistory[] {
  const random = seeded(plan.seed);
  return plan.instances.map((instance) => ({ instance, samples: samplesOf(plan, instance, random) }));
}

/** Returns the full history as text for promtool. */
export function writeHistory(plan: HistoryPlan): string {
  const histories = simulateHistoryValues(plan);
  const lines: string[] = ["# TYPE vllm:time_to_first_token_seconds histogram"];
  const name = "vllm:time_to_first_token_seconds";
  for (const { instance, samples } of histories) {
    const labels = `instance="${instance.instance}",job="vllm",model_name="${model}"`;
    for (const [index, edge] of ttftBuckets.entries()) {
      const le = edge === Infinity ? "+Inf" : String(edge);
      for (const { timeMs, counts } of samples) {
        lines.push(`${name}_bucket{${labels},le="${le}"} ${counts[index] ?? 0} ${timeMs / 1_000}`);
      }
    }
    for (const { timeMs, counts } of samples)
      lines.push(`${name}_count{${labels}} ${counts.at(-1) ?? 0} ${timeMs / 1_000}`);
    for (const { timeMs, sum } of samples) lines.push(`${name}_sum{${labels}} ${sum} ${timeMs / 1_000}`);
  }
  lines.push("# TYPE vllm:num_requests_running gauge");
  for (const { instance, samples } of histories) {
    const labels = `instance="${instance.instance}",job="vllm",model_name="${model}"`;
    for (const { timeMs, running } of samples)
      lines.push(`vllm:num_requests_running{${labels}} ${running} ${timeMs / 1_000}`);
  }
  return `${lines.join("\n")}\n# EOF\n`;
}

/** Mulberry32: uniform in [0, 1), the same for the same seed on every machine. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
