/** Shortens a text for a report of one page. */

/** Returns the text in one line, with at most `maxLength` characters. A shortened text ends with "…" after a word. */
export function shortenText(text: string, maxLength: number): string {
  const line = text.replaceAll(/[ \t\r\n]+/g, " ").trim();
  if (line.length <= maxLength) return line;
  const lastSpace = line.lastIndexOf(" ", maxLength - 1);
  if (lastSpace > maxLength / 2) return `${line.slice(0, lastSpace)}…`;
  // A text without spaces ends within a word, but not between the two halves of a character.
  return `${line.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
