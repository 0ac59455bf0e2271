/** Phases of a request as they are named and coloured on every screen. */
import type { PhaseId } from "@/lib/model/phase";

const titles: Partial<Readonly<Record<PhaseId, string>>> = {
  "feature-retrieval": "feature retrieval",
  assembly: "response assembly",
};

export function phaseTitle(phase: PhaseId): string {
  return titles[phase] ?? phase;
}

/** Name of the colour that a phase is drawn in. */
export function phaseToken(phase: PhaseId | null): string {
  if (phase === null) return "rest";
  return phase === "feature-retrieval" ? "ph-feature" : `ph-${phase}`;
}

/** A colour of CSS. */
export function phaseColour(phase: PhaseId | null): string {
  return `var(--${phaseToken(phase)})`;
}
