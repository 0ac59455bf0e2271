/** Parts of the roofline's sentences. Numbers stay numbers, and the browser formats them. */
import type { Sentence, SentencePart } from "@/lib/model/sentence";
import type { DisplayUnit, Unit } from "@/lib/model/units";

export const textPart = (words: string): SentencePart => ({ kind: "text", text: words });
export const strongPart = (words: string): SentencePart => ({ kind: "text", text: words, emphasis: true });

const number =
  (unit: Unit, displayUnit: DisplayUnit) =>
  (value: number): SentencePart => ({ kind: "number", value, unit, displayUnit });

export const gigabytesPart = number("bytes", "GB");
export const bandwidthPart = number("bytes-per-second", "TB/s");
/** Returns a sentence part that displays `seconds` in ms. */
export const millisecondsPart = number("seconds", "ms");
/** Returns a sentence part that displays a ratio in %. */
export const percentPart = number("ratio", "%");
export const tokensPart = number("tokens", "tokens");
/** Returns a sentence part with a count rounded to an integer, without a unit. */
export const countPart = (value: number): SentencePart => textPart(String(Math.round(value)));

/** Sentence of the response. The contract infers mutable arrays, but no code changes them. */
export type MutableSentence = SentencePart[];
export const sentence = (...parts: Sentence): MutableSentence => [...parts];
