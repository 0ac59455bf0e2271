/** The words of the verdicts on goals. */
import type { GoalVerdict } from "@/lib/model/investigation/goal";

const words: Readonly<Record<GoalVerdict, string>> = {
  met: "Met",
  "not-met": "Not met",
  "cannot-tell": "Cannot tell",
};

/** Returns the word of a verdict: "Met". */
export function goalVerdictWord(verdict: GoalVerdict): string {
  return words[verdict];
}
