/**
 * Mann–Whitney test: whether values of one group tend to be larger than those of another, without assuming a
 * distribution (Mann and Whitney 1947).
 *
 * superiority = P(a > b) + ½ P(a = b), by ranks. The p-value uses the normal approximation with the variance
 * corrected for ties, nₐ·n_b / 12 · ((N + 1) − Σ(t³ − t) / (N(N − 1))), and a continuity correction of ½.
 */
import { normalTwoSided } from "./normal-tail";
import { midRanks } from "./ranks";

export interface RankComparison {
  /** Probability that a value of a is larger, 0 to 1; ½ if neither tends to be larger. */
  readonly superiority: number;
  /** Two-sided p-value. */
  readonly pValue: number;
}

/** Compares two groups by rank; null if a group is empty or all values are equal. */
export function compareRanks(a: Float64Array, b: Float64Array): RankComparison | null {
  const n = a.length + b.length;
  if (a.length === 0 || b.length === 0) return null;
  const pooled = new Float64Array(n);
  pooled.set(a);
  pooled.set(b, a.length);
  const ranks = midRanks(pooled);
  const rankSum = ranks.subarray(0, a.length).reduce((sum, rank) => sum + rank, 0);
  const u = rankSum - (a.length * (a.length - 1)) / 2;
  const ties = tieSum(pooled);
  const variance = ((a.length * b.length) / 12) * (n + 1 - ties / (n * (n - 1)));
  if (!(variance > 0)) return null;
  const pairs = a.length * b.length;
  const deviation = Math.max(0, Math.abs(u - pairs / 2) - 0.5);
  return { superiority: u / pairs, pValue: normalTwoSided(deviation / Math.sqrt(variance)) };
}

function tieSum(values: Float64Array): number {
  const sorted = values.toSorted();
  let sum = 0;
  for (let from = 0; from < sorted.length;) {
    let to = from + 1;
    while (to < sorted.length && sorted[to] === sorted[from]) to += 1;
    const t = to - from;
    sum += t ** 3 - t;
    from = to;
  }
  return sum;
}
