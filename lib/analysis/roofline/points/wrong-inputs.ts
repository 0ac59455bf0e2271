/** Who is suspected when a point lies above the roof, or nearer to it than was ever seen: what explains it, the best fit first. */
import type { Utilisation } from "@/lib/analysis/roofline/bounds/judge";
import type { Agreement } from "./disagreement";
import { explain } from "./explain";
import type { PoolReading, Ways } from "./place-ways";
import type { Suspect } from "./suspects";

export interface WrongInput {
  readonly suspect: Suspect;
  /** What the point would use if it were so; null where that does not follow. */
  readonly wouldUse: Utilisation | null;
}

/** Empty unless a point is impossible or suspicious. `agreement` where it was worked out already. */
export function wrongInputs(
  ways: Ways,
  reading: PoolReading,
  agreement: Agreement | null,
): readonly WrongInput[] {
  if (ways.placed.every(({ busy }) => busy.judgement.kind === "possible")) return [];
  const { suspects, wouldUse } = agreement?.kind === "disagree" ? agreement : explain(ways, reading);
  return suspects.map((suspect) => ({ suspect, wouldUse: wouldUse.get(suspect) ?? null }));
}
