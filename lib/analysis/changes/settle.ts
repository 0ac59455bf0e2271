/**
 * Change detection for a value that is read repeatedly. A new value counts after two successful checks in a row
 * returned it, because a single check may have hit a restart or a missed scrape.
 */
import type { Facet } from "@/lib/model/deployment/deployment-facts";

export interface FacetChange<T> {
  readonly from: T;
  readonly to: T;
  /** Time of the first check that returned the new value. */
  readonly atMs: number;
}

export interface SettleResult<T> {
  readonly facet: Facet<T> | null;
  readonly change: FacetChange<T> | null;
}

/**
 * Returns the state after the check at `atMs` read `value`. A null value is a check without data and changes nothing.
 */
export function settleFacet<T>(before: Facet<T> | null, value: T | null, atMs: number): SettleResult<T> {
  if (value === null) return { facet: before, change: null };
  // The first value is not a change.
  if (before === null) return { facet: { settled: value, candidate: null }, change: null };
  const { settled, candidate } = before;
  if (isSame(settled, value)) return { facet: { settled, candidate: null }, change: null };
  if (candidate === null || !isSame(candidate.value, value))
    return { facet: { settled, candidate: { value, firstSeenMs: atMs } }, change: null };
  // A job may run twice for one interval. Both runs count as one check.
  if (atMs <= candidate.firstSeenMs) return { facet: before, change: null };
  return {
    facet: { settled: value, candidate: null },
    change: { from: settled, to: value, atMs: candidate.firstSeenMs },
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
