/** Shortens a text for a report of one page. */

/** Returns the text in one line, with at most `maxLength` characters. A shortened text ends with "…" after a word. */
export function shorten(text: string, maxLength: number): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  if (line.length <= maxLength) return line;
  // The two halves of a character outside the basic plane are not separated.
  const start = line.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, "");
  const lastSpace = start.lastIndexOf(" ");
  // A text without spaces ends within a word.
  const end = lastSpace > maxLength / 2 ? lastSpace : start.length;
  return `${start.slice(0, end).trimEnd()}…`;
}
