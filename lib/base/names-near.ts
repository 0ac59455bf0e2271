/** Which of some names was probably meant by what was written: those that hold it, and the one that is a letter or two away. */
import { nearestWord } from "./nearest-word";

const mostNear = 3;

/** Those whose name holds what is asked for, the shortest first, then the one that differs by a letter or two in its last part. */
export function namesNear(asked: string, names: readonly string[]): readonly string[] {
  const wanted = plain(asked);
  if (wanted === "") return [];
  const holding = names
    .filter((name) => plain(name).includes(wanted))
    .toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1));
  const byLast = new Map(names.map((name) => [lastPart(name), name]));
  const typed = byLast.get(nearestWord(lastPart(asked), [...byLast.keys()]) ?? "");
  return [...new Set([...holding, ...(typed === undefined ? [] : [typed])])].slice(0, mostNear);
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}
