/**
 * Detects buckets that were summed over histograms with different edges. An edge that only some histograms have
 * counts fewer observations than a lower edge that all have, so cumulative counts fall.
 *
 *     by 0.1  0.5  1      10  20  30            added, le   0.1  0.25  0.5   1
 *     by      0.25 1          25  40                         10    25   20  70      falls from 25 to 20
 *
 * Instances with similar latency often show no fall: counts of two edge sets without a common edge rise in turn up to
 * the highest edge of one set. The observations of the other set then appear to be above that edge. The mean reveals
 * this because it does not depend on edges: Σ lower·count ≤ mean·n must hold.
 *
 * Rates of counters that began at different times fall a little too. So a point counts only if counts fall by 1 % of
 * all observations, or if the lower bound of the mean is a tenth above the mean. Both must concern a tenth of the
 * points with observations. A scrape does not read all buckets at one moment: buckets of one process may differ by an
 * observation or two, so the last few observations of each point are tolerated. Mixed edges without either effect
 * remain undetected here; `heatmap.ts` compares the histograms one by one.
 */
import type { BucketRow } from "./heatmap";

const minFall = 0.01;
const minPointShare = 0.1;
const minExcess = 1.1;
/**
 * Number of observations by which the buckets of one scrape may be inconsistent, because the process counts while it is
 * scraped.
 */
const toleratedObservations = 3;

/** Additional data on the observations in the buckets. */
interface ObservationContext {
  /** Mean of the observations at each point, in the unit of the edges. Absent if it is unknown. */
  readonly means?: Float64Array | undefined;
  /**
   * Value of one observation in the rows: 1 for counts, 1 / length of the rate window in seconds for rates. If absent,
   * the counts are exact, so that no inconsistent observation is tolerated.
   */
  readonly valuePerObservation?: number;
}

/**
 * Returns whether bucket rows are sums of histograms with different edges, which makes quantiles incorrect.
 * `rows` are cumulative.
 */
export function hasMixedEdges(
  rows: readonly BucketRow[],
  pointCount: number,
  { means, valuePerObservation = 0 }: ObservationContext = {},
): boolean {
  const sorted = rows.toSorted((a, b) => a.upperBound - b.upperBound);
  const totals = sorted.at(-1)?.cumulativeCounts;
  if (totals === undefined) return false;
  const tolerance = toleratedObservations * valuePerObservation;
  let [populatedPoints, mixedPoints] = [0, 0];
  for (let point = 0; point < pointCount; point += 1) {
    const total = totals[point] ?? Number.NaN;
    if (!(total > 0)) continue;
    populatedPoints += 1;
    const mean = means?.[point] ?? Number.NaN;
    const hasFall = deepestFallAt(sorted, point) > Math.max(minFall * total, tolerance);
    if (hasFall || lowerBoundOfMeanAt(sorted, point, tolerance) > minExcess * mean) mixedPoints += 1;
  }
  return mixedPoints > 0 && mixedPoints >= minPointShare * populatedPoints;
}

function deepestFallAt(sorted: readonly BucketRow[], point: number): number {
  let [highest, deepest] = [0, 0];
  for (const { cumulativeCounts: counts } of sorted) {
    const count = counts[point] ?? Number.NaN;
    deepest = Math.max(deepest, Number.isNaN(count) ? 0 : highest - count);
    if (count > highest) highest = count;
  }
  return deepest;
}

/**
 * Returns a lower bound of the mean: each observation is at least at the lower edge of its bucket. Edges below 0
 * count as 0, and the `tolerance` highest observations are ignored.
 */
function lowerBoundOfMeanAt(sorted: readonly BucketRow[], point: number, tolerance: number): number {
  const cells: { readonly lower: number; readonly count: number }[] = [];
  let [before, lower] = [0, 0];
  for (const { upperBound, cumulativeCounts: counts } of sorted) {
    const count = counts[point] ?? Number.NaN;
    if (!(count >= before)) continue;
    cells.push({ lower, count: count - before });
    [before, lower] = [count, Math.max(0, upperBound)];
  }
  let [weight, remaining] = [0, tolerance];
  for (const cell of cells.toReversed()) {
    const dropped = Math.min(remaining, cell.count);
    remaining -= dropped;
    weight += (cell.count - dropped) * cell.lower;
  }
  return weight / before;
}
