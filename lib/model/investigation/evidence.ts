/** Evidence of an investigation. It is immutable: it can be linked, and removed with a reason. */

/** Endpoints whose answers can be evidence. Each is the id of a contract. */
export const answerKinds = ["signals"] as const;

/** Kinds of evidence. A note is written by a person; other kinds are copies of answers that the server reads. */
export const evidenceKinds = ["note", ...answerKinds] as const;

/** reading: the server still reads the answer. failed: it could not be read, and the reason is stored. */
export const answerStates = ["reading", "ready", "failed"] as const;

/** Whether the evidence supports or contradicts a hypothesis. */
export const evidenceDirections = ["for", "against"] as const;
export type EvidenceDirection = (typeof evidenceDirections)[number];

export const evidenceWeights = ["weak", "moderate", "strong"] as const;
export type EvidenceWeight = (typeof evidenceWeights)[number];

/** Returns the name of a piece of evidence as displayed, such as E1. */
export function evidenceName(number: number): string {
  return `E${number}`;
}
