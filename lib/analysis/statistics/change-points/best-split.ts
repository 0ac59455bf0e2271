/**
 * Most likely change point of a stretch of values by the energy statistic of E-divisive, with exponent 1 (Matteson and
 * James, J. Am. Stat. Assoc. 109, 2014, arXiv 1306.4933). For x = values from `start` to τ (n of them) and y = values
 * from τ to κ (m of them), absolute differences give
 *
 *     Q(τ, κ) = 2 / (n + m) · (Σ |xᵢ − yⱼ| − m / (n − 1) · Σ |xᵢ − xₖ| − n / (m − 1) · Σ |yᵢ − yₖ|)      sums over pairs
 *
 * The sum within a single value is 0. The values after κ are ignored, so that a later change does not hide this one.
 * The statistic assumes no distribution and detects any change of the distribution; whether the mean changed is
 * tested afterwards. Time and memory are quadratic in the number of values.
 */

/** Index that divides a series into the two most different segments. */
export interface SegmentSplit {
  /** Index of the first value after the split. */
  readonly index: number;
  readonly energy: number;
}

/**
 * Finds the split of `values[start]` to `values[end − 1]` with the largest energy distance between both
 * segments; null if no distance is above 0.
 */
export function findBestSplit(values: Float64Array, start: number, end: number): SegmentSplit | null {
  const sums = sumPairDistances(values, start, end);
  const width = end - start + 1;
  const within = (from: number, to: number): number => sums[from * width + to] ?? 0;
  let best: SegmentSplit | null = null;
  for (let tau = 1; tau < end - start; tau += 1) {
    const before = within(0, tau);
    for (let kappa = tau + 1; kappa <= end - start; kappa += 1) {
      const after = within(tau, kappa);
      const between = within(0, kappa) - before - after;
      const [n, m] = [tau, kappa - tau];
      const excess = between - (n > 1 ? (m / (n - 1)) * before : 0) - (m > 1 ? (n / (m - 1)) * after : 0);
      const energy = (2 / kappa) * excess;
      if (energy > (best?.energy ?? 0)) best = { index: start + tau, energy };
    }
  }
  return best;
}

/**
 * Returns Σ |xᵢ − xₖ| over the pairs of values from a to b (exclusive), at index a · (n + 1) + b. Both count from
 * `start`.
 */
function sumPairDistances(values: Float64Array, start: number, end: number): Float64Array {
  const n = end - start;
  const sums = new Float64Array((n + 1) * (n + 1));
  for (let last = 1; last < n; last += 1) {
    let toLast = 0;
    for (let from = last - 1; from >= 0; from -= 1) {
      toLast += Math.abs((values[start + from] ?? 0) - (values[start + last] ?? 0));
      const row = from * (n + 1);
      sums[row + last + 1] = (sums[row + last] ?? 0) + toLast;
    }
  }
  return sums;
}
