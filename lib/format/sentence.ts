/** A fragment such as "the source refuses the query" as a sentence: a capital at its start, one stop at its end. */
export function toSentence(fragment: string): string {
  const text = fragment.trim();
  const ended = /[.!?…]$/.test(text) ? text : `${text}.`;
  return `${ended.charAt(0).toUpperCase()}${ended.slice(1)}`;
}
