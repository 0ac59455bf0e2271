/** Which of some names was probably meant by what was written: those that hold it, and the one that is a letter or two away. */
import { nearestWord } from "./nearest-word";

const maxSuggestions = 3;

/** Those whose name holds what is asked for, the shortest first, then the one that differs by a letter or two in its last part. */
export function suggestNames(requestedName: string, names: readonly string[]): readonly string[] {
  const wanted = plain(requestedName);
  if (wanted === "") return [];
  const containing = names
    .filter((name) => plain(name).includes(wanted))
    .toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1));
  const byLast = new Map(names.map((name) => [lastPart(name), name]));
  const similar = byLast.get(nearestWord(lastPart(requestedName), [...byLast.keys()]) ?? "");
  return [...new Set([...containing, ...(similar === undefined ? [] : [similar])])].slice(0, maxSuggestions);
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}
