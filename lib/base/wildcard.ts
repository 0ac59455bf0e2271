/**
 * Patterns that people write: plain text in which `*` stands for anything, also for nothing. The whole text must fit, whatever its
 * case. Matched in at most pattern × text steps, whatever anybody writes, which regular expressions do not promise.
 */

export interface TextPattern {
  readonly test: (text: string) => boolean;
}

export function wildcard(pattern: string): TextPattern {
  const lower = pattern.toLowerCase();
  return { test: (text) => fits(lower, text.toLowerCase()) };
}

/** Letter by letter; where one does not fit, the last `*` takes one letter more. */
function fits(pattern: string, text: string): boolean {
  let at = 0;
  let place = 0;
  let star = -1;
  let held = 0;
  while (at < text.length) {
    if (pattern[place] === "*") {
      star = place;
      held = at;
      place += 1;
    } else if (pattern[place] === text[at]) {
      at += 1;
      place += 1;
    } else if (star !== -1) {
      held += 1;
      at = held;
      place = star + 1;
    } else return false;
  }
  while (pattern[place] === "*") place += 1;
  return place === pattern.length;
}
