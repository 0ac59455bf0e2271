import type { ReactNode } from "react";
import { directedParts } from "@/lib/format/writing-direction";

/** A text in which names written from right to left keep their direction to themselves. */
export function isolated(text: string): ReactNode {
  const parts = directedParts(text);
  if (!parts.some(({ isTurned }) => isTurned)) return text;
  return parts.map((part, index) => (part.isTurned ? <bdi key={index}>{part.text}</bdi> : part.text));
}
