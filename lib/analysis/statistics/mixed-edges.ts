/**
 * Whether buckets that were added over several histograms were counted by different edges: an edge that only some have counts
 * fewer observations than a lower edge that all have, and cumulative counts fall.
 *
 *     by 0.1  0.5  1      10  20  30            added, le   0.1  0.25  0.5   1
 *     by      0.25 1          25  40                         10    25   20  70      falls from 25 to 20
 *
 * Instances that are equally slow often show no fall: of two sets of edges without a common one the counts go up in turn, until
 * the highest edge of one holds its own observations alone and all of the other's seem to lie above it. What gives that away is
 * the mean, which is of no edges: observations weigh at least the lower edges of their buckets, Σ lower·count ≤ mean·n.
 *
 * Rates of counters that began at different times fall a little too, so only falls of 1 % of all observations count, only least
 * means a tenth above the mean, and only when a tenth of the points with observations have either. Nor is a scrape read in one
 * moment: the buckets of one process may be an observation or two apart, so the last few of each point prove nothing. Edges that
 * differ and hurt neither are not seen here: the histograms one by one tell (`heatmap.ts`).
 */
import type { BucketRow } from "./heatmap";

const minFall = 0.01;
const minPointShare = 0.1;
const minExcess = 1.1;
/** What a scrape in the midst of counting may be off by. */
const toleratedObservations = 3;

/** What else is known of the observations in the buckets. */
interface ObservationContext {
  /** In the unit of the edges. */
  readonly means?: Float64Array | undefined;
  /** How long each point counted, where the counts are rates a second; without it they are taken as they are. */
  readonly windowMs?: number;
}

/** `rows` cumulative, of one histogram or a sum of several. */
export function hasMixedEdges(
  rows: readonly BucketRow[],
  pointCount: number,
  { means, windowMs }: ObservationContext = {},
): boolean {
  const sorted = rows.toSorted((a, b) => a.upperBound - b.upperBound);
  const totals = sorted.at(-1)?.counts;
  if (totals === undefined) return false;
  const tolerance = windowMs === undefined ? 0 : toleratedObservations / (windowMs / 1_000);
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
  for (const { counts } of sorted) {
    const count = counts[point] ?? Number.NaN;
    deepest = Math.max(deepest, Number.isNaN(count) ? 0 : highest - count);
    if (count > highest) highest = count;
  }
  return deepest;
}

/**
 * What the observations come to at least: each lies above the edge before its own. What lies below 0 is taken as 0, and the
 * `loose` highest are not taken at all.
 */
function lowerBoundOfMeanAt(sorted: readonly BucketRow[], point: number, tolerance: number): number {
  const cells: { readonly lower: number; readonly count: number }[] = [];
  let [before, lower] = [0, 0];
  for (const { upperBound, counts } of sorted) {
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
