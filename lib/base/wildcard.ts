/**
 * Pattern that a person entered: plain text in which `*` matches any text. The pattern must match the complete text,
 * ignoring case. Matching takes at most pattern × text steps, which a regular expression does not guarantee.
 */
export interface TextPattern {
  readonly test: (text: string) => boolean;
}

/** Compiles a pattern with `*` as wildcard. */
export function compileWildcard(pattern: string): TextPattern {
  const lower = pattern.toLowerCase();
  return { test: (text) => isMatch(lower, text.toLowerCase()) };
}

/** Compares letter by letter. On a mismatch, the last `*` takes one letter more. */
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
