/** A sentence as plain text, its numbers as bare numbers of three digits: for asking what it says. */
import type { Sentence } from "@/lib/model/sentence";

export function sentenceText(sentence: Sentence): string {
  return sentence
    .map((part) => {
      if (part.kind === "number") return String(Number(part.value.toPrecision(3)));
      return "text" in part ? part.text : "";
    })
    .join("");
}

/** The same with each number as it is between angle brackets, and of a time only by what it is known. */
export function markedText(sentence: Sentence): string {
  return sentence
    .map((part) => {
      if (part.kind === "number") return `<${part.value}>`;
      return part.kind === "down-since" ? `<${part.since.kind}>` : part.text;
    })
    .join("");
}
