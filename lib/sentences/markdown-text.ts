/** Text from other sources within Markdown. */

/** Removes characters that Markdown would interpret, so that a name cannot add links or headings. */
export function plainText(text: string): string {
  return text.replaceAll(/[\r\n]+/g, " ").replaceAll(/[\\`*_[\]<>#|]/g, String.raw`\$&`);
}

/** Formats a text as inline code in Markdown. */
export function codeText(text: string): string {
  return `\`${text.replaceAll(/[\r\n`]+/g, " ")}\``;
}
