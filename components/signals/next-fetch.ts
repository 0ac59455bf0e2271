/** Which panels a page asks for next and when: decided once after an answer, so no clock is compared with a timer that fired early. */
import { pendingIntervalMs, retryIntervalMs } from "@/lib/client/polling";
import type { PanelOutcome } from "@/lib/contracts/signals";

export interface NextFetch<P> {
  readonly panels: readonly [P, ...P[]] | "all";
  readonly delayMs: number;
}

interface FetchedPanels<P> {
  readonly requested: readonly P[];
  readonly outcomeOf: (panel: P) => PanelOutcome | undefined;
  /** Time until all panels are due again; false for a window that does not move. */
  readonly allDueInMs: number | false;
}

/** Pending panels are asked again soon and troubled ones a little later, alone, unless all are due before that. Null when nothing is left to ask. */
export function nextFetch<P>({ requested, outcomeOf, allDueInMs }: FetchedPanels<P>): NextFetch<P> | null {
  const pending = requested.filter((panel) => outcomeOf(panel)?.state === "pending");
  const failed = requested.filter((panel) => hasFailed(outcomeOf(panel)));
  const [first, ...rest] = [...pending, ...failed];
  const delayMs = pending.length > 0 ? pendingIntervalMs : retryIntervalMs;
  if (first !== undefined && (allDueInMs === false || delayMs < allDueInMs))
    return { panels: [first, ...rest], delayMs };
  return allDueInMs === false ? null : { panels: "all", delayMs: Math.max(0, allDueInMs) };
}

function hasFailed(outcome: PanelOutcome | undefined): boolean {
  // What was asked wrongly is refused again.
  if (outcome?.state === "failed") return outcome.problem.code !== "invalid-input";
  return outcome?.state === "answered" && outcome.answer.stale !== null;
}
