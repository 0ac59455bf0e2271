/** Returns a sentence as plain text with numbers rounded to three digits. */
import type { Sentence } from "@/lib/model/sentence";

export function sentenceText(sentence: Sentence): string {
  return sentence
    .map((part) => {
      if (part.kind === "number") return String(Number(part.value.toPrecision(3)));
      return "text" in part ? part.text : "";
    })
    .join("");
}

/** Returns a sentence with exact numbers in angle brackets, and times reduced to their kind. */
export function markedText(sentence: Sentence): string {
  return sentence
    .map((part) => {
      if (part.kind === "number") return `<${part.value}>`;
      return part.kind === "down-since" ? `<${part.since.kind}>` : part.text;
    })
    .join("");
}
