/**
 * Hodges–Lehmann shift of two histograms, as an interval: the median of all differences b − a of one observation from
 * each side (Hodges and Lehmann 1963). It is the shift that makes the two groups most alike.
 *
 * A bucket gives only a range for its observations, so each difference is between lo(b) − hi(a) and hi(b) − lo(a). The
 * medians of these two ends enclose the Hodges–Lehmann estimate. The interval is the resolution of the buckets and
 * contains no sampling error, which `block-shift.ts` estimates.
 */

/** Range that contains the shift between two distributions. */
export interface ShiftRange {
  /** In the unit of the edges; null if it is unbounded. */
  readonly lower: number | null;
  readonly upper: number | null;
}

interface WeightedValue {
  readonly value: number;
  readonly weight: number;
}

/**
 * Returns the interval of the shift from `a` to `b`, in the unit of the bounds. Counts are per bucket, not cumulative.
 * The first bucket starts at 0, and the last bound may be `Infinity`. Null if a side is empty. Time is quadratic in the
 * number of buckets.
 */
export function computeShiftRange(
  upperBounds: ArrayLike<number>,
  a: ArrayLike<number>,
  b: ArrayLike<number>,
): ShiftRange | null {
  const lows: WeightedValue[] = [];
  const highs: WeightedValue[] = [];
  for (let indexA = 0; indexA < a.length; indexA += 1) {
    for (let indexB = 0; indexB < b.length; indexB += 1) {
      const weight = (a[indexA] ?? 0) * (b[indexB] ?? 0);
      if (!(weight > 0)) continue;
      lows.push({ value: lowerBound(upperBounds, indexB) - (upperBounds[indexA] ?? Infinity), weight });
      highs.push({ value: (upperBounds[indexB] ?? Infinity) - lowerBound(upperBounds, indexA), weight });
    }
  }
  if (lows.length === 0) return null;
  return {
    lower: nullIfInfinite(weightedMedian(lows)),
    upper: nullIfInfinite(-weightedMedian(highs.map(negateValue))),
  };
}

function lowerBound(upperBounds: ArrayLike<number>, index: number): number {
  return index === 0 ? Math.min(0, upperBounds[0] ?? 0) : (upperBounds[index - 1] ?? Number.NaN);
}

/** Returns the smallest value that at least half of the weight does not exceed. */
function weightedMedian(values: WeightedValue[]): number {
  const half = values.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let below = 0;
  for (const { value, weight } of values.sort((one, other) => one.value - other.value)) {
    below += weight;
    if (below >= half) return value;
  }
  return Number.NaN;
}

/** Negates a value, so that the smallest possible median becomes the largest. */
function negateValue({ value, weight }: WeightedValue): WeightedValue {
  return { value: -value, weight };
}

function nullIfInfinite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
