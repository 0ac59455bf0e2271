/**
 * Forty minutes of a vLLM deployment that exposes its latencies only as native histograms, with instances of
 * different resolution, resets, an instance that appears late, and idle periods. The same seed produces the same
 * history.
 */
import { ttftBuckets as ttftEdges } from "./ttft-buckets";
import type { ClassicSample, Family, GaugeSample, NativeSample } from "./protobuf-exposition";
import { seeded } from "./vllm-history";

export const nativeModel = "llama-native";
export const nativeNames = {
  ttft: "vllm:time_to_first_token_seconds",
  e2e: "vllm:e2e_request_latency_seconds",
  running: "vllm:num_requests_running",
} as const;

export const spacingMs = 15_000;
export const historyMs = 2_400_000;

interface Instance {
  readonly name: string;
  /** Bucket bounds grow by 2^(2^−schema). */
  readonly schema: number;
  readonly fromMs: number;
}

const instances: readonly Instance[] = [
  { name: "a:8000", schema: 3, fromMs: 0 },
  { name: "b:8000", schema: 5, fromMs: 0 },
  { name: "c:8000", schema: 0, fromMs: 900_000 },
];

/** Observations below this count as zero; large enough that some do. */
const zeroThreshold = 2 ** -5;

interface State {
  sum: number;
  count: number;
  zeroCount: number;
  positive: Map<number, number>;
  below: number[];
}

const fresh = (): State => ({
  sum: 0,
  count: 0,
  zeroCount: 0,
  positive: new Map(),
  below: ttftEdges.map(() => 0),
});

function observe(state: State, value: number, schema: number): void {
  state.sum += value;
  state.count += 1;
  for (const [at, edge] of ttftEdges.entries())
    if (value <= edge) state.below[at] = (state.below[at] ?? 0) + 1;
  if (value <= zeroThreshold) state.zeroCount += 1;
  else {
    const index = Math.ceil(Math.log2(value) * 2 ** schema);
    state.positive.set(index, (state.positive.get(index) ?? 0) + 1);
  }
}

/**
 * Returns TTFT as native histograms, and end-to-end times as classic ones that a server converts to native ones with
 * custom buckets.
 */
export function nativeFamilies(endMs: number, seed = 11): readonly Family[] {
  const random = seeded(seed);
  const startMs = endMs - historyMs;
  const native: NativeSample[] = [];
  const classic: ClassicSample[] = [];
  const gauges: GaugeSample[] = [];
  for (const { name, schema, fromMs } of instances) {
    let state = fresh();
    for (let timeMs = startMs + fromMs; timeMs <= endMs; timeMs += spacingMs) {
      if (random() < 0.01) state = fresh();
      const isQuiet = Math.floor((timeMs - startMs) / 300_000) % 4 === 2;
      const arrived = isQuiet ? 0 : Math.floor(random() * 60);
      for (let request = 0; request < arrived; request += 1)
        observe(state, Math.exp(-1.5 + 2.2 * (random() + random() + random() - 1.5)), schema);
      const sample = {
        labels: { instance: name, job: "vllm", model_name: nativeModel },
        timeMs,
        sum: state.sum,
        count: state.count,
      };
      const { zeroCount } = state;
      native.push({
        ...sample,
        schema,
        zeroThreshold,
        zeroCount,
        positive: new Map(state.positive),
        negative: new Map(),
      });
      const buckets = ttftEdges.flatMap((edge, at) =>
        edge === Infinity ? [] : [[edge, state.below[at] ?? 0] as const],
      );
      classic.push({ ...sample, buckets });
      gauges.push({ labels: sample.labels, timeMs, value: arrived });
    }
  }
  return [
    { name: nativeNames.ttft, kind: "native", samples: native },
    { name: nativeNames.e2e, kind: "classic", samples: classic },
    { name: nativeNames.running, kind: "gauge", samples: gauges },
  ];
}
