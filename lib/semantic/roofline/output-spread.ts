/**
 * E[x²] / E[x]² of a histogram: how much longer the answers under way are than the mean answer. In a bucket from l to u observations
 * are taken as spread evenly: mean (l + u) / 2, mean square (l² + l·u + u²) / 3. What lies in the open last bucket is taken at its edge.
 */
import type { Histogram } from "@/lib/analysis/statistics/quantile";

/** Null without observations. Never below 1. */
export function outputSpread({ upperBounds, cumulativeCounts }: Histogram): number | null {
  let [n, sum, squares, before, lower] = [0, 0, 0, 0, 0];
  for (const [index, edge] of upperBounds.entries()) {
    const count = (cumulativeCounts[index] ?? Number.NaN) - before;
    const upper = Number.isFinite(edge) ? edge : lower;
    if (count > 0) {
      n += count;
      sum += (count * (lower + upper)) / 2;
      squares += (count * (lower ** 2 + lower * upper + upper ** 2)) / 3;
      before += count;
    }
    lower = upper;
  }
  if (!(n > 0) || !(sum > 0)) return null;
  return Math.max(1, squares / n / (sum / n) ** 2);
}
