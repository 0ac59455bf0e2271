/** Who is suspected when a point lies above the roof, or nearer to it than was ever seen: what explains it, the best fit first. */
import type { Utilisation } from "@/lib/analysis/roofline/bounds/judge";
import type { Agreement } from "./disagreement";
import { explain } from "./explain";
import type { PoolSample, PoolEstimates } from "./pool-estimates";
import type { Suspect } from "./suspects";

export interface WrongInput {
  readonly suspect: Suspect;
  /** What the point would use if it were so; null where that does not follow. */
  readonly correctedUtilisation: Utilisation | null;
}

/** Empty unless a point is impossible or suspicious. `agreement` where it was worked out already. */
export function wrongInputs(
  estimates: PoolEstimates,
  sample: PoolSample,
  agreement: Agreement | null,
): readonly WrongInput[] {
  if (estimates.availablePhases.every(({ busy }) => busy.judgement.kind === "possible")) return [];
  const { suspects, correctedUtilisation } =
    agreement?.kind === "disagree" ? agreement : explain(estimates, sample);
  return suspects.map((suspect) => ({
    suspect,
    correctedUtilisation: correctedUtilisation.get(suspect) ?? null,
  }));
}
