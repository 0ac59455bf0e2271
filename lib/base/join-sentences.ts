import { endSentence } from "./end-sentence";

/** Joins texts as sentences. Empty texts are skipped. */
export function joinSentences(texts: readonly string[]): string {
  return texts
    .filter((text) => text.trim() !== "")
    .map(endSentence)
    .join(" ");
}
