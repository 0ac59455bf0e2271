/** Splits requests into slow requests and the rest by a threshold. */
import { observedQuantile } from "@/lib/analysis/statistics/quantiles/observed-quantile";
import type { AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";

/** Time by which a request counts as slow. */
export type SlowCriterion = "duration" | "ttft";

/** Requests divided into slow requests and the rest. */
export interface SlowGroup {
  readonly by: SlowCriterion;
  /** Requests above this time are slow. */
  readonly thresholdNs: number;
  readonly slow: readonly AnalysedTrace[];
  readonly rest: readonly AnalysedTrace[];
  /** Number of traces that do not report the chosen time. */
  readonly missingTimeCount: number;
}

/**
 * Splits the requests at the q-quantile (0.95: slowest 5 %) or at a given threshold. Returns null when no request
 * reports the time.
 */
export function selectSlowGroup(
  traces: readonly AnalysedTrace[],
  {
    by,
    q = 0.95,
    thresholdNs,
  }: { readonly by: SlowCriterion; readonly q?: number; readonly thresholdNs?: number },
): SlowGroup | null {
  const timeOf = ({ durationNs, ttftNs }: AnalysedTrace): number | null =>
    by === "duration" ? durationNs : ttftNs;
  const timed = traces.filter((trace) => timeOf(trace) !== null);
  const sorted = Float64Array.from(timed, (trace) => timeOf(trace) ?? 0).sort();
  const threshold = thresholdNs ?? observedQuantile(sorted, q);
  if (threshold === null) return null;
  const isSlow = (trace: AnalysedTrace): boolean => (timeOf(trace) ?? 0) > threshold;
  return {
    by,
    thresholdNs: threshold,
    slow: timed.filter(isSlow),
    rest: timed.filter((trace) => !isSlow(trace)),
    missingTimeCount: traces.length - timed.length,
  };
}

/** Returns the highest of `quantiles` with at least `needed` requests on both sides; null when there is none. */
export function findSufficientQuantile(
  traces: readonly AnalysedTrace[],
  by: SlowCriterion,
  { quantiles, needed }: { readonly quantiles: readonly number[]; readonly needed: number },
): { readonly q: number; readonly slowCount: number } | null {
  for (const q of quantiles.toSorted((a, b) => b - a)) {
    const group = selectSlowGroup(traces, { by, q });
    if (group !== null && group.slow.length >= needed && group.rest.length >= needed)
      return { q, slowCount: group.slow.length };
  }
  return null;
}
