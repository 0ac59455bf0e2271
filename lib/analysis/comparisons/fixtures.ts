/** Measured windows with known latencies for tests. */
import { computeLoad } from "@/lib/analysis/baselines/describe-load";
import { randomNormal, createSeededRandom } from "@/lib/analysis/statistics/seeded-random";
import type { Environment } from "@/lib/model/baseline/environment";
import type { MeasuredBlocks } from "@/lib/model/baseline/measured-blocks";
import type { MeasuredWindow } from "@/lib/model/comparison/measured-side";

const fixtureStartMs = 1_800_000_000_000;
const blockMs = 60_000;
/** Edges of vLLM's TTFT histogram in seconds. */
export const vllmEdges = [
  0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
];
/** Edges that grow by 4 %, as fine as a native histogram of schema 4. */
const fineEdges = Array.from({ length: 200 }, (_, index) => 0.01 * 1.04 ** index);

/** Properties of a simulated window. Each default is a healthy window without a change. */
export interface WindowPlan {
  readonly seed?: number;
  readonly blockCount?: number;
  readonly requestsPerBlock?: number;
  readonly edges?: readonly number[];
  /** Multiplies every latency. */
  readonly factor?: number;
  /** First block with `factor`; the first block of the window if absent. */
  readonly firstChangedBlock?: number;
  readonly errorRatio?: number;
  /** Share of the requests that clients abort. If absent, aborts are not measured. */
  readonly abortRatio?: number;
  readonly outputTokens?: number;
  readonly instanceCount?: number | null;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Returns a window of one-minute blocks with log-normal latencies: median 0.3 s, σ 0.5. */
export function measureFixture(plan: WindowPlan = {}): MeasuredWindow {
  const { blockCount = 120, instanceCount = 2, environment = {} } = plan;
  const measured = measureBlocks(plan);
  return {
    deployment: { slug: "chat", title: "chat", model: "m", engine: "vllm", engineVersion: null },
    window: { startMs: fixtureStartMs, endMs: fixtureStartMs + blockCount * blockMs },
    timeZone: "UTC",
    measured,
    load: computeLoad(measured, { instanceCount, requestCounting: null, entered: {} }),
    environment: toEnvironment(environment),
    concerns: [],
  };
}

function toEnvironment(
  values: Readonly<Record<string, string>>,
): Environment & MeasuredWindow["environment"] {
  return Object.fromEntries(
    Object.entries(values).map(([path, value]) => [path, { value, origin: "file" as const }]),
  );
}

function measureBlocks(plan: WindowPlan): MeasuredBlocks {
  const { seed = 1, blockCount = 120, requestsPerBlock = 200, outputTokens = 100 } = plan;
  const {
    edges = fineEdges,
    factor: changedFactor = 1,
    firstChangedBlock = 0,
    errorRatio = 0,
    abortRatio,
  } = plan;
  const random = createSeededRandom(seed);
  const drawBlock = (medianSeconds: number, factor: number) => {
    const counts = Array.from({ length: edges.length + 1 }, () => 0);
    let sum = 0;
    for (let request = 0; request < requestsPerBlock; request += 1) {
      const seconds = factor * medianSeconds * Math.exp(0.5 * randomNormal(random));
      const found = edges.findIndex((edge) => seconds <= edge);
      const bucket = found < 0 ? edges.length : found;
      counts[bucket] = (counts[bucket] ?? 0) + 1;
      sum += seconds;
    }
    return { counts, count: requestsPerBlock, sum, weight: requestsPerBlock };
  };
  const distribution = (medianSeconds: number) => ({
    unit: "seconds" as const,
    upperEdges: [...edges, null],
    blocks: Array.from({ length: blockCount }, (_, block) =>
      drawBlock(medianSeconds, block < firstChangedBlock ? 1 : changedFactor),
    ),
  });
  const perBlock = (amount: number) => Array.from({ length: blockCount }, () => amount);
  return {
    startMs: fixtureStartMs,
    blockMs,
    blockCount,
    distributions: { ttft: distribution(0.3), tpot: distribution(0.03), e2e: distribution(3) },
    counters: {
      requests: { unit: "requests-per-second", blocks: perBlock(requestsPerBlock) },
      "prompt-tokens": { unit: "tokens-per-second", blocks: perBlock(requestsPerBlock * 500) },
      "output-tokens": { unit: "tokens-per-second", blocks: perBlock(requestsPerBlock * outputTokens) },
      ...(abortRatio === undefined
        ? {}
        : {
            aborts: {
              unit: "requests-per-second" as const,
              blocks: perBlock(Math.round(requestsPerBlock * abortRatio)),
            },
          }),
      errors: {
        unit: "requests-per-second",
        blocks: Array.from({ length: blockCount }, () =>
          Array.from({ length: requestsPerBlock }, () => (random() < errorRatio ? 1 : 0)).reduce(
            (total: number, one) => total + one,
            0,
          ),
        ),
      },
    },
    gauges: { running: { unit: "requests", blocks: perBlock(12) } },
    absent: {},
  };
}
