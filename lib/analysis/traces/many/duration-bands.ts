/**
 * Mean time per phase for requests of each speed: traces sorted by duration and cut at percentiles. Every trace is in
 * exactly one band, and a band's phases sum to its mean duration.
 */
import type { AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import type { PhaseTimes } from "@/lib/analysis/traces/phase-segments";
import { phaseIds, type PhaseId } from "@/lib/model/traces/phase";

/** Requests within one range of duration percentiles, with their mean time per phase. */
export interface DurationBand {
  /** Quantile range by duration, for example 0.95 to 0.99. */
  readonly fromQuantile: number;
  readonly toQuantile: number;
  readonly n: number;
  readonly minNs: number;
  readonly maxNs: number;
  readonly meanNs: number;
  readonly phaseNs: PhaseTimes;
}

const bandEdges = [0, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 1] as const;

/**
 * Groups the requests into bands of duration percentiles. Bands without a request are omitted: 20 traces
 * have no band from 0.95 to 0.99.
 */
export function computeDurationBands(
  traces: readonly AnalysedTrace[],
  edges: readonly number[] = bandEdges,
): readonly DurationBand[] {
  const sorted = traces.toSorted((a, b) => a.durationNs - b.durationNs);
  return edges.slice(1).flatMap((to, index) => {
    const from = edges[index] ?? 0;
    const rank = (edge: number): number => Math.round(edge * sorted.length);
    const band = sorted.slice(rank(from), rank(to));
    const [first] = band;
    if (first === undefined) return [];
    return [
      {
        fromQuantile: from,
        toQuantile: to,
        n: band.length,
        minNs: first.durationNs,
        maxNs: band.at(-1)?.durationNs ?? first.durationNs,
        meanNs: band.reduce((sum, { durationNs }) => sum + durationNs, 0) / band.length,
        phaseNs: computeMeanPhaseTimes(band.map(({ phaseNs }) => phaseNs)),
      },
    ];
  });
}

/** Returns the mean time of each phase; a missing phase counts as 0. NaN without requests. */
export function computeMeanPhaseTimes(times: readonly PhaseTimes[]): PhaseTimes {
  const meanOf = (phase: PhaseId): number => times.reduce((sum, one) => sum + one[phase], 0) / times.length;
  return Object.fromEntries(phaseIds.map((phase) => [phase, meanOf(phase)])) as Record<PhaseId, number>;
}
