import type { Sentence, SentencePart } from "@/lib/model/sentence";

interface SplitSentences {
  readonly first: Sentence;
  readonly rest: Sentence;
}

/**
 * Divides a text after its first sentence. `rest` is empty for a single sentence. A full stop in a decimal
 * number or an abbreviation does not end a sentence.
 */
export function splitSentences(sentences: Sentence): SplitSentences {
  for (const [index, part] of sentences.entries()) {
    if (part.kind !== "text") continue;
    const end = sentenceEnd(part.text, sentences[index + 1]);
    if (end === undefined) continue;
    const before: SentencePart = { ...part, text: part.text.slice(0, end) };
    const after: SentencePart = { ...part, text: part.text.slice(end).trimStart() };
    return {
      first: [...sentences.slice(0, index), before],
      rest: trimStart([...(after.text === "" ? [] : [after]), ...sentences.slice(index + 1)]),
    };
  }
  return { first: sentences, rest: [] };
}

/** Returns the position after the point that ends a sentence. Undefined if no other sentence follows. */
function sentenceEnd(text: string, next: SentencePart | undefined): number | undefined {
  const inside = /\.(?= +[A-Z])/.exec(text);
  if (inside !== null) return inside.index + 1;
  const isEnd = text.endsWith(".") && next?.kind === "text" && /^ +[A-Z]/.test(next.text);
  const isBeforeValue = /\. +$/.test(text) && next !== undefined;
  return isEnd || isBeforeValue ? text.trimEnd().length : undefined;
}

/** Returns the sentence without spaces at its start. */
function trimStart([first, ...following]: Sentence): Sentence {
  if (first?.kind !== "text") return first === undefined ? [] : [first, ...following];
  return [{ ...first, text: first.text.trimStart() }, ...following];
}
