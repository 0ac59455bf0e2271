/** A valid baseline document with known numbers, for imports. */
import type { BaselineDocument } from "@/lib/model/baseline/baseline-document";

const blockMs = 60_000;
const blockCount = 60;
const requestsPerBlock = 120;

interface DocumentOptions {
  readonly slug: string;
  readonly endMs: number;
  /** Texts of the queries. Long ones make a large file. */
  readonly queries?: string[];
}

/**
 * Returns an hour in which 120 requests per minute took 0.2 s until their first token. In every tenth minute, half of
 * them took 1.2 s.
 */
export function createBaselineDocument({ slug, endMs, queries = ["up"] }: DocumentOptions): BaselineDocument {
  const alignedEndMs = Math.floor(endMs / blockMs) * blockMs;
  const startMs = alignedEndMs - blockCount * blockMs;
  const blocks = Array.from({ length: blockCount }, (_, index) => {
    const slowCount = index % 10 === 0 ? requestsPerBlock / 2 : 0;
    const fastCount = requestsPerBlock - slowCount;
    return {
      counts: [0, fastCount, 0, slowCount, 0],
      count: requestsPerBlock,
      sum: 0.2 * fastCount + 1.2 * slowCount,
      weight: requestsPerBlock,
    };
  });
  const even = (value: number): number[] => Array.from({ length: blockCount }, () => value);
  return {
    schemaVersion: 4,
    deployment: { slug, title: slug, model: "llama-70b", engine: "vllm", engineVersion: "0.11.0" },
    window: { startMs, endMs: alignedEndMs },
    timeZone: "UTC",
    measured: {
      startMs,
      blockMs,
      blockCount,
      distributions: {
        ttft: { unit: "seconds", upperEdges: [0.1, 0.25, 1, 2.5, null], blocks },
      },
      counters: { requests: { unit: "requests-per-second", blocks: even(requestsPerBlock) } },
      gauges: { "gpu-utilisation": { unit: "ratio", blocks: even(0.83) } },
      absent: {},
    },
    load: {
      requestsPerSecond: 2,
      requestsPerSecondPerInstance: 1,
      requestCounting: { isOnArrival: false, inFlightSignals: [] },
      meanInstanceCount: 2,
      dispersionIndex: 1.1,
      meanPromptTokens: 900,
      meanOutputTokens: 256,
      meanRunningRequests: 12,
      entered: { users: 50, spawnRatePerSecond: 5 },
    },
    instanceRange: { min: 2, max: 2 },
    environment: { "engine.version": { value: "0.11.0", origin: "info-metric" } },
    concerns: [
      {
        kind: "few-requests",
        detail: "The window has 240 requests. A p99 with a confidence interval needs 299.",
      },
    ],
    historySpreads: [],
    provenance: {
      author: "operator",
      capturedAtMs: alignedEndMs,
      productVersion: "0.1.0",
      source: "prometheus",
      sourceVersion: "3.5.0",
      scrapeIntervalMs: 15_000,
      stepMs: blockMs,
      sampling: "Differences of raw counters between block edges.",
      queries,
    },
  };
}
