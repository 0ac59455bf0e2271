/** Pieces of sentences about traces: text, and numbers that keep their unit. */
import type { SentencePart } from "@/lib/model/sentence";

export const say = (text: string, emphasis = false): SentencePart => ({
  kind: "text",
  text,
  ...(emphasis ? { emphasis } : {}),
});
export const seconds = (ns: number): SentencePart => ({
  kind: "number",
  value: ns / 1e9,
  unit: "seconds",
  displayUnit: "s",
});
export const share = (ratio: number): SentencePart => ({
  kind: "number",
  value: ratio,
  unit: "ratio",
  displayUnit: "%",
});
