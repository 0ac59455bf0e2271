/** Parts of the roofline's sentences. Numbers stay numbers, and the browser formats them. */
import type { Sentence, SentencePart } from "@/lib/model/sentence";
import type { DisplayUnit, Unit } from "@/lib/model/units";

/** Creates a sentence part with plain text. */
export const textPart = (words: string): SentencePart => ({ kind: "text", text: words });
/** Creates a sentence part with emphasised text. */
export const strongPart = (words: string): SentencePart => ({ kind: "text", text: words, emphasis: true });

const number =
  (unit: Unit, displayUnit: DisplayUnit) =>
  (value: number): SentencePart => ({ kind: "number", value, unit, displayUnit });

/** Creates a sentence part that displays bytes in GB. */
export const gigabytesPart = number("bytes", "GB");
/** Creates a sentence part that displays bytes per second in TB/s. */
export const bandwidthPart = number("bytes-per-second", "TB/s");
/** Creates a sentence part that displays seconds in ms. */
export const millisecondsPart = number("seconds", "ms");
/** Creates a sentence part that displays a ratio in %. */
export const percentPart = number("ratio", "%");
/** Creates a sentence part that displays a number of tokens. */
export const tokensPart = number("tokens", "tokens");
/** Creates a sentence part with a count rounded to an integer, without a unit. */
export const countPart = (value: number): SentencePart => textPart(String(Math.round(value)));

/** Sentence of the response. The contract infers mutable arrays, but no code changes them. */
export type MutableSentence = SentencePart[];
/** Creates a sentence from its parts. */
export const sentence = (...parts: Sentence): MutableSentence => [...parts];
