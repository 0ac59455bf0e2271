/**
 * Suggests the names that the user probably meant: names that contain the text, and one name that differs by a letter
 * or two.
 */
import { nearestWord } from "./nearest-word";

const maxSuggestions = 3;

/**
 * Returns at most three names: names that contain `requestedName`, shortest first, then the name whose last part
 * differs by a letter or two.
 */
export function suggestNames(requestedName: string, names: readonly string[]): readonly string[] {
  const wanted = toPlainName(requestedName);
  if (wanted === "") return [];
  const containing = names
    .filter((name) => toPlainName(name).includes(wanted))
    .toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1));
  const byLast = new Map(names.map((name) => [lastPart(name), name]));
  const similar = byLast.get(nearestWord(lastPart(requestedName), [...byLast.keys()]) ?? "");
  return [...new Set([...containing, ...(similar === undefined ? [] : [similar])])].slice(0, maxSuggestions);
}

function toPlainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}
