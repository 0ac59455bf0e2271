/**
 * Change detection for a value that is read repeatedly. A new value counts after two successful checks in a row
 * returned it, because a single check may have hit a restart or a missed scrape.
 */
import type { WatchedValue } from "@/lib/model/deployment/deployment-facts";

/** Change of an observed value that two consecutive checks confirmed. */
export interface WatchedChange<T> {
  readonly fromValue: T;
  readonly toValue: T;
  /** Time of the first check that returned the new value. */
  readonly firstSeenMs: number;
}

/** State of an observed value after one check, and the change that the check confirmed. */
export interface WatchedUpdate<T> {
  /** State to store for the next check; null before the first value. */
  readonly nextState: WatchedValue<T> | null;
  /** Change that this check confirmed; null when none. */
  readonly confirmedChange: WatchedChange<T> | null;
}

/**
 * Adds one check to the state of an observed value. A change is confirmed by the second check that returns
 * the new value. A null `observed` is a check without data and changes nothing.
 */
export function updateWatchedValue<T>(
  previous: WatchedValue<T> | null,
  observed: T | null,
  atMs: number,
): WatchedUpdate<T> {
  if (observed === null) return { nextState: previous, confirmedChange: null };
  // The first value is not a change.
  if (previous === null)
    return { nextState: { confirmed: observed, candidate: null }, confirmedChange: null };
  const { confirmed, candidate } = previous;
  if (isSame(confirmed, observed))
    return { nextState: { confirmed, candidate: null }, confirmedChange: null };
  if (candidate === null || !isSame(candidate.value, observed))
    return {
      nextState: { confirmed, candidate: { value: observed, firstSeenMs: atMs } },
      confirmedChange: null,
    };
  // A job may run twice for one interval. Both runs count as one check.
  if (atMs <= candidate.firstSeenMs) return { nextState: previous, confirmedChange: null };
  return {
    nextState: { confirmed: observed, candidate: null },
    confirmedChange: { fromValue: confirmed, toValue: observed, firstSeenMs: candidate.firstSeenMs },
  };
}

/** Compares as JSON with sorted keys. Values are numbers, sorted lists and records of them. */
function isSame(a: unknown, b: unknown): boolean {
  return toCanonicalJson(a) === toCanonicalJson(b);
}

function toCanonicalJson(value: unknown): string {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return JSON.stringify(value);
  return JSON.stringify(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
