/** Compares names as a reader sees them. */
import { removeHiddenCharacters } from "./hidden-characters";
import { replaceConfusableLetters } from "./confusable-letters";

/**
 * Returns the keys by which names are compared. Two names share a key if a reader cannot tell them apart by
 * case, spaces, invisible characters, punctuation, or letters that look like Latin letters.
 */
export function comparisonKeys(name: string): readonly string[] {
  const visible = removeHiddenCharacters(unifyPunctuation(name).normalize("NFKC"))
    .normalize("NFKC")
    .replace(/\s+/g, " ")
    .trim();
  // The cases of a letter can look like different letters: Greek Ν and ν, for example. So several texts are necessary.
  return [
    `case ${visible.toLowerCase()}`,
    `look ${replaceConfusableLetters(visible)}`,
    // A capital I looks like l, and is replaced by l. At the start of a word it becomes i instead, because Ian is not
    // Lan.
    `look without case ${replaceConfusableLetters(visible.replace(/(?<!\p{Ll})I/gu, "i")).toLowerCase()}`,
  ];
}

/** Replaces all dashes by a hyphen, and all characters that look like an apostrophe by an apostrophe. */
function unifyPunctuation(text: string): string {
  return text
    .replace(/[\p{Pd}\u2212]/gu, "-")
    .replace(/[\u2018\u2019\u201b\u02b9\u02bb\u02bc\u00b4\u0060]/g, "'");
}

/** Returns whether a reader can mistake one of the names for the other. */
export function areConfusable(first: string, second: string): boolean {
  const keys = comparisonKeys(first);
  return comparisonKeys(second).some((key) => keys.includes(key));
}
