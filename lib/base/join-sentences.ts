import { endSentence } from "./end-sentence";

/** Joins texts as sentences. Empty texts are skipped. */
export function joinSentences(texts: readonly string[]): string {
  return texts
    .filter((text) => text.trim() !== "")
    .map(endSentence)
    .join(" ");
}

/** Joins nouns: "errors", "errors and aborts", "errors, aborts and retries". */
export function joinWithAnd(nouns: readonly string[]): string {
  const last = nouns.at(-1) ?? "";
  return nouns.length < 2 ? last : `${nouns.slice(0, -1).join(", ")} and ${last}`;
}
