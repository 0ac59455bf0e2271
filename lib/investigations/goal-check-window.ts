/** The window in which a goal is checked, from the dates of the investigation. Times are in ms since 1970. */
import { collectedWindow, type CollectedWindow, type InvestigationDates } from "./collected-window";

const minuteMs = 60_000;
const maxLengthMs = 6 * 60 * minuteMs;

/** Times of an investigation that decide the window of its goal check. */
export interface GoalCheckDates extends InvestigationDates {
  /** Time of the last change to the state "fix deployed". */
  readonly fixDeployedAtMs: number | null;
  /** Time of the last event that belongs to the deploy, such as a new engine version; null without such an event. */
  readonly rolloutEndMs: number | null;
}

/**
 * Returns the window since the fix: since the linked deploy, or since the state became "fix deployed". It begins at a
 * full minute after the rollout, because an earlier window would contain both versions. Without a fix, it returns the
 * window of step 7. If the window would be longer than `longestMs` (6 h by default), only its newest part is returned.
 */
export function goalCheckWindow(
  dates: GoalCheckDates,
  nowMs: number,
  longestMs: number = maxLengthMs,
): CollectedWindow {
  const fix = findFix(dates);
  if (fix === null) {
    const { sinceMs: _, ...window } = collectedWindow("validate", dates, nowMs);
    return window;
  }
  const { resolvedAtMs } = dates;
  const isResolved = resolvedAtMs !== null && resolvedAtMs > fix.atMs && resolvedAtMs < nowMs;
  const lastMs = isResolved ? resolvedAtMs : nowMs;
  const endMs = Math.floor(lastMs / minuteMs) * minuteMs;
  const firstMs = (Math.floor(fix.atMs / minuteMs) + 1) * minuteMs;
  // A window of one minute has too few blocks for a verdict, so that it may begin too early.
  const startMs = Math.min(Math.max(firstMs, endMs - longestMs), endMs - minuteMs);
  const basis = [
    `From ${fix.name} to ${isResolved ? "the resolution" : "now"}.`,
    ...(startMs > firstMs ? ["Only the newest 6 h are read."] : []),
  ].join(" ");
  return { startMs, endMs, isLive: !isResolved, basis };
}

function findFix({
  deployedAtMs,
  fixDeployedAtMs,
  rolloutEndMs,
}: GoalCheckDates): { readonly atMs: number; readonly name: string } | null {
  if (deployedAtMs !== null)
    return rolloutEndMs !== null && rolloutEndMs > deployedAtMs
      ? { atMs: rolloutEndMs, name: "the end of the deploy of the fix" }
      : { atMs: deployedAtMs, name: "the deploy of the fix" };
  return fixDeployedAtMs === null
    ? null
    : { atMs: fixDeployedAtMs, name: "the change to the state “Fix deployed”" };
}
