/**
 * Makes text that came from outside fit to be shown in a sentence: one line, bounded, without control or direction
 * characters, without what looks like a secret.
 */

// Control characters, line and paragraph separators, and marks that turn the writing direction around.
// oxlint-disable-next-line no-control-regex
const invisible = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]+/g;
const secretPatterns: readonly RegExp[] = [
  /\b(bearer|basic)\s+[\w\-.~+/=]+/gi,
  /\b(password|passwd|secret|token|api[-_]?key|authorization|cookie)(["']?\s*[:=]\s*)("[^"]*"|'[^']*'|[^\s,;&"'}]+)/gi,
  /(\/\/)[^/\s:@]+:[^/\s@]+@/g,
];

/** `text` as at most `maxLength` characters of one line; an ellipsis says that more was there. */
export function safeText(text: string, maxLength: number): string {
  // Cut first: a text of megabytes must not be searched whole.
  let line = text.slice(0, maxLength * 4).replace(invisible, " ");
  for (const pattern of secretPatterns) line = line.replace(pattern, "$1 [hidden]");
  line = line.replace(/\s+/g, " ").trim();
  return line.length > maxLength ? `${line.slice(0, maxLength - 1)}…` : line;
}

/** Whether `text` can be stored and shown as it is: one line, without control or direction characters. */
export function isPlainLine(text: string): boolean {
  return text.search(invisible) === -1 && text.isWellFormed();
}

/**
 * A name or label value as at most `maxLength` characters of one line: what cannot be seen or would turn the text around is
 * written as its code point, such as \u{202e}, so that two values which differ never look the same.
 */
export function visibleText(text: string, maxLength: number): string {
  const line = text
    .slice(0, maxLength + 1)
    .replace(invisible, (some) => Array.from(some, codePointOf).join(""));
  return text.length > maxLength || line.length > maxLength ? `${line.slice(0, maxLength - 1)}…` : line;
}

// Line breaks and tabs stay: a long attribute is read with them. Of a terminal's commands nothing is to be seen but a box.
const unsafeCharacters = /[\p{Cc}\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff](?<![\t\n\r])/gu;

/**
 * A text of any length as it is, except that marks which turn the writing direction around or cannot be seen, and the commands of a
 * terminal, are written as their code points: what is read is what is there, an address above all.
 */
export function escapeControlCharacters(text: string): string {
  return text.replace(unsafeCharacters, codePointOf);
}

/** The name of a span as it is shown; one that was sent without is told as that. */
export function spanDisplayName(operation: string): string {
  return operation.trim() === "" ? "(no name)" : escapeControlCharacters(operation);
}

function codePointOf(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
