/** Sentences from texts that people or other sentences wrote, with or without a full stop. */

/** Returns the text with one full stop at its end, unless it ends with a mark. */
export function endSentence(text: string): string {
  const trimmed = text.trim();
  return /[.!?…]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}

/** Joins texts as sentences. Empty texts are skipped. */
export function joinSentences(texts: readonly string[]): string {
  return texts
    .filter((text) => text.trim() !== "")
    .map(endSentence)
    .join(" ");
}
