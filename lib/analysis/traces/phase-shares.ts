/** Time per phase, in the order in which a request passes the phases. */
import { phaseIds, type PhaseId } from "@/lib/model/traces/phase";

/** Nanoseconds per phase; phases that did not occur may be missing. */
export type PartialPhaseTimes = { readonly [P in PhaseId]: number };

/** Time of one phase, in nanoseconds and as a share of the request. */
export interface PhaseShare {
  readonly phase: PhaseId;
  readonly durationNs: number;
  /** Share of the sum of all phases. */
  readonly share: number;
}

/** Shortest mean time of a phase. Shorter means are rounding errors. */
const minNs = 1;

/** Returns the phases with a duration above 0 and their shares of the total. */
export function toPhaseShares(phaseNs: PartialPhaseTimes): readonly PhaseShare[] {
  const sum = phaseIds.reduce((total, phase) => total + phaseNs[phase], 0);
  return phaseIds
    .filter((phase) => phaseNs[phase] >= minNs)
    .map((phase) => ({ phase, durationNs: phaseNs[phase], share: phaseNs[phase] / sum }));
}

/** Returns the longest phase, or null if all phases are 0. */
export function findLargestPhase(phaseNs: PartialPhaseTimes): PhaseShare | null {
  return toPhaseShares(phaseNs).reduce<PhaseShare | null>(
    (largestSoFar, part) =>
      largestSoFar === null || part.durationNs > largestSoFar.durationNs ? part : largestSoFar,
    null,
  );
}

/** Returns the phases that occur in any of the records. */
export function collectPhases(times: readonly PartialPhaseTimes[]): readonly PhaseId[] {
  return phaseIds.filter((phase) => times.some((phaseNs) => phaseNs[phase] >= minNs));
}
