/** The links of a piece of evidence after a person changed its steps, or its link to one hypothesis. */
import type { EvidenceEntry, LinkEvidenceBody } from "@/lib/contracts/investigations/hypotheses";
import type { EvidenceDirection, EvidenceWeight } from "@/lib/model/investigation/evidence";
import type { StepId } from "@/lib/model/investigation/step-ids";

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

type PresentLinks = Pick<EvidenceEntry, "steps" | "hypotheses">;

/**
 * Returns the request body that changes the link to one hypothesis. Links to other hypotheses stay. The body
 * names the links that the person saw, so that the server can detect a conflict.
 */
export function createLinkChangeBody(
  evidence: PresentLinks,
  { hypothesisId, direction, weight }: ChosenLink,
  round: number,
): LinkEvidenceBody {
  const present = toRequest(evidence, round);
  const unchanged = present.from.filter((link) => link.hypothesisId !== hypothesisId);
  return {
    ...present,
    hypotheses: direction === "none" ? unchanged : [...unchanged, { hypothesisId, direction, weight }],
  };
}

/** Returns the request that replaces the steps of the round. The links to hypotheses stay. */
export function createStepsChangeBody(
  evidence: PresentLinks,
  steps: readonly StepId[],
  round: number,
): LinkEvidenceBody {
  return { ...toRequest(evidence, round), steps: [...steps] };
}

/** Returns the steps of one round to which the evidence belongs. */
export function listStepsInRound({ steps }: Pick<EvidenceEntry, "steps">, round: number): StepId[] {
  return steps.filter((one) => one.round === round).map(({ step }) => step);
}

/** Returns the request that changes nothing. */
function toRequest(evidence: PresentLinks, round: number) {
  const steps = listStepsInRound(evidence, round);
  const from = evidence.hypotheses.map(({ number: _number, ...link }) => link);
  return { steps, hypotheses: from, from, fromSteps: steps };
}
