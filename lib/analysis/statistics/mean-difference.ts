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
  readonly indexes: readonly number[];
  readonly values: readonly number[];
}

/** The slice of each request, 0 to `count` − 1. */
export interface Clusters {
  readonly clusterOf: Int32Array;
  readonly sizes: Float64Array;
  /** Σ n_g². */
  readonly sumOfSquares: number;
}

export interface MeanWithVariance {
  readonly mean: number;
  /** Of the mean; null with fewer than two slices. */
  readonly variance: number | null;
  readonly degreesOfFreedom: number;
}

export interface MeanDifference {
  readonly difference: number;
  /** 95 %; null where a side has fewer than two slices. */
  readonly interval: { readonly lower: number; readonly upper: number } | null;
}

const alpha = 0.05;

export function clustersOf(keys: readonly (string | number)[]): Clusters {
  const clusterByKey = new Map<string | number, number>();
  const clusterOf = Int32Array.from(keys, (key) => {
    const cluster = clusterByKey.get(key) ?? clusterByKey.size;
    clusterByKey.set(key, cluster);
    return cluster;
  });
  const sizes = new Float64Array(clusterByKey.size);
  for (const cluster of clusterOf) sizes[cluster] = (sizes[cluster] ?? 0) + 1;
  return { clusterOf, sizes, sumOfSquares: sizes.reduce((sum, size) => sum + size * size, 0) };
}

/** Linear in the numbers that are not 0. */
export function meanWithVariance(
  { indexes, values }: SparseColumn,
  { clusterOf, sizes, sumOfSquares }: Clusters,
): MeanWithVariance {
  const n = clusterOf.length;
  const count = sizes.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  if (count < 2) return { mean, variance: null, degreesOfFreedom: 0 };
  const sums = new Map<number, number>();
  for (const [index, requestIndex] of indexes.entries()) {
    const cluster = clusterOf[requestIndex] ?? 0;
    sums.set(cluster, (sums.get(cluster) ?? 0) + (values[index] ?? 0));
  }
  // Slices without such a number are off by n_g · mean each.
  let squaredErrors = mean * mean * sumOfSquares;
  for (const [cluster, sum] of sums) {
    const expected = (sizes[cluster] ?? 0) * mean;
    squaredErrors += (sum - expected) ** 2 - expected ** 2;
  }
  const variance = (Math.max(0, squaredErrors) * count) / (count - 1) / n ** 2;
  return { mean, variance, degreesOfFreedom: count - 1 };
}

/** a − b. */
export function differenceOfMeans(a: MeanWithVariance, b: MeanWithVariance): MeanDifference {
  const difference = a.mean - b.mean;
  if (a.variance === null || b.variance === null) return { difference, interval: null };
  const variance = a.variance + b.variance;
  if (variance === 0) return { difference, interval: { lower: difference, upper: difference } };
  const degreesOfFreedom =
    variance ** 2 / (a.variance ** 2 / a.degreesOfFreedom + b.variance ** 2 / b.degreesOfFreedom);
  const halfWidth = studentLimit(alpha, degreesOfFreedom) * Math.sqrt(variance);
  return { difference, interval: { lower: difference - halfWidth, upper: difference + halfWidth } };
}

/** Whether the interval leaves out 0. Without one nothing is sure. */
export function isSignificant({ interval }: MeanDifference): boolean {
  return interval !== null && (interval.lower > 0 || interval.upper < 0);
}
