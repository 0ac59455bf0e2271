/**
 * The share of observations above a limit, from the cumulative counts of a histogram. It is exact at a bucket edge. A
 * limit inside a bucket leaves open how many observations of that bucket exceed it:
 *
 *     edges      0.5    1    2.5          limit 2:  at most those above 1, at least those above 2.5
 */
import type { ShareRange } from "@/lib/model/status/problem-facts";

/** Relative difference of an edge and a limit that are one number. */
const equalityTolerance = 1e-9;

interface CumulativeCounts {
  /** Upper edges in ascending order; the last one is null, which is +Inf. */
  readonly edges: readonly (number | null)[];
  /** Observations at or below each edge. */
  readonly counts: readonly number[];
}

/**
 * Returns the smallest and largest possible share of observations above `limit`, 0 to 1. They are equal at a
 * bucket edge. Undefined without observations.
 */
export function computeShareAbove(
  { edges, counts }: CumulativeCounts,
  limit: number,
): ShareRange | undefined {
  const total = counts.at(-1) ?? 0;
  if (!(total > 0)) return undefined;
  const above = (index: number): number => Math.min(1, Math.max(0, 1 - (counts[index] ?? 0) / total));
  const tolerance = limit * equalityTolerance;
  const lowerIndex = edges.findLastIndex((edge) => edge !== null && edge <= limit + tolerance);
  const upperIndex = edges.findIndex((edge) => edge === null || edge >= limit - tolerance);
  return {
    lowerRatio: upperIndex === -1 ? 0 : above(upperIndex),
    upperRatio: lowerIndex === -1 ? 1 : above(lowerIndex),
  };
}
