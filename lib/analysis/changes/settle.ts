/**
 * When a value that is read again and again has changed: a new value counts once two looks in a row that could see
 * anything saw the same. One look alone may have caught a restart or a missed scrape.
 */
import type { Facet } from "@/lib/model/deployment-facts";

export interface FacetChange<T> {
  readonly from: T;
  readonly to: T;
  /** Of the first look that saw the new value. */
  readonly atMs: number;
}

export interface SettleResult<T> {
  readonly facet: Facet<T> | null;
  readonly change: FacetChange<T> | null;
}

/** `before` after the look at `atMs` read `value`; null means that this look saw nothing, which decides nothing. */
export function settle<T>(before: Facet<T> | null, value: T | null, atMs: number): SettleResult<T> {
  if (value === null) return { facet: before, change: null };
  // The first value ever seen is not a change.
  if (before === null) return { facet: { settled: value, candidate: null }, change: null };
  const { settled, candidate } = before;
  if (isSame(settled, value)) return { facet: { settled, candidate: null }, change: null };
  if (candidate === null || !isSame(candidate.value, value))
    return { facet: { settled, candidate: { value, firstSeenMs: atMs } }, change: null };
  // A job may run twice for one beat: that is one look, not two.
  if (atMs <= candidate.firstSeenMs) return { facet: before, change: null };
  return {
    facet: { settled: value, candidate: null },
    change: { from: settled, to: value, atMs: candidate.firstSeenMs },
  };
}

/** Equal as JSON with sorted keys: values are numbers, sorted lists and records of them. */
function isSame(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b);
}

function canonical(value: unknown): string {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return JSON.stringify(value);
  return JSON.stringify(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
