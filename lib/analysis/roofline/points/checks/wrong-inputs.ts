/**
 * Finds the inputs that may be incorrect if a point is above the roof, or closer to the roof than ever observed. The
 * best explanation is first.
 */
import type { Utilisation } from "@/lib/analysis/roofline/bounds/judge-utilisation";
import type { Agreement } from "./disagreement";
import { explainDisagreement } from "./explain";
import type { PoolSample, PoolEstimates } from "@/lib/analysis/roofline/points/pool-estimates";
import type { Suspect } from "./suspects";

/** Input of a pool setting that is probably incorrect. */
export interface WrongInput {
  readonly suspect: Suspect;
  /** Utilisation of the point with the suspect corrected; null if it cannot be computed. */
  readonly correctedUtilisation: Utilisation | null;
}

/**
 * Returns the inputs that are probably incorrect. Empty unless an operating point is impossible or
 * suspicious. `agreement` is the result of `checkAgreement`.
 */
export function findWrongInputs(
  estimates: PoolEstimates,
  sample: PoolSample,
  agreement: Agreement | null,
): readonly WrongInput[] {
  if (estimates.availablePhases.every(({ busy }) => busy.judgement.kind === "possible")) return [];
  const { suspects, correctedUtilisation } =
    agreement?.kind === "disagree" ? agreement : explainDisagreement(estimates, sample);
  return suspects.map((suspect) => ({
    suspect,
    correctedUtilisation: correctedUtilisation.get(suspect) ?? null,
  }));
}
