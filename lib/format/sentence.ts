/**
 * Turns a fragment such as "the source refuses the query" into a sentence: a capital at the start and one full stop
 * at the end.
 */
export function toSentence(fragment: string): string {
  const text = fragment.trim();
  const ended = /[.!?…]$/.test(text) ? text : `${text}.`;
  return `${ended.charAt(0).toUpperCase()}${ended.slice(1)}`;
}
