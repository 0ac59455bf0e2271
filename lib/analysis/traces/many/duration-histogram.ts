/** Durations of traces counted between edges: the metric's own where it has some, so that both can stand side by side. */

export interface DurationBin {
  /** Above `fromNs`, up to and with `toNs`; null is open. */
  readonly fromNs: number;
  readonly toNs: number | null;
  readonly n: number;
}

/** `edgesNs` rising. The first bin begins at 0, the last is open. Every duration is in exactly one bin. */
export function durationHistogram(
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

/** Edges at 1, 2 and 5 times the powers of ten that hold the durations, for where no metric gives its own. */
export function roundEdgesNs(durationsNs: readonly number[]): readonly number[] {
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
