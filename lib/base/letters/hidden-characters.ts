/** Characters that a reader cannot see, or that reverse the text after them. */

// These characters reverse the text after them, or make two names look equal. Line separators would break the line.
const hiddenCharacters = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;
// Excludes the joiners and variation selectors that Persian and Indic words and many emoji need.
const refusedCharacter =
  /(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Returns the text without control characters, invisible characters and characters that change the text direction. */
export function removeHiddenCharacters(text: string): string {
  return text.replace(hiddenCharacters, "");
}

/** Returns whether the text has a hidden character. Joiners and selectors that words and emoji need do not count. */
export function hasHiddenCharacter(text: string): boolean {
  return refusedCharacter.test(text);
}
