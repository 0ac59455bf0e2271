/**
 * Names cut down to what tells them apart, for the ends of lines where there is little room: what all share at the beginning
 * and at the end goes, at boundaries of words only.
 *
 *     chat-70b-0:8000, chat-70b-1:8000  →  0, 1
 */
const boundary = /[^\p{L}\p{N}]/u;

export function distinctiveNames(names: readonly string[]): readonly string[] {
  const distinct = [...new Set(names.filter((name) => name !== ""))];
  if (distinct.length < 2) return names;
  const start = sharedWords(distinct, (name, at) => name[at]);
  const end = sharedWords(distinct, (name, at) => name[name.length - 1 - at]);
  const cut = (name: string): string => name.slice(start, name.length - end);
  // One name within another leaves nothing to tell them apart by: they stay whole.
  const isUsable = distinct.every((name) => name.length > start + end);
  return isUsable ? names.map((name) => (name === "" ? name : cut(name))) : names;
}

/** Length of what all names share on one side, up to and with the last boundary in it. */
function sharedWords(
  names: readonly string[],
  characterAt: (name: string, at: number) => string | undefined,
): number {
  const [first = ""] = names;
  let length = 0;
  for (let at = 0; at < first.length; at += 1) {
    const character = characterAt(first, at);
    if (character === undefined || names.some((name) => characterAt(name, at) !== character)) break;
    if (boundary.test(character)) length = at + 1;
  }
  return length;
}
