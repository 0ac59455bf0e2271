/** Hypotheses of an investigation: suspected causes with the effect that they predict. */
import type { EvidenceDirection } from "./evidence";
import type { MeasuredValue } from "./goal";

/** Statuses that a hypothesis can have. */
export const hypothesisStatuses = ["open", "supported", "refuted", "parked"] as const;
/** Status of a hypothesis. */
export type HypothesisStatus = (typeof hypothesisStatuses)[number];

/** Layers in which a cause can be, in the order of triage. */
export const causeLayers = ["application", "database", "infrastructure", "system"] as const;
/** Layer in which a suspected cause is: application, database, infrastructure or system. */
export type CauseLayer = (typeof causeLayers)[number];

/** Directions in which the removal of a cause changes a value. */
export const effectDirections = ["lower", "higher"] as const;
/** Whether the removal of a cause makes a value lower or higher. */
export type EffectDirection = (typeof effectDirections)[number];

/** The measurable effect of removing the cause. */
export interface PredictedEffect extends MeasuredValue {
  readonly direction: EffectDirection;
  /** Size of the change as a ratio: 0.3 is 30 %. */
  readonly amountRatio: number;
}

/** A hypothesis with the directions of its evidence that was not removed. */
interface JudgedHypothesis {
  readonly status: HypothesisStatus;
  readonly round: number;
  readonly evidence: readonly { readonly direction: EvidenceDirection }[];
}

/** Returns whether evidence for the hypothesis exists. */
export function hasEvidenceFor({ evidence }: Pick<JudgedHypothesis, "evidence">): boolean {
  return evidence.some(({ direction }) => direction === "for");
}

/** Returns how many open or supported hypotheses of the round have evidence for them. */
export function countHypothesesWithEvidence(hypotheses: readonly JudgedHypothesis[], round: number): number {
  return hypotheses.filter(
    (one) =>
      one.round === round && (one.status === "open" || one.status === "supported") && hasEvidenceFor(one),
  ).length;
}

/** Returns the name of a hypothesis as displayed, such as H1. */
export function hypothesisName(number: number): string {
  return `H${number}`;
}

/** Returns "H1", or "H1 of round 1" if the hypothesis was added in an earlier round. */
export function hypothesisNameInRound(
  { number, round }: { readonly number: number; readonly round: number },
  currentRound: number,
): string {
  const name = hypothesisName(number);
  return round < currentRound ? `${name} of round ${round}` : name;
}
