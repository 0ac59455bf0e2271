/**
 * E[x²] / E[x]² of a histogram: the ratio of the mean length of running responses to the mean length of all
 * responses. Observations in a bucket from l to u are assumed to be spread evenly: mean (l + u) / 2, mean square (l²
 * + l·u + u²) / 3. Observations in the +Inf bucket count at its edge.
 */
import type { Histogram } from "@/lib/analysis/statistics/quantiles/quantile";

/**
 * Returns E[x²] / E[x]² of the output length x from its histogram, never below 1; null without observations.
 */
export function computeOutputLengthVariation({ upperBounds, cumulativeCounts }: Histogram): number | null {
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
