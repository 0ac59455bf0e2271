/** Measured sides of gates for tests: log-normal latencies in vLLM's buckets, with a known factor of slowness. */
import { randomNormal, createSeededRandom } from "@/lib/analysis/statistics/seeded-random";
import type { MeasuredBlocks } from "@/lib/model/baseline/measured-blocks";
import type { GateSide } from "./judge-gate";

const blockMs = 60_000;
const edges = [0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10] as const;
const medianSeconds = 0.2;
const sigma = 0.5;

interface SideOptions {
  readonly seed?: number;
  readonly blockCount?: number;
  readonly requestsPerBlock?: number;
  /** Factor by which all latencies are multiplied. */
  readonly slowness?: number;
  /** Share of requests that fail. */
  readonly errorRatio?: number;
  /** Output tokens per request. */
  readonly outputTokens?: number;
  /** Ready instances, which share the requests. */
  readonly instanceCount?: number;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Returns one side of a gate with simulated measurements. */
export function createGateSide(options: SideOptions = {}): GateSide {
  const {
    requestsPerBlock = 300,
    outputTokens = 200,
    instanceCount = 1,
    environment = { "engine.version": "0.11.0" },
  } = options;
  return {
    measured: createMeasuredBlocks(options),
    load: {
      requestsPerSecond: requestsPerBlock / 60,
      requestsPerSecondPerInstance: requestsPerBlock / 60 / instanceCount,
      requestCounting: null,
      meanInstanceCount: instanceCount,
      dispersionIndex: 1,
      meanPromptTokens: 500,
      meanOutputTokens: outputTokens,
      meanRunningRequests: null,
      entered: {},
    },
    environment: Object.fromEntries(
      Object.entries(environment).map(([path, value]) => [path, { value, origin: "file" as const }]),
    ),
    concerns: [],
  };
}

function createMeasuredBlocks({
  seed = 1,
  blockCount = 30,
  requestsPerBlock = 300,
  slowness = 1,
  errorRatio = 0,
  outputTokens = 200,
}: SideOptions): MeasuredBlocks {
  const random = createSeededRandom(seed);
  const counts = Array.from({ length: blockCount }, () => requestsPerBlock);
  const blocks = counts.map((count) => {
    const values = Array.from(
      { length: count },
      () => slowness * medianSeconds * Math.exp(sigma * randomNormal(random)),
    );
    const bounds = [...edges, Infinity];
    return {
      counts: bounds.map(
        (upper, index) => values.filter((one) => one <= upper && one > (bounds[index - 1] ?? 0)).length,
      ),
      count,
      sum: values.reduce((sum, one) => sum + one, 0),
      weight: count,
    };
  });
  return {
    startMs: 1_800_000_000_000,
    blockMs,
    blockCount,
    distributions: { ttft: { unit: "seconds", upperEdges: [...edges, null], blocks } },
    counters: {
      requests: { unit: "requests-per-second", blocks: counts },
      errors: {
        unit: "requests-per-second",
        blocks: counts.map(
          (count) => Array.from({ length: count }, () => random()).filter((one) => one < errorRatio).length,
        ),
      },
      "output-tokens": {
        unit: "tokens-per-second",
        blocks: counts.map((count) => Math.round(count * outputTokens * (1 + 0.01 * randomNormal(random)))),
      },
    },
    gauges: {},
    absent: { e2e: { detail: "The engine does not report it." } },
  };
}
