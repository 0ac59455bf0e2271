/** Names and colours of request phases, shared by all pages. */
import type { PhaseId } from "@/lib/model/traces/phase";

const titles: Partial<Readonly<Record<PhaseId, string>>> = {
  "feature-retrieval": "feature retrieval",
  assembly: "response assembly",
};

export function phaseTitle(phase: PhaseId): string {
  return titles[phase] ?? phase;
}

/** Returns the colour token of a phase. */
export function phaseColourToken(phase: PhaseId | null): string {
  if (phase === null) return "rest";
  return phase === "feature-retrieval" ? "ph-feature" : `ph-${phase}`;
}

/** Returns the CSS colour of a phase. */
export function phaseColour(phase: PhaseId | null): string {
  return `var(--${phaseColourToken(phase)})`;
}
