import { toSentence } from "@/lib/format/sentence";

/**
 * Returns each fragment as sentences, without the sentences of earlier fragments. Title, reason and next step of an error
 * often repeat each other.
 */
export function withoutRepetitions(fragments: readonly string[]): readonly string[] {
  const known = new Set<string>();
  return fragments.map((fragment) =>
    fragment.trim() === ""
      ? ""
      : toSentence(fragment)
          .split(/(?<=[.!?…])\s+/)
          .filter((sentence) => {
            const key = sentence.toLowerCase();
            return !known.has(key) && known.add(key);
          })
          .join(" "),
  );
}
