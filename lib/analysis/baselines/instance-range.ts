/** The numbers of ready instances in the blocks of a window. */
import type { ReadyInstanceRange } from "@/lib/model/baseline/baseline-document";

/** Fraction of blocks with a different number of instances that counts as missed scrapes and not as a change. */
const maxMissedRatio = 0.01;

/** Returns the mean of the known numbers; null if no number is known. */
export function meanCount(counts: readonly (number | null)[]): number | null {
  const known = counts.filter((count) => count !== null);
  return known.length === 0 ? null : known.reduce((sum, count) => sum + count, 0) / known.length;
}

/**
 * Returns the smallest and the largest number. Blocks that differ from the most frequent number are ignored if they are
 * at most 1 % of the blocks, rounded up. Null if no number is known.
 */
export function findCountRange(counts: readonly (number | null)[]): ReadyInstanceRange | null {
  const known = counts.filter((count) => count !== null);
  const byFrequency = Map.groupBy(known, (count) => count)
    .values()
    .toArray()
    .toSorted((one, other) => other.length - one.length);
  const [frequent] = byFrequency;
  if (frequent === undefined) return null;
  const differingCount = known.length - frequent.length;
  const counted = differingCount <= Math.ceil(maxMissedRatio * known.length) ? frequent : known;
  return { min: Math.min(...counted), max: Math.max(...counted) };
}
