/** Compares names as a reader sees them. */
import { withoutHiddenCharacters } from "./hidden-characters";
import { replaceConfusableLetters } from "./confusable-letters";

/**
 * Returns texts by which names are compared. Two names have a text in common if a reader cannot tell them apart by case,
 * spaces, invisible characters, or letters that look like Latin letters.
 */
export function comparisonKeys(name: string): readonly string[] {
  const visible = withoutHiddenCharacters(name.normalize("NFKC"))
    .normalize("NFKC")
    .replace(/\s+/g, " ")
    .trim();
  // The cases of a letter can look like different letters: Greek Ν and ν, for example. So both texts are necessary.
  return [visible.toLowerCase(), replaceConfusableLetters(visible).toLowerCase()];
}

/** Returns whether a reader can mistake one of the names for the other. */
export function areConfusable(first: string, second: string): boolean {
  const keys = comparisonKeys(first);
  return comparisonKeys(second).some((key) => keys.includes(key));
}
