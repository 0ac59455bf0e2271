/**
 * Makes text from outside safe to display in a sentence: one bounded line without control characters, direction marks
 * or anything that looks like a secret.
 */

// Control characters, line and paragraph separators, and direction marks.
// oxlint-disable-next-line no-control-regex
const invisible = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]+/g;
const secretPatterns: readonly RegExp[] = [
  /\b(bearer|basic)\s+[\w\-.~+/=]+/gi,
  /\b(password|passwd|secret|token|api[-_]?key|authorization|cookie)(["']?\s*[:=]\s*)("[^"]*"|'[^']*'|[^\s,;&"'}]+)/gi,
  /(\/\/)[^/\s:@]+:[^/\s@]+@/g,
];

/**
 * Returns `text` as one line of at most `maxLength` characters, and replaces passwords, tokens and other secrets by
 * "[hidden]". An ellipsis marks truncated text.
 */
export function redactToLine(text: string, maxLength: number): string {
  // Truncate first: a text of several megabytes must not be searched completely.
  let line = text.slice(0, maxLength * 4).replace(invisible, " ");
  for (const pattern of secretPatterns) line = line.replace(pattern, "$1 [hidden]");
  line = line.replace(/\s+/g, " ").trim();
  return line.length > maxLength ? `${line.slice(0, maxLength - 1)}…` : line;
}

/**
 * Returns whether `text` can be stored and displayed unchanged: one line without control characters or direction
 * marks.
 */
export function isPlainLine(text: string): boolean {
  return text.search(invisible) === -1 && text.isWellFormed();
}

/**
 * Returns a name or label value as one line of at most `maxLength` characters. Invisible characters and direction
 * marks become code points such as \u{202e}, so that different values never look equal.
 */
export function escapeHiddenCharactersInLine(text: string, maxLength: number): string {
  const line = text
    .slice(0, maxLength + 1)
    .replace(invisible, (some) => Array.from(some, codePointOf).join(""));
  return text.length > maxLength || line.length > maxLength ? `${line.slice(0, maxLength - 1)}…` : line;
}

// Line breaks and tabs stay, because long attributes need them. Terminal control sequences would only be displayed as
// boxes.
const unsafeCharacters = /[\p{Cc}\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff](?<![\t\n\r])/gu;

/**
 * Returns text of any length with invisible characters, direction marks and terminal control characters written as
 * code points. The reader sees exactly what the text contains, which matters most for URLs.
 */
export function escapeHiddenCharacters(text: string): string {
  return text.replace(unsafeCharacters, codePointOf);
}

/** Returns the name of a span for display. A span without a name is displayed as "(no name)". */
export function spanDisplayName(operation: string): string {
  return operation.trim() === "" ? "(no name)" : escapeHiddenCharacters(operation);
}

function codePointOf(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
