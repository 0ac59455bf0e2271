/** The verdict about a window before it is captured, in one sentence. */
import { countWithNoun } from "@/lib/format/agreement";

interface AssessedWindow {
  readonly isCapturable: boolean;
  readonly concernCount: number;
}

/** Returns a sentence that states whether a window can be captured as a baseline, and whether it has concerns. */
export function summariseAssessment({ isCapturable, concernCount }: AssessedWindow): string {
  if (!isCapturable) return "This window cannot be captured.";
  if (concernCount === 0)
    return "This window is a suitable baseline: steady, complete, within its limits and without events.";
  return `This window can be captured, with ${countWithNoun(concernCount, "concern")}.`;
}
