/** Names come from outside: what steers a terminal is no part of one. */
export function printable(text: string): string {
  return text.replaceAll(/\p{C}/gu, "�");
}
