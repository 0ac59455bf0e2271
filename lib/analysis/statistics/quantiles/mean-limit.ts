/**
 * The largest mean that a histogram allows: each observation is at most at the upper edge of its bucket.
 *
 *     up to      10 ms   25 ms   +Inf         Σ count · upper edge = 96 · 10 + 4 · 25 = 1,060 ms
 *     count         96     100    100         mean ≤ 10.6 ms
 *
 * Buckets that mix histograms with different edges only raise this limit, so a mean above it comes from other
 * observations. A mean below the smallest possible mean has other causes; see `mixed-edges.ts`.
 */
import { observationCount, type Histogram } from "./quantile";

/**
 * Prometheus extrapolates each rate by up to one sample spacing, depending on the counter's first value. In a window
 * of two samples, a sum may therefore be twice as large as its count suggests.
 */
const extrapolationTolerance = 2.2;

interface MeanWeights {
  /**
   * True if all observations have equal weight in the mean. False if long requests have more weight: only the highest
   * bucket with observations then limits the mean.
   */
  readonly hasEqualWeights: boolean;
}

/**
 * Returns whether a mean, in the unit of the edges, is larger than the buckets of its observations allow.
 * False without observations or edges.
 */
export function isMeanAboveBuckets(
  mean: number,
  histogram: Histogram,
  { hasEqualWeights }: MeanWeights,
): boolean {
  if (!(observationCount(histogram) > 0) || !(mean > 0)) return false;
  const limit = hasEqualWeights ? meanLimit(histogram) : highestEdge(histogram);
  return mean > Math.max(0, limit) * extrapolationTolerance;
}

function meanLimit({ upperBounds, cumulativeCounts }: Histogram): number {
  let [sum, before] = [0, 0];
  for (const [index, count] of cumulativeCounts.entries()) {
    if (count > before) sum += (count - before) * (upperBounds[index] ?? Number.NaN);
    before = count;
  }
  return sum / before;
}

function highestEdge({ upperBounds, cumulativeCounts }: Histogram): number {
  const total = cumulativeCounts.at(-1) ?? Number.NaN;
  return upperBounds[cumulativeCounts.findIndex((count) => count >= total)] ?? Number.NaN;
}
