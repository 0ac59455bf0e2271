/** Replaces control characters, which could manipulate the terminal. External sources supply the text. */
export function escapeControlCharacters(text: string): string {
  return text.replaceAll(/\p{C}/gu, "�");
}
