/**
 * Whether the traces hold as many slow requests as there were. The metric counts every request above the edge of one of its
 * buckets; of n traces drawn without regard to duration a binomial(n, that share) number lies above the same edge.
 */
import { binomialTwoSided } from "@/lib/analysis/statistics/binomial";

export interface TailInput {
  readonly durationsNs: readonly number[];
  /** An edge of the metric's buckets, at or below its p99. */
  readonly edgeNs: number;
  /** Share of all requests above that edge, from the counters. */
  readonly shareAbove: number;
  /** Requests the metric counted in the window; null when unknown. */
  readonly requests: number | null;
}

export interface TailCheck {
  readonly verdict: "as-expected" | "too-few" | "too-many" | "cannot-tell";
  readonly n: number;
  readonly expected: number;
  readonly observed: number;
  /** Chance of a count this far off if duration had not mattered. */
  readonly pValue: number;
  /** Traces per request, at most 1; null when the requests are unknown. */
  readonly samplingRatio: number | null;
  /** The collector's setting that keeps every slow trace; null where none is wanting. */
  readonly remedy: {
    readonly processor: "tail_sampling";
    readonly policy: "latency";
    readonly thresholdMs: number;
  } | null;
}

const alpha = 0.05;

export function checkTail({ durationsNs, edgeNs, shareAbove, requests }: TailInput): TailCheck {
  const n = durationsNs.length;
  const observed = durationsNs.filter((ns) => ns > edgeNs).length;
  const expected = n * shareAbove;
  const pValue = n === 0 ? 1 : binomialTwoSided(observed, n, shareAbove);
  // Not even none at all would have been remarkable.
  const isUnderpowered = n === 0 || binomialTwoSided(0, n, shareAbove) >= alpha;
  const isUnlikely = pValue < alpha;
  const verdict = isUnlikely
    ? observed < expected
      ? "too-few"
      : "too-many"
    : isUnderpowered
      ? "cannot-tell"
      : "as-expected";
  return {
    verdict,
    n,
    expected,
    observed,
    pValue,
    samplingRatio: requests === null || requests <= 0 ? null : Math.min(1, n / requests),
    remedy:
      verdict === "too-few"
        ? { processor: "tail_sampling", policy: "latency", thresholdMs: Math.floor(edgeNs / 1e6) }
        : null,
  };
}
