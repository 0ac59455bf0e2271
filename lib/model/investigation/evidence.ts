/** Evidence of an investigation. It is immutable: it can be linked, and removed with a reason. */

/** Kinds of evidence. A note is written by a person; other kinds are copies of answers that the server reads. */
export const evidenceKinds = ["note"] as const;

/** Whether the evidence supports or contradicts a hypothesis. */
export const evidenceDirections = ["for", "against"] as const;
export type EvidenceDirection = (typeof evidenceDirections)[number];

export const evidenceWeights = ["weak", "moderate", "strong"] as const;
export type EvidenceWeight = (typeof evidenceWeights)[number];

/** Returns the name of a piece of evidence as displayed, such as E1. */
export function evidenceName(number: number): string {
  return `E${number}`;
}
