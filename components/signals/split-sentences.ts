import type { Sentence, SentencePart } from "@/lib/model/sentence";

interface SplitSentences {
  readonly first: Sentence;
  readonly rest: Sentence;
}

/**
 * Splits a text at the end of its first sentence. `rest` is empty for a single sentence. The point of a decimal
 * number or an abbreviation of a unit ends no sentence, because a capital letter or a value follows the end.
 */
export function splitSentences(sentences: Sentence): SplitSentences {
  for (const [index, part] of sentences.entries()) {
    if (part.kind !== "text") continue;
    const end = sentenceEnd(part.text, index === sentences.length - 1);
    if (end === undefined) continue;
    const before: SentencePart = { ...part, text: part.text.slice(0, end) };
    const after: SentencePart = { ...part, text: part.text.slice(end).trimStart() };
    return {
      first: [...sentences.slice(0, index), before],
      rest: [...(after.text === "" ? [] : [after]), ...sentences.slice(index + 1)],
    };
  }
  return { first: sentences, rest: [] };
}

/** Returns the position after the point. A text that ends with ". " continues with a value, except as the last part. */
function sentenceEnd(text: string, isLast: boolean): number | undefined {
  const match = /\.(?= +[A-Z])|\.(?= +$)/.exec(text);
  if (match === null || (isLast && text.slice(match.index + 1).trim() === "")) return undefined;
  return match.index + 1;
}
