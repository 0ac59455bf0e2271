/** Which panels a page asks for next and when: decided once after an answer, so no clock is compared with a timer that fired early. */
import { pendingIntervalMs, troubledIntervalMs } from "@/lib/client/polling";
import type { PanelOutcome } from "@/lib/contracts/signals";

export interface NextRead<P> {
  readonly panels: readonly [P, ...P[]] | "all";
  readonly delayMs: number;
}

interface Answered<P> {
  readonly asked: readonly P[];
  readonly outcomeOf: (panel: P) => PanelOutcome | undefined;
  /** Time until all panels are due again; false for a window that does not move. */
  readonly allDueInMs: number | false;
}

/** Pending panels are asked again soon and troubled ones a little later, alone, unless all are due before that. Null when nothing is left to ask. */
export function nextRead<P>({ asked, outcomeOf, allDueInMs }: Answered<P>): NextRead<P> | null {
  const pending = asked.filter((panel) => outcomeOf(panel)?.state === "pending");
  const troubled = asked.filter((panel) => isTroubled(outcomeOf(panel)));
  const [first, ...rest] = [...pending, ...troubled];
  const delayMs = pending.length > 0 ? pendingIntervalMs : troubledIntervalMs;
  if (first !== undefined && (allDueInMs === false || delayMs < allDueInMs))
    return { panels: [first, ...rest], delayMs };
  return allDueInMs === false ? null : { panels: "all", delayMs: Math.max(0, allDueInMs) };
}

function isTroubled(outcome: PanelOutcome | undefined): boolean {
  // What was asked wrongly is refused again.
  if (outcome?.state === "failed") return outcome.problem.code !== "invalid-input";
  return outcome?.state === "answered" && outcome.answer.stale !== null;
}
