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
  const start = sharedStartLength(names);
  const end = sharedLength(distinct, (name, at) => name[name.length - 1 - at]);
  const cut = (name: string): string => name.slice(start, name.length - end);
  // One name within another leaves nothing to tell them apart by: they stay whole.
  const isUsable = distinct.every((name) => name.length > start + end);
  return isUsable ? names.map((name) => (name === "" ? name : cut(name))) : names;
}

/** The name's last word before what was cut off, where it is short, with what stands between the two. */
const context = /(?:(?<![\p{L}\p{N}])[\p{L}\p{N}]{1,4})?[^\p{L}\p{N}]+$/u;
const number = /^[-+]?\d[\d.,]*$/;

/**
 * As `distinctiveNames`, for names that stand beside a number of theirs: "1 30" would be read as one. What is a number itself keeps
 * what stood before it, or is quoted where nothing did.
 *
 *     chat-70b-0:8000, chat-70b-1:8000  →  …70b-0, …70b-1
 */
export function namesNextToNumbers(names: readonly string[]): readonly string[] {
  const short = distinctiveNames(names);
  if (!short.some((name) => number.test(name))) return short;
  return short.map((name, index) => {
    if (name === "") return name;
    const fullName = names[index] ?? name;
    const before = fullName.slice(0, fullName.indexOf(name, sharedStartLength(names)));
    const contextText = context.exec(before)?.[0];
    if (contextText !== undefined) return `${contextText === before ? "" : "…"}${contextText}${name}`;
    return number.test(name) ? `“${name}”` : name;
  });
}

function sharedStartLength(names: readonly string[]): number {
  return sharedLength([...new Set(names.filter((name) => name !== ""))], (name, at) => name[at]);
}

/** Length of what all names share on one side, up to and with the last boundary in it. */
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
