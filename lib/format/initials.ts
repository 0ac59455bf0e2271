/** Initials of names, for small marks of people. */
const letters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Returns up to two initials of a person's name: those of the first and the last word. Empty for an empty name. */
export function formatInitials(name: string): string {
  const words = name.split(/[\s._-]+/u).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => firstLetter(word ?? "").toUpperCase()).join("");
}

function firstLetter(word: string): string {
  for (const { segment } of letters.segment(word)) return segment;
  return "";
}
