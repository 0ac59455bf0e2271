/** Words that mix alphabets, by the "highly restrictive" level of Unicode Technical Standard 39. */

/** Scripts in common use today: table 5 of Unicode Standard Annex 31. */
const scripts = [
  "Latin",
  "Greek",
  "Cyrillic",
  "Armenian",
  "Georgian",
  "Hebrew",
  "Arabic",
  "Thaana",
  "Ethiopic",
  "Han",
  "Hiragana",
  "Katakana",
  "Bopomofo",
  "Hangul",
  "Devanagari",
  "Bengali",
  "Gurmukhi",
  "Gujarati",
  "Oriya",
  "Tamil",
  "Telugu",
  "Kannada",
  "Malayalam",
  "Sinhala",
  "Thai",
  "Lao",
  "Tibetan",
  "Myanmar",
  "Khmer",
];

/** Scripts that Japanese, Chinese and Korean text combines in one word. */
const allowedCombinations = [
  ["Latin", "Han", "Hiragana", "Katakana"],
  ["Latin", "Han", "Bopomofo"],
  ["Latin", "Han", "Hangul"],
];

/** A word, and the scripts of its letters. Rare scripts are not listed. */
export interface MixedWord {
  readonly word: string;
  readonly scripts: readonly string[];
}

/** Returns the first word with letters of different alphabets, for example a Cyrillic А in a Latin word. */
export function findMixedWord(text: string): MixedWord | null {
  const words = text.match(/[\p{L}\p{M}\p{N}\u200c\u200d]+/gu) ?? [];
  const word = words.find(isMixed);
  return word === undefined ? null : { word, scripts: scripts.filter((script) => hasScript(word, script)) };
}

function isMixed(word: string): boolean {
  // Rare scripts are not distinguished from each other.
  if (!scripts.some((script) => hasScript(word, script))) return false;
  return [...scripts.map((script) => [script]), ...allowedCombinations].every(
    (combination) => !consistsOf(word, combination),
  );
}

function hasScript(word: string, script: string): boolean {
  return new RegExp(`\\p{Script=${script}}`, "u").test(word);
}

/** Digits, accents and other characters without a script match each combination. */
function consistsOf(word: string, combination: readonly string[]): boolean {
  const letters = combination.map((script) => `\\p{scx=${script}}`).join("");
  return new RegExp(`^[${letters}\\p{scx=Common}\\p{Script=Inherited}]*$`, "u").test(word);
}
