/** Parts of sentences about traces: text, and numbers with their unit. */
import type { SentencePart } from "@/lib/model/sentence";

/** Creates a sentence part with text. */
export const textPart = (text: string, emphasis = false): SentencePart => ({
  kind: "text",
  text,
  ...(emphasis ? { emphasis } : {}),
});
/**
 * Creates a sentence part with a duration, in the unit that fits the longest one of the sentence: s, ms or
 * µs.
 */
export const durationPart = (ns: number, longestNs: number = Math.abs(ns)): SentencePart => ({
  kind: "number",
  value: ns / 1e9,
  unit: "seconds",
  displayUnit: longestNs === 0 || longestNs >= 1e7 ? "s" : longestNs >= 1e6 ? "ms" : "µs",
});
/** Creates a sentence part that displays a ratio in %. */
export const sharePart = (ratio: number): SentencePart => ({
  kind: "number",
  value: ratio,
  unit: "ratio",
  displayUnit: "%",
});
/** Creates a sentence part with a number of requests. */
export const requestCountPart = (count: number): SentencePart => ({
  kind: "number",
  value: count,
  unit: "requests",
  displayUnit: "requests",
});
