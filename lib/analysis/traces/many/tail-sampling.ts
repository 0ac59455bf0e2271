/**
 * Checks whether the traces include as many slow requests as expected. The metric counts all requests above a bucket
 * edge. If sampling does not depend on duration, the number of traces above that edge is binomial(n, share above).
 */
import { binomialTwoSided } from "@/lib/analysis/statistics/significance/binomial";

/** Durations of sampled traces, and the fraction of slow requests according to the metric. */
export interface TailSamplingInput {
  readonly durationsNs: readonly number[];
  /** Bucket edge of the metric, at or below its p99. */
  readonly edgeNs: number;
  /** Fraction of all requests above the edge, from the counters. */
  readonly shareAboveEdge: number;
  /** Number of requests that the metric counted in the window; null if unknown. */
  readonly requestCount: number | null;
}

/** Result of the check whether the sampled traces contain as many slow requests as the metric counts. */
export interface TailSamplingCheck {
  readonly verdict: "as-expected" | "too-few" | "too-many" | "inconclusive";
  readonly n: number;
  /** Expected number of traces above the edge. */
  readonly expectedCount: number;
  /** Number of traces above the edge. */
  readonly observedCount: number;
  /** P-value of the observed count if sampling does not depend on duration. */
  readonly pValue: number;
  /** Traces per request, at most 1; null when the number of requests is unknown. */
  readonly samplingRatio: number | null;
  /** Collector setting that samples every slow trace; null if no setting is needed. */
  readonly remedy: {
    readonly processor: "tail_sampling";
    readonly policy: "latency";
    readonly thresholdMs: number;
  } | null;
}

const alpha = 0.05;

/**
 * Tests whether trace sampling loses slow requests: compares the number of traces above a bucket edge with
 * the fraction that the metric counts.
 */
export function checkTailSampling({
  durationsNs,
  edgeNs,
  shareAboveEdge,
  requestCount: requests,
}: TailSamplingInput): TailSamplingCheck {
  const n = durationsNs.length;
  const observed = durationsNs.filter((ns) => ns > edgeNs).length;
  const expected = n * shareAboveEdge;
  const pValue = n === 0 ? 1 : binomialTwoSided(observed, n, shareAboveEdge);
  // True when even zero slow traces would not be significant.
  const isUnderpowered = n === 0 || binomialTwoSided(0, n, shareAboveEdge) >= alpha;
  const isUnlikely = pValue < alpha;
  const verdict = isUnlikely
    ? observed < expected
      ? "too-few"
      : "too-many"
    : isUnderpowered
      ? "inconclusive"
      : "as-expected";
  return {
    verdict,
    n,
    expectedCount: expected,
    observedCount: observed,
    pValue,
    samplingRatio: requests === null || requests <= 0 ? null : Math.min(1, n / requests),
    remedy:
      verdict === "too-few"
        ? { processor: "tail_sampling", policy: "latency", thresholdMs: Math.floor(edgeNs / 1e6) }
        : null,
  };
}
