/** Pieces of the roofline's sentences. Numbers stay numbers: the browser's formatter writes them. */
import { boundsOf, type BoundBy } from "@/lib/analysis/roofline/bounds/bound-by";
import type { StepShares } from "@/lib/analysis/roofline/points/step-shares";
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

export const boundNames: { readonly [B in BoundBy]: string } = {
  compute: "compute-bound",
  memory: "memory-bound",
  communication: "bound by communication",
  overhead: "bound by overhead",
  mixed: "bound by memory and compute alike",
};

/** Beside communication. */
const boundNamesWithCommunication: { readonly [B in BoundBy]: string } = {
  ...boundNames,
  compute: "compute",
  memory: "memory",
  overhead: "overhead",
  mixed: "memory and compute",
};

export type BoundShares = Pick<StepShares, "boundBy" | "nearTo">;

/** What bounds a step, in words; two where they are too near each other to tell. */
export function boundText(shares: BoundShares): string {
  if (isHalfMemoryHalfOverhead(shares)) return "about half memory, half overhead";
  if (shares.boundBy === "communication" && shares.nearTo !== null)
    return `bound by ${boundNamesWithCommunication[shares.nearTo]} and communication, which takes more than a quarter`;
  const [first = shares.boundBy, second] = boundsOf(shares.boundBy, shares.nearTo);
  return second === undefined ? boundNames[first] : `between ${boundNames[first]} and ${boundNames[second]}`;
}

/** Memory and overhead, neither alone. */
export function isHalfMemoryHalfOverhead({ boundBy, nearTo }: BoundShares): boolean {
  return boundsOf(boundBy, nearTo).join(" ") === "memory overhead";
}

/** A title within a sentence: "inter-token latency, ITL", "GPU memory used". */
export function titleInSentence(title: string): string {
  return /^\p{Lu}\p{Ll}/u.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
}

export const precisionName = (precision: ComputePrecision): string => precision.toUpperCase();
