/** Fields that link evidence to a hypothesis. */
import type { InvestigationResponse } from "@/lib/contracts/investigations/investigations";
import {
  evidenceDirections,
  evidenceWeights,
  type EvidenceDirection,
  type EvidenceWeight,
} from "@/lib/model/investigation/evidence";
import { parseOption, textField, z } from "@/components/shared/forms/field-schemas";

/** Form values that link a piece of evidence to one hypothesis, for or against it. */
export interface HypothesisValues {
  /** Id of the hypothesis. Empty for no hypothesis. */
  readonly hypothesisId: string;
  readonly direction: string;
  readonly weight: string;
}

/** Form fields of the link to a hypothesis, shared by all forms that add evidence. */
export const hypothesisFields = {
  hypothesisId: z.string(),
  direction: textField(parseOption(evidenceDirections)),
  weight: textField(parseOption(evidenceWeights)),
} as const;

/** Initial values: the evidence is not linked to a hypothesis. */
export const noHypothesis: HypothesisValues = { hypothesisId: "", direction: "for", weight: "moderate" };

/** Returns the hypotheses of the current round. Evidence is not linked to others, because the record of an ended round stays. */
export function listLinkableHypotheses({
  investigation,
  hypotheses,
}: Pick<InvestigationResponse, "investigation" | "hypotheses">): InvestigationResponse["hypotheses"] {
  return hypotheses.filter(({ round }) => round === investigation.round);
}

interface HypothesisLink {
  readonly hypothesisId: string;
  readonly direction: EvidenceDirection;
  readonly weight: EvidenceWeight;
}

/** Returns the links that a saved form requests: one, or none without a hypothesis. */
export function createHypothesisLinks({ hypothesisId, direction, weight }: HypothesisLink): HypothesisLink[] {
  return hypothesisId === "" ? [] : [{ hypothesisId, direction, weight }];
}
