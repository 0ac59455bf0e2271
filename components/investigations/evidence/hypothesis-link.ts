/** Fields that link evidence to a hypothesis. */
import {
  evidenceDirections,
  evidenceWeights,
  type EvidenceDirection,
  type EvidenceWeight,
} from "@/lib/model/investigation/evidence";
import { oneOf, textField, z } from "@/components/shared/forms/field-schemas";

export interface HypothesisValues {
  /** Empty for no hypothesis. */
  readonly hypothesisId: string;
  readonly direction: string;
  readonly weight: string;
}

export const hypothesisFields = {
  hypothesisId: z.string(),
  direction: textField(oneOf(evidenceDirections)),
  weight: textField(oneOf(evidenceWeights)),
} as const;

export const noHypothesis: HypothesisValues = { hypothesisId: "", direction: "for", weight: "moderate" };

interface HypothesisLink {
  readonly hypothesisId: string;
  readonly direction: EvidenceDirection;
  readonly weight: EvidenceWeight;
}

/** Returns the links that a saved form requests: one, or none without a hypothesis. */
export function createHypothesisLinks({ hypothesisId, direction, weight }: HypothesisLink): HypothesisLink[] {
  return hypothesisId === "" ? [] : [{ hypothesisId, direction, weight }];
}
