/**
 * Whether two series of samples are one counter, read by two scrapers: then neither ever tells less than the other told a scrape
 * earlier. Two servers of their own sooner or later do. Pure.
 */
export interface Counted {
  /** Epoch milliseconds, rising. */
  readonly timesMs: ArrayLike<number>;
  readonly values: ArrayLike<number>;
}

/** Unknown where nothing was counted yet, or too few samples lie side by side. */
export type Likeness = "same" | "different" | "unknown";

/** A store may keep a number with a digit less than it was told. */
const rounding = 1e-12;

export function likenessOf(one: Counted, other: Counted): Likeness {
  // A scrape that takes long tells a number of later than its time; it ends before the next begins.
  const apartMs = Math.max(gapMs(one), gapMs(other));
  if (!Number.isFinite(apartMs)) return "unknown";
  const fromMs = Math.max(lastResetMs(one, apartMs), lastResetMs(other, apartMs));
  const compared = [...falls(one, other, fromMs, apartMs), ...falls(other, one, fromMs, apartMs)];
  if (compared.includes(true)) return "different";
  const isIdle = isZero(one) && isZero(other);
  return compared.length === 0 || isIdle ? "unknown" : "same";
}

/** All of several series: one that differs is enough, since a process has one value of each. */
export function likenessOfAll(each: readonly Likeness[]): Likeness {
  if (each.includes("different")) return "different";
  return each.includes("same") ? "same" : "unknown";
}

/** For each sample of `one` with a later one of `other`: whether that one tells less. */
function falls(one: Counted, other: Counted, fromMs: number, apartMs: number): readonly boolean[] {
  const found: boolean[] = [];
  let next = 0;
  for (let index = 0; index < one.timesMs.length; index += 1) {
    const [atMs = 0, value = 0] = [one.timesMs[index], one.values[index]];
    if (atMs < fromMs) continue;
    while (next < other.timesMs.length && (other.timesMs[next] ?? 0) < atMs + apartMs) next += 1;
    const later = other.values[next];
    if (later === undefined) break;
    found.push(later < value - Math.abs(value) * rounding);
  }
  return found;
}

/** Mean distance of samples; infinite where there are no two. */
function gapMs({ timesMs }: Counted): number {
  const count = timesMs.length;
  if (count < 2) return Number.POSITIVE_INFINITY;
  return ((timesMs[count - 1] ?? 0) - (timesMs[0] ?? 0)) / (count - 1);
}

/** When both have surely been read after the last restart; the beginning of time where none was seen. */
function lastResetMs({ timesMs, values }: Counted, apartMs: number): number {
  for (let index = values.length - 1; index > 0; index -= 1)
    if ((values[index] ?? 0) < (values[index - 1] ?? 0)) return (timesMs[index] ?? 0) + apartMs;
  return Number.NEGATIVE_INFINITY;
}

function isZero({ values }: Counted): boolean {
  return Array.from(values).every((value) => value === 0);
}
