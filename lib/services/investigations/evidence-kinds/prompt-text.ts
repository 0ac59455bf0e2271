/** Marks answers with the text of prompts and completions, and removes the text from questions. */
import type { EvidenceQuestion } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";

/** Returns the field of an answer that contains the text; no field for other answers. */
export const markPromptText = (includesPromptText: boolean): { readonly includesPromptText?: true } =>
  includesPromptText ? { includesPromptText } : {};

/** Returns the question, changed so that its answer has no text of prompts and completions. */
export function omitPromptText(question: EvidenceQuestion): EvidenceQuestion {
  return "includesPromptText" in question ? { ...question, includesPromptText: false } : question;
}
