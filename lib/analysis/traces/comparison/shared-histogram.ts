/** Histogram of the compared time in two groups, with equal bins from 0; outliers are in the last bin. */
import { buildDurationHistogram } from "@/lib/analysis/traces/many/duration-histogram";
import { observedQuantile } from "@/lib/analysis/statistics/quantiles/observed-quantile";

/** Bin of the histogram of both groups, with the number of requests of each group. */
export interface SharedBin {
  /** Lower edge, exclusive, and upper edge, inclusive; null is unbounded. */
  readonly fromNs: number;
  readonly toNs: number | null;
  /** Number of requests of group A in the bin. */
  readonly countA: number;
  readonly countB: number;
}

const binCount = 48;
/** Fraction of requests that the bins of equal width cover. One request in 200 may be above them, in the last bin. */
const displayedShare = 0.995;

/**
 * Counts the times of both groups in the same bins; each time is in exactly one bin. Returns no bins without
 * times above 0.
 */
export function buildSharedHistogram(aNs: readonly number[], bNs: readonly number[]): readonly SharedBin[] {
  const sorted = Float64Array.from([...aNs, ...bNs]).sort();
  const furthest = observedQuantile(sorted, displayedShare) ?? sorted.at(-1) ?? 0;
  if (!(furthest > 0)) return [];
  const width = roundUp(furthest / binCount);
  const count = Math.ceil(furthest / width);
  const edges = Array.from({ length: count }, (_, index) => (index + 1) * width);
  const [binsA, binsB] = [buildDurationHistogram(aNs, edges), buildDurationHistogram(bNs, edges)];
  const bins = binsA.map(({ fromNs, toNs, n }, index) => ({
    fromNs,
    toNs,
    countA: n,
    countB: binsB[index]?.n ?? 0,
  }));
  const last = bins.at(-1);
  return last !== undefined && last.countA + last.countB === 0 ? bins.slice(0, -1) : bins;
}

/** Rounds up to 1, 2, 2.5 or 5 times a power of ten, so that bin edges are round numbers. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 2.5, 5, 10].find((step) => step * power >= value) ?? 10) * power;
}
