/** Replaces control characters, which could manipulate the terminal. External sources supply the text. */
export function printable(text: string): string {
  return text.replaceAll(/\p{C}/gu, "�");
}
