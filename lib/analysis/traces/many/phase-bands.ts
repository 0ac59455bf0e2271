/**
 * What requests of each speed are made of: traces sorted by duration and cut at percentiles, each band with its mean by phase.
 * Bands lie end to end, so every trace stands in exactly one, and a band's phases add up to its mean duration.
 */
import type { AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import type { PhaseTimes } from "@/lib/analysis/traces/phase-sections";
import { phaseIds, type PhaseId } from "@/lib/model/phase";

export interface PhaseBand {
  /** Shares of the traces, by duration: 0.95 to 0.99. */
  readonly from: number;
  readonly to: number;
  readonly n: number;
  readonly minNs: number;
  readonly maxNs: number;
  readonly meanNs: number;
  readonly phaseNs: PhaseTimes;
}

export const bandEdges = [0, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 1] as const;

/** Bands without traces are left out: with 20 traces there is none from 0.95 to 0.99. */
export function phaseBands(
  traces: readonly AnalysedTrace[],
  edges: readonly number[] = bandEdges,
): readonly PhaseBand[] {
  const sorted = traces.toSorted((a, b) => a.durationNs - b.durationNs);
  return edges.slice(1).flatMap((to, index) => {
    const from = edges[index] ?? 0;
    const rank = (edge: number): number => Math.round(edge * sorted.length);
    const band = sorted.slice(rank(from), rank(to));
    const [first] = band;
    if (first === undefined) return [];
    return [
      {
        from,
        to,
        n: band.length,
        minNs: first.durationNs,
        maxNs: band.at(-1)?.durationNs ?? first.durationNs,
        meanNs: band.reduce((sum, { durationNs }) => sum + durationNs, 0) / band.length,
        phaseNs: meanPhases(band.map(({ phaseNs }) => phaseNs)),
      },
    ];
  });
}

/** Mean time of each phase; a request without a phase counts as 0 of it. NaN without requests. */
export function meanPhases(times: readonly PhaseTimes[]): PhaseTimes {
  const meanOf = (phase: PhaseId): number => times.reduce((sum, one) => sum + one[phase], 0) / times.length;
  return Object.fromEntries(phaseIds.map((phase) => [phase, meanOf(phase)])) as Record<PhaseId, number>;
}
