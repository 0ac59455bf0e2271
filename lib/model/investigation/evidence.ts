/** Evidence of an investigation. It is immutable: it can be linked, and removed with a reason. */

/**
 * Kinds of evidence. A person writes a note or uploads a file. Every other kind has the id of the contract whose
 * response the server stores, with five exceptions: a sweep and a utilisation are responses of the contract `roofline`, a
 * what-if is computed from it, a calculator from the tables of GPUs and models, and a correlation from two responses of
 * `signals`.
 */
export const evidenceKinds = [
  "note",
  "signals",
  "roofline",
  "comparison",
  "gate",
  "trace",
  "trace-comparison",
  "trace-flow",
  "sweep",
  "what-if",
  "calculator",
  "correlation",
  "utilisation",
  "traces",
  "trace-study",
  "overview",
  "baseline",
  "data-check",
  "file",
] as const;

/**
 * States of the data of evidence. "reading": the server still reads them. "failed": they could not be read,
 * and the reason is stored.
 */
export const answerStates = ["reading", "ready", "failed"] as const;

/** Kinds of evidence whose source can have the text of prompts and completions. */
const promptTextKinds: readonly string[] = [
  "trace",
  "trace-comparison",
  "trace-study",
] satisfies readonly EvidenceKind[];
type EvidenceKind = (typeof evidenceKinds)[number];

/** Returns whether an editor may choose to store the text of prompts and completions with this evidence. */
export const canIncludePromptText = (kind: string): boolean => promptTextKinds.includes(kind);

/** Returns whether the question stores the text of prompts and completions. */
export function storesPromptText(question: object): boolean {
  return "includesPromptText" in question && question.includesPromptText === true;
}

/** Whether the evidence supports or contradicts a hypothesis. */
export const evidenceDirections = ["for", "against"] as const;
/** Whether evidence supports (`for`) or contradicts (`against`) a hypothesis. */
export type EvidenceDirection = (typeof evidenceDirections)[number];

/** How strongly evidence supports or contradicts a hypothesis. */
export const evidenceWeights = ["weak", "moderate", "strong"] as const;
/** How strongly evidence supports or contradicts a hypothesis. */
export type EvidenceWeight = (typeof evidenceWeights)[number];

/** Returns the name of a piece of evidence as displayed, such as E1. */
export function evidenceName(number: number): string {
  return `E${number}`;
}
