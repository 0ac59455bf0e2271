/**
 * Histogram of trace durations. If the bucket edges of the metric are known, the bins have the same edges. The two
 * histograms can then be compared.
 */

/** Number of traces with a duration in one bin of the histogram. */
export interface DurationBin {
  /** Lower edge, exclusive, and upper edge, inclusive; null is unbounded. */
  readonly fromNs: number;
  readonly toNs: number | null;
  readonly n: number;
}

/**
 * Counts durations per bin. `edgesNs` is ascending. The first bin starts at 0 and the last is unbounded, so every
 * duration is in exactly one bin.
 */
export function buildDurationHistogram(
  durationsNs: readonly number[],
  edgesNs: readonly number[],
): readonly DurationBin[] {
  const counts = new Float64Array(edgesNs.length + 1);
  for (const duration of durationsNs) {
    let [low, high] = [0, edgesNs.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((edgesNs[middle] ?? Infinity) >= duration) high = middle;
      else low = middle + 1;
    }
    counts[low] = (counts[low] ?? 0) + 1;
  }
  return Array.from(counts, (n, index) => ({
    fromNs: edgesNs[index - 1] ?? 0,
    toNs: edgesNs[index] ?? null,
    n,
  }));
}

const perDecade = [1, 2, 5] as const;

/**
 * Returns bin edges at 1, 2 and 5 times the powers of ten that enclose the durations. Used if no metric defines the
 * edges.
 */
export function createDurationEdgesNs(durationsNs: readonly number[]): readonly number[] {
  const positive = durationsNs.filter((ns) => ns > 0);
  if (positive.length === 0) return [];
  const decade = (ns: number): number => Math.floor(Math.log10(ns));
  let [min, max] = [Infinity, 0];
  for (const ns of positive) [min, max] = [Math.min(min, ns), Math.max(max, ns)];
  const edges: number[] = [];
  for (let exponent = decade(min); exponent <= decade(max) + 1; exponent += 1)
    edges.push(...perDecade.map((digit) => digit * 10 ** exponent));
  const first = edges.findIndex((edge) => edge >= min);
  const last = edges.findIndex((edge) => edge >= max);
  return edges.slice(Math.max(0, first), last + 1);
}
