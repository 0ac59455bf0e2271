/** The links of a piece of evidence after the link to one hypothesis was added, changed or removed. */
import type { EvidenceEntry, LinkEvidenceBody } from "@/lib/contracts/investigations/hypotheses";
import type { EvidenceDirection, EvidenceWeight } from "@/lib/model/investigation/evidence";

/** Choices of the form: evidence for or against the hypothesis. `none` removes the link. */
export const linkDirections = ["for", "against", "none"] as const satisfies readonly (
  | EvidenceDirection
  | "none"
)[];

interface ChosenLink {
  readonly hypothesisId: string;
  readonly direction: (typeof linkDirections)[number];
  readonly weight: EvidenceWeight;
}

/**
 * Returns the request body that changes the link to one hypothesis. Links to other hypotheses stay. The body
 * names the links that the person saw, so that the server can detect a conflict.
 */
export function changeLink(
  { steps, hypotheses }: Pick<EvidenceEntry, "steps" | "hypotheses">,
  { hypothesisId, direction, weight }: ChosenLink,
  round: number,
): LinkEvidenceBody {
  const from = hypotheses.map(({ number: _number, ...link }) => link);
  const unchanged = from.filter((link) => link.hypothesisId !== hypothesisId);
  return {
    steps: steps.filter((one) => one.round === round).map(({ step }) => step),
    hypotheses: direction === "none" ? unchanged : [...unchanged, { hypothesisId, direction, weight }],
    from,
  };
}
