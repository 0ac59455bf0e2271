/** The slow requests of many, and the rest, by one threshold. */
import { observedQuantile } from "@/lib/analysis/statistics/observed-quantile";
import type { AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";

export type SlowBy = "duration" | "ttft";

export interface SlowGroup {
  readonly by: SlowBy;
  /** Slow is above it. */
  readonly thresholdNs: number;
  readonly slow: readonly AnalysedTrace[];
  readonly rest: readonly AnalysedTrace[];
  /** Traces that do not tell the time it is by. */
  readonly missingTime: number;
}

/** Slow is what lies above the q-quantile (0.95: the slowest twentieth), or above a time of one's own. Null when nothing is told. */
export function slowGroup(
  traces: readonly AnalysedTrace[],
  { by, q = 0.95, thresholdNs }: { readonly by: SlowBy; readonly q?: number; readonly thresholdNs?: number },
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
    missingTime: traces.length - timed.length,
  };
}

/** The highest of `quantiles` above which, and below which, at least `needed` requests lie; null where none leaves enough. */
export function enoughAbove(
  traces: readonly AnalysedTrace[],
  by: SlowBy,
  { quantiles, needed }: { readonly quantiles: readonly number[]; readonly needed: number },
): { readonly q: number; readonly slow: number } | null {
  for (const q of quantiles.toSorted((a, b) => b - a)) {
    const group = slowGroup(traces, { by, q });
    if (group !== null && group.slow.length >= needed && group.rest.length >= needed)
      return { q, slow: group.slow.length };
  }
  return null;
}
