/**
 * Removes characters from the ends of a text in linear time. A pattern such as `-+$` takes quadratic time on a long run
 * of dashes that does not end the text.
 */

/** Returns `text` without trailing characters that occur in `characters`. */
export function trimTrailing(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Returns `text` without leading and trailing characters that occur in `characters`. */
export function trimCharacters(text: string, characters: string): string {
  let start = 0;
  while (start < text.length && characters.includes(text.charAt(start))) start += 1;
  return trimTrailing(text.slice(start), characters);
}
