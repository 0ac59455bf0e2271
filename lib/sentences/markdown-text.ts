/** Text from other sources within Markdown. */

/** Removes characters that Markdown would interpret, so that a name cannot add links or headings. */
export function plainText(text: string): string {
  return text.replaceAll(/[\r\n]+/g, " ").replaceAll(/[\\`*_[\]<>#|]/g, String.raw`\$&`);
}

/** Formats a text as inline code in Markdown. */
export function codeText(text: string): string {
  return `\`${text.replaceAll(/[\r\n`]+/g, " ")}\``;
}

/** Quotes a text of people. It may contain Markdown, but no HTML. */
export function quoteLines(text: string): string {
  return text
    // An odd number of backslashes already escapes the character, and one more would undo that.
    .replaceAll(/(\\*)</g, (match, escapes: string) =>
      escapes.length % 2 === 0 ? String.raw`${escapes}\<` : match,
    )
    .split(/\r\n?|\n/)
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");
}
