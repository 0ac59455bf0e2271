/** Returns the text of a comment with "@" and the name of a person at its end. The server finds mentions in the text. */
export function addMention(text: string, name: string): string {
  const space = text === "" || /\s$/.test(text) ? "" : " ";
  return `${text}${space}@${name} `;
}
