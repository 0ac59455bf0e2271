/** Raw samples of one counter series. */
export interface ScrapedCounter {
  /** Epoch milliseconds, ascending. */
  readonly timesMs: ArrayLike<number>;
  readonly values: ArrayLike<number>;
}

/**
 * Whether two series are the same counter, scraped twice. "unknown" if nothing was counted yet, or if too few samples
 * overlap.
 */
export type CounterMatch = "same" | "different" | "unknown";

/** Tolerance for equal values, because a store may lose the last digits of a value. */
const relativeTolerance = 1e-12;

/**
 * Decides whether two series are the same counter, scraped by two Prometheus replicas. If they are, a later sample of one
 * series is never below an earlier sample of the other series. Two separate servers violate this sooner or later.
 */
export function compareCounters(one: ScrapedCounter, other: ScrapedCounter): CounterMatch {
  // A slow scrape reads its value after its timestamp, but before the next scrape begins.
  const spacingMs = Math.max(meanSpacingMs(one), meanSpacingMs(other));
  if (!Number.isFinite(spacingMs)) return "unknown";
  const fromMs = Math.max(lastResetMs(one, spacingMs), lastResetMs(other, spacingMs));
  const compared = [
    ...findDecreases(one, other, fromMs, spacingMs),
    ...findDecreases(other, one, fromMs, spacingMs),
  ];
  if (compared.includes(true)) return "different";
  const areBothZero = isZero(one) && isZero(other);
  return compared.length === 0 || areBothZero ? "unknown" : "same";
}

/**
 * Returns one result for several pairs of series: "different" if any pair differs, because two scrapes of one process
 * agree in all counters.
 */
export function combineCounterMatches(matches: readonly CounterMatch[]): CounterMatch {
  if (matches.includes("different")) return "different";
  return matches.includes("same") ? "same" : "unknown";
}

/** For each sample of `one`, returns whether a later sample of `other` is lower. */
function findDecreases(
  one: ScrapedCounter,
  other: ScrapedCounter,
  fromMs: number,
  spacingMs: number,
): readonly boolean[] {
  const found: boolean[] = [];
  let next = 0;
  for (let index = 0; index < one.timesMs.length; index += 1) {
    const [atMs = 0, value = 0] = [one.timesMs[index], one.values[index]];
    if (atMs < fromMs) continue;
    while (next < other.timesMs.length && (other.timesMs[next] ?? 0) < atMs + spacingMs) next += 1;
    const later = other.values[next];
    if (later === undefined) break;
    found.push(later < value - Math.abs(value) * relativeTolerance);
  }
  return found;
}

/** Returns the mean time between two samples; infinite for fewer than two samples. */
function meanSpacingMs({ timesMs }: ScrapedCounter): number {
  const count = timesMs.length;
  if (count < 2) return Number.POSITIVE_INFINITY;
  return ((timesMs[count - 1] ?? 0) - (timesMs[0] ?? 0)) / (count - 1);
}

/** Returns when both scrapers have surely read the counter after its last reset, or -Infinity without a reset. */
function lastResetMs({ timesMs, values }: ScrapedCounter, spacingMs: number): number {
  for (let index = values.length - 1; index > 0; index -= 1)
    if ((values[index] ?? 0) < (values[index - 1] ?? 0)) return (timesMs[index] ?? 0) + spacingMs;
  return Number.NEGATIVE_INFINITY;
}

function isZero({ values }: ScrapedCounter): boolean {
  return Array.from(values).every((value) => value === 0);
}
