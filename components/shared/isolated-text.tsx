import type { ReactNode } from "react";
import { splitByDirection } from "@/lib/format/writing-direction";

/** Isolates the direction of right-to-left names within a text. */
export function isolateDirection(text: string): ReactNode {
  const parts = splitByDirection(text);
  if (!parts.some(({ isRightToLeft }) => isRightToLeft)) return text;
  return parts.map((part, index) => (part.isRightToLeft ? <bdi key={index}>{part.text}</bdi> : part.text));
}
