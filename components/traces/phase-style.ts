/** Colours of request phases, shared by all pages. */
import type { PhaseId } from "@/lib/model/traces/phase";

/** Returns the colour token of a phase. */
export function phaseColourToken(phase: PhaseId | null): string {
  if (phase === null) return "rest";
  return phase === "feature-retrieval" ? "ph-feature" : `ph-${phase}`;
}

/** Returns the CSS colour of a phase. */
export function phaseColour(phase: PhaseId | null): string {
  return `var(--${phaseColourToken(phase)})`;
}
