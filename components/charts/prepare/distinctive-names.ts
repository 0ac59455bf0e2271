const boundary = /[^\p{L}\p{N}]/u;

/**
 * Removes the prefix and suffix that all names share, at word boundaries: chat-70b-0:8000 and
 * chat-70b-1:8000 become 0 and 1.
 */
export function removeSharedAffixes(names: readonly string[]): readonly string[] {
  const distinct = [...new Set(names.filter((name) => name !== ""))];
  if (distinct.length < 2) return names;
  const start = sharedStartLength(names);
  const end = sharedLength(distinct, (name, at) => name[name.length - 1 - at]);
  const cut = (name: string): string => name.slice(start, name.length - end);
  // If one name is contained in another, they cannot be shortened.
  const isUsable = distinct.every((name) => name.length > start + end);
  return isUsable ? names.map((name) => (name === "" ? name : cut(name))) : names;
}

/** A longer last word of the removed prefix is not displayed. */
const longestContextWord = 4;
const number = /^[-+]?\d[\d.,]*$/;

/**
 * Removes shared prefixes and suffixes like `removeSharedAffixes`. Use it for names that are displayed before a
 * number: if a shortened name is numeric, the result is "…70b-0" or "“0”" instead of "0".
 */
export function shortenNamesBeforeNumbers(names: readonly string[]): readonly string[] {
  const short = removeSharedAffixes(names);
  if (!short.some((name) => number.test(name))) return short;
  return short.map((name, index) => {
    if (name === "") return name;
    const fullName = names[index] ?? name;
    const before = fullName.slice(0, fullName.indexOf(name, sharedStartLength(names)));
    const contextText = contextOf(before);
    if (contextText !== "") return `${contextText === before ? "" : "…"}${contextText}${name}`;
    return number.test(name) ? `“${name}”` : name;
  });
}

/** Returns the separator at the end of `before` with the short word in front of it; "" without a separator. */
function contextOf(before: string): string {
  const characters = Array.from(before);
  const wordEnd = characters.findLastIndex((character) => !boundary.test(character)) + 1;
  if (wordEnd === characters.length) return "";
  const wordStart = characters.slice(0, wordEnd).findLastIndex((character) => boundary.test(character)) + 1;
  return characters.slice(wordEnd - wordStart > longestContextWord ? wordEnd : wordStart).join("");
}

function sharedStartLength(names: readonly string[]): number {
  return sharedLength([...new Set(names.filter((name) => name !== ""))], (name, at) => name[at]);
}

/** Returns the length of the shared part on one side, up to and including its last boundary. */
function sharedLength(
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
