/** Time per phase, in the order in which a request passes the phases. */
import type { TraceStudy } from "@/lib/contracts/traces/trace-study";
import { phaseIds, type PhaseId } from "@/lib/model/traces/phase";

export type PhaseTimesNs = TraceStudy["bands"][number]["phaseNs"];

export interface PhaseShare {
  readonly phase: PhaseId;
  readonly durationNs: number;
  /** Share of the sum of all phases. */
  readonly share: number;
}

/** Smaller means are rounding errors. */
const minNs = 1;

/** Returns the phases with a duration and their shares. */
export function toPhaseShares(phaseNs: PhaseTimesNs): readonly PhaseShare[] {
  const sum = phaseIds.reduce((total, phase) => total + phaseNs[phase], 0);
  return phaseIds
    .filter((phase) => phaseNs[phase] >= minNs)
    .map((phase) => ({ phase, durationNs: phaseNs[phase], share: phaseNs[phase] / sum }));
}

/** Returns the longest phase, or null if no time passed. */
export function findLargestPhase(phaseNs: PhaseTimesNs): PhaseShare | null {
  return toPhaseShares(phaseNs).reduce<PhaseShare | null>(
    (largestSoFar, part) =>
      largestSoFar === null || part.durationNs > largestSoFar.durationNs ? part : largestSoFar,
    null,
  );
}

/** Returns the phases that occur in any of the records. */
export function collectPhases(times: readonly PhaseTimesNs[]): readonly PhaseId[] {
  return phaseIds.filter((phase) => times.some((phaseNs) => phaseNs[phase] >= minNs));
}

/** Formats a band as "p75–p90", "to p25" or "above p99". */
export function bandTitle({
  fromQuantile: from,
  toQuantile: to,
}: {
  readonly fromQuantile: number;
  readonly toQuantile: number;
}): string {
  const name = (edge: number): string => `p${Number((edge * 100).toFixed(1))}`;
  if (from <= 0) return `to ${name(to)}`;
  return to >= 1 ? `above ${name(from)}` : `${name(from)}–${name(to)}`;
}
