/** Phases of a request as they are named and coloured on every screen. */
import type { PhaseId } from "@/lib/model/phase";

const titles: Partial<Readonly<Record<PhaseId, string>>> = {
  "feature-retrieval": "feature retrieval",
  assembly: "response assembly",
};

export function phaseTitle(phase: PhaseId): string {
  return titles[phase] ?? phase;
}

/** A colour of CSS. */
export function phaseColour(phase: PhaseId): string {
  return `var(--${phase === "feature-retrieval" ? "ph-feature" : `ph-${phase}`})`;
}
