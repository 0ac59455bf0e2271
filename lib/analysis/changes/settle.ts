/**
 * Change detection for a value that is read repeatedly. A new value counts after two successful checks in a row
 * returned it, because a single check may have hit a restart or a missed scrape.
 */
import type { WatchedValue } from "@/lib/model/deployment/deployment-facts";

export interface WatchedChange<T> {
  readonly from: T;
  readonly to: T;
  /** Time of the first check that returned the new value. */
  readonly atMs: number;
}

export interface WatchedUpdate<T> {
  readonly watched: WatchedValue<T> | null;
  readonly change: WatchedChange<T> | null;
}

/**
 * Returns the state after the check at `atMs` read `value`. A null value is a check without data and changes nothing.
 */
export function updateWatchedValue<T>(
  previous: WatchedValue<T> | null,
  observed: T | null,
  atMs: number,
): WatchedUpdate<T> {
  if (observed === null) return { watched: previous, change: null };
  // The first value is not a change.
  if (previous === null) return { watched: { settled: observed, candidate: null }, change: null };
  const { settled, candidate } = previous;
  if (isSame(settled, observed)) return { watched: { settled, candidate: null }, change: null };
  if (candidate === null || !isSame(candidate.value, observed))
    return { watched: { settled, candidate: { value: observed, firstSeenMs: atMs } }, change: null };
  // A job may run twice for one interval. Both runs count as one check.
  if (atMs <= candidate.firstSeenMs) return { watched: previous, change: null };
  return {
    watched: { settled: observed, candidate: null },
    change: { from: settled, to: observed, atMs: candidate.firstSeenMs },
  };
}

/** Compares as JSON with sorted keys. Values are numbers, sorted lists and records of them. */
function isSame(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b);
}

function canonical(value: unknown): string {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return JSON.stringify(value);
  return JSON.stringify(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
