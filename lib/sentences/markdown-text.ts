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
  return (
    text
      // A backslash and its next character are one unit: a further backslash in between would undo the escape.
      .replaceAll(/\\[\s\S]|</g, (unit) => (unit === "<" ? String.raw`\<` : unit))
      .split(/\r\n?|\n/)
      .map((line) => `> ${line}`.trimEnd())
      .join("\n")
  );
}
