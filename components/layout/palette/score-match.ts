/**
 * Scores an entry of the command palette from 0 to 1. Each typed word must be a part of the entry, in any order. An
 * entry that starts with the typed text has the highest score, followed by entries with a word that starts with it.
 */
export function scoreMatch(value: string, search: string): number {
  const text = value.toLowerCase();
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.every((word) => text.includes(word))) return 0;
  if (text.startsWith(words.join(" "))) return 1;
  return words.every((word) => text.startsWith(word) || text.includes(` ${word}`)) ? 0.8 : 0.5;
}
