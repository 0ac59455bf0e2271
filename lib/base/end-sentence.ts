/** Returns the text with one full stop at its end, unless it ends with a punctuation mark. */
export function endSentence(text: string): string {
  const trimmed = text.trim();
  return /[.!?…]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}
