/** Pieces of the roofline's sentences. Numbers stay numbers: the browser's formatter writes them. */
import type { BoundBy } from "@/lib/analysis/roofline/bounds/bound-by";
import type { ComputePrecision } from "@/lib/model/precision";
import type { Sentence, SentencePart } from "@/lib/model/sentence";
import type { DisplayUnit, Unit } from "@/lib/model/units";

export const text = (words: string): SentencePart => ({ kind: "text", text: words });
export const strong = (words: string): SentencePart => ({ kind: "text", text: words, emphasis: true });

const number =
  (unit: Unit, displayUnit: DisplayUnit) =>
  (value: number): SentencePart => ({ kind: "number", value, unit, displayUnit });

export const bytes = number("bytes", "GB");
export const bandwidth = number("bytes-per-second", "TB/s");
export const milliseconds = number("seconds", "ms");
export const percent = number("ratio", "%");
export const flops = number("flops-per-second", "TFLOP/s");
export const intensity = number("flop-per-byte", "FLOP/B");
export const tokens = number("tokens", "tokens");
export const tokenRate = number("tokens-per-second", "tokens/s");
export const requests = number("requests", "requests");
/** A number of things that is said without their name. */
export const count = (value: number): SentencePart => text(String(Math.round(value)));

/** The wire's sentences are mutable arrays by inference; nobody writes into them. */
export type WireSentence = SentencePart[];
export const sentence = (...parts: Sentence): WireSentence => [...parts];

export const boundWords: { readonly [B in BoundBy]: string } = {
  compute: "compute-bound",
  memory: "memory-bound",
  communication: "bound by communication",
  overhead: "bound by overhead",
  mixed: "bound by memory and compute alike",
};

export const precisionName = (precision: ComputePrecision): string => precision.toUpperCase();
