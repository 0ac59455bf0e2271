/**
 * Quantiles of individually observed values: the smallest value that at least a fraction q of them does not exceed
 * (nearest rank, Hyndman and Fan's definition 1). The result is always an observed value.
 */

/**
 * Returns the q-quantile of sorted values; null with fewer than 1 / (1 − q) values, where the quantile would only be
 * the maximum.
 */
export function observedQuantile(sorted: ArrayLike<number>, q: number): number | null {
  const n = sorted.length;
  if (n === 0 || n * (1 - q) < 1 - 1e-9) return null;
  return sorted[Math.max(0, Math.ceil(q * n - 1e-9) - 1)] ?? null;
}

/** Percentiles and maximum of observed values; a percentile is null with too few values. */
export interface QuantileSummary {
  readonly p50: number | null;
  readonly p95: number | null;
  readonly p99: number | null;
  readonly max: number;
}

/** Returns p50, p95, p99 and maximum of the values, in their unit. `max` is 0 without values. */
export function summariseQuantiles(values: readonly number[]): QuantileSummary {
  const sorted = Float64Array.from(values).sort();
  const at = (q: number): number | null => observedQuantile(sorted, q);
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: sorted.at(-1) ?? 0 };
}
