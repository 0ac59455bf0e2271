/**
 * Decides which panels a page requests next, and when. It decides once per answer, so a timer that fires early cannot
 * cause a wrong decision.
 */
import { pendingIntervalMs, retryIntervalMs } from "@/lib/client/polling";
import type { PanelOutcome } from "@/lib/contracts/signals";

/** Panels of the next request, and the time until it is sent. */
export interface NextFetch<P> {
  readonly panels: readonly [P, ...P[]] | "all";
  readonly delayMs: number;
}

interface FetchedPanels<P> {
  readonly requested: readonly P[];
  readonly getOutcome: (panel: P) => PanelOutcome | undefined;
  /** Time until all panels are due again. False for a fixed window. */
  readonly allDueInMs: number | false;
}

/**
 * Chooses which panels are requested next and when. Pending panels are requested again soon and failed
 * panels a little later, unless all panels are due before. Null if nothing remains to be requested.
 */
export function chooseNextFetch<P>({
  requested,
  getOutcome,
  allDueInMs,
}: FetchedPanels<P>): NextFetch<P> | null {
  const pending = requested.filter((panel) => getOutcome(panel)?.state === "pending");
  const failed = requested.filter((panel) => hasFailed(getOutcome(panel)));
  const [first, ...rest] = [...pending, ...failed];
  const delayMs = pending.length > 0 ? pendingIntervalMs : retryIntervalMs;
  if (first !== undefined && (allDueInMs === false || delayMs < allDueInMs))
    return { panels: [first, ...rest], delayMs };
  return allDueInMs === false ? null : { panels: "all", delayMs: Math.max(0, allDueInMs) };
}

function hasFailed(outcome: PanelOutcome | undefined): boolean {
  // An invalid question would be refused again.
  if (outcome?.state === "failed") return outcome.problem.code !== "invalid-input";
  return outcome?.state === "answered" && outcome.answer.stale !== null;
}
