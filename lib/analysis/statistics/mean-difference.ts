/**
 * The difference of two means with its 95 % interval, for requests that are not independent: those of one minute share batches and
 * queues. The variance of a mean is that of sums over slices of time (cluster-robust; Liang and Zeger 1986):
 *
 *     var = G / (G − 1) · Σ (S_g − n_g · mean)² / n²        S_g the sum and n_g the count of slice g, G the number of slices
 *
 * With one request in each slice it is the usual variance of a mean. Two means differ by t with the degrees of freedom of Welch and
 * Satterthwaite, G − 1 on each side.
 */
import { studentLimit } from "./student-t";

/** A number that most requests have as 0: where it is not. */
export interface SparseColumn {
  /** Places of requests, rising, and their numbers. */
  readonly places: readonly number[];
  readonly values: readonly number[];
}

/** The slice of each request, 0 to `count` − 1. */
export interface Slices {
  readonly sliceOf: Int32Array;
  readonly sizes: Float64Array;
  /** Σ n_g². */
  readonly squares: number;
}

export interface MeanWithVariance {
  readonly mean: number;
  /** Of the mean; null with fewer than two slices. */
  readonly variance: number | null;
  readonly degrees: number;
}

export interface Difference {
  readonly difference: number;
  /** 95 %; null where a side has fewer than two slices. */
  readonly interval: { readonly lower: number; readonly upper: number } | null;
}

const alpha = 0.05;

export function slicesOf(keys: readonly (string | number)[]): Slices {
  const places = new Map<string | number, number>();
  const sliceOf = Int32Array.from(keys, (key) => {
    const known = places.get(key) ?? places.size;
    places.set(key, known);
    return known;
  });
  const sizes = new Float64Array(places.size);
  for (const slice of sliceOf) sizes[slice] = (sizes[slice] ?? 0) + 1;
  return { sliceOf, sizes, squares: sizes.reduce((sum, size) => sum + size * size, 0) };
}

/** Linear in the numbers that are not 0. */
export function meanOf(
  { places, values }: SparseColumn,
  { sliceOf, sizes, squares }: Slices,
): MeanWithVariance {
  const n = sliceOf.length;
  const count = sizes.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  if (count < 2) return { mean, variance: null, degrees: 0 };
  const sums = new Map<number, number>();
  for (const [index, place] of places.entries()) {
    const slice = sliceOf[place] ?? 0;
    sums.set(slice, (sums.get(slice) ?? 0) + (values[index] ?? 0));
  }
  // Slices without such a number are off by n_g · mean each.
  let off = mean * mean * squares;
  for (const [slice, sum] of sums) {
    const expected = (sizes[slice] ?? 0) * mean;
    off += (sum - expected) ** 2 - expected ** 2;
  }
  const variance = (Math.max(0, off) * count) / (count - 1) / n ** 2;
  return { mean, variance, degrees: count - 1 };
}

/** a − b. */
export function differenceOf(a: MeanWithVariance, b: MeanWithVariance): Difference {
  const difference = a.mean - b.mean;
  if (a.variance === null || b.variance === null) return { difference, interval: null };
  const variance = a.variance + b.variance;
  if (variance === 0) return { difference, interval: { lower: difference, upper: difference } };
  const degrees = variance ** 2 / (a.variance ** 2 / a.degrees + b.variance ** 2 / b.degrees);
  const reach = studentLimit(alpha, degrees) * Math.sqrt(variance);
  return { difference, interval: { lower: difference - reach, upper: difference + reach } };
}

/** Whether the interval leaves out 0. Without one nothing is sure. */
export function isSure({ interval }: Difference): boolean {
  return interval !== null && (interval.lower > 0 || interval.upper < 0);
}
