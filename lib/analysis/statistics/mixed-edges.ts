/**
 * Whether buckets that were added over several histograms were counted by different edges: an edge that only some have counts
 * fewer observations than a lower edge that all have, and cumulative counts fall.
 *
 *     by 0.1  0.5  1      10  20  30            added, le   0.1  0.25  0.5   1
 *     by      0.25 1          25  40                         10    25   20  70      falls from 25 to 20
 *
 * Rates of counters that began at different times fall a little too, so only falls of 1 % of all observations count, and only
 * when a tenth of the points with observations have one. Edges that differ without any fall are not seen here: the histograms
 * one by one tell (`heatmap.ts`).
 */
import type { BucketRow } from "./heatmap";

const leastFall = 0.01;
const leastPoints = 0.1;

/** `rows` cumulative, of one histogram or a sum of several. */
export function hasMixedEdges(rows: readonly BucketRow[], pointCount: number): boolean {
  const sorted = rows.toSorted((a, b) => a.upperBound - b.upperBound);
  const all = sorted.at(-1)?.counts;
  if (all === undefined) return false;
  let [counted, fallen] = [0, 0];
  for (let point = 0; point < pointCount; point += 1) {
    const total = all[point] ?? Number.NaN;
    if (!(total > 0)) continue;
    counted += 1;
    if (fallsAt(sorted, point, total)) fallen += 1;
  }
  return fallen > 0 && fallen >= leastPoints * counted;
}

function fallsAt(sorted: readonly BucketRow[], point: number, total: number): boolean {
  let highest = 0;
  for (const { counts } of sorted) {
    const count = counts[point] ?? Number.NaN;
    if (highest - count > leastFall * total) return true;
    if (count > highest) highest = count;
  }
  return false;
}
