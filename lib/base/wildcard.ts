/**
 * Patterns that people write: plain text in which `*` stands for anything, also for nothing. The whole text must fit, whatever its
 * case. Matched in at most pattern × text steps, whatever anybody writes, which regular expressions do not promise.
 */

export interface TextPattern {
  readonly test: (text: string) => boolean;
}

export function compileWildcard(pattern: string): TextPattern {
  const lower = pattern.toLowerCase();
  return { test: (text) => isMatch(lower, text.toLowerCase()) };
}

/** Letter by letter; where one does not fit, the last `*` takes one letter more. */
function isMatch(pattern: string, text: string): boolean {
  let textIndex = 0;
  let patternIndex = 0;
  let starIndex = -1;
  let resumeIndex = 0;
  while (textIndex < text.length) {
    if (pattern[patternIndex] === "*") {
      starIndex = patternIndex;
      resumeIndex = textIndex;
      patternIndex += 1;
    } else if (pattern[patternIndex] === text[textIndex]) {
      textIndex += 1;
      patternIndex += 1;
    } else if (starIndex !== -1) {
      resumeIndex += 1;
      textIndex = resumeIndex;
      patternIndex = starIndex + 1;
    } else return false;
  }
  while (pattern[patternIndex] === "*") patternIndex += 1;
  return patternIndex === pattern.length;
}
