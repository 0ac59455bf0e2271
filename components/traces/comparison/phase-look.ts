/** How a phase is named and coloured. */
import type { PhaseId } from "@/lib/model/phase";

export const phaseTitles: { readonly [P in PhaseId]: string } = {
  gateway: "gateway",
  admission: "admission",
  network: "network",
  "feature-retrieval": "feature retrieval",
  tokenize: "tokenize",
  queue: "queue",
  prefill: "prefill",
  decode: "decode",
  detokenize: "detokenize",
  assembly: "response assembly",
  serialize: "serialize",
  stream: "stream",
  other: "other",
  unexplained: "unexplained",
};

export function phaseColour(phase: PhaseId | null): string {
  if (phase === null) return "var(--rest)";
  return phase === "feature-retrieval" ? "var(--ph-feature)" : `var(--ph-${phase})`;
}
