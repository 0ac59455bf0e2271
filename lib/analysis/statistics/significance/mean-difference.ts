/**
 * Difference of two means with its 95 % interval, for requests that are not independent: requests of the same minute
 * share batches and queues. The variance of a mean is computed from sums over clusters, which are intervals of time
 * (cluster-robust; Liang and Zeger 1986):
 *
 *     var = G / (G − 1) · Σ (S_g − n_g · mean)² / n²        S_g the sum and n_g the count of cluster g, G the number of clusters
 *
 * With one request per cluster it is the usual variance of a mean. The difference of two means follows t with the
 * degrees of freedom of Welch and Satterthwaite, G − 1 on each side.
 */
import { studentCriticalValue } from "./student-t";

/** One value per request, of which most are 0. Only the other values are stored. */
export interface SparseColumn {
  /** Ascending indexes of the requests with a value other than 0, and these values. */
  readonly indexes: readonly number[];
  readonly values: readonly number[];
}

/** Assignment of requests to clusters: the cluster of each request, and the number of requests in each cluster. */
export interface ObservationClusters {
  readonly clusterOf: Int32Array;
  readonly sizes: Float64Array;
  /** Σ n_g². */
  readonly sumOfSquares: number;
}

/** Mean of a group, with the variance of the mean. */
export interface MeanWithVariance {
  readonly mean: number;
  /** Variance of the mean; null with fewer than two clusters. */
  readonly variance: number | null;
  readonly degreesOfFreedom: number;
}

/** Difference of two means, with its confidence interval. */
export interface MeanDifference {
  readonly difference: number;
  /** 95 % interval; null if a side has fewer than two clusters. */
  readonly interval: { readonly lower: number; readonly upper: number } | null;
}

const alpha = 0.05;

/**
 * Assigns each request to a cluster. Requests with equal keys, such as the minute of their start, are in one cluster.
 */
export function groupIntoClusters(keys: readonly (string | number)[]): ObservationClusters {
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

/**
 * Returns the mean and its cluster-robust variance, because requests of one cluster are correlated. The run time
 * is linear in the number of stored values.
 */
export function meanWithVariance(
  { indexes, values }: SparseColumn,
  { clusterOf, sizes, sumOfSquares }: ObservationClusters,
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
  // Clusters without stored values deviate by n_g · mean each.
  let squaredErrors = mean * mean * sumOfSquares;
  for (const [cluster, sum] of sums) {
    const expected = (sizes[cluster] ?? 0) * mean;
    squaredErrors += (sum - expected) ** 2 - expected ** 2;
  }
  const variance = (Math.max(0, squaredErrors) * count) / (count - 1) / n ** 2;
  return { mean, variance, degreesOfFreedom: count - 1 };
}

/** Returns the difference a − b of two means with its 95 % confidence interval. */
export function differenceOfMeans(a: MeanWithVariance, b: MeanWithVariance): MeanDifference {
  const difference = a.mean - b.mean;
  if (a.variance === null || b.variance === null) return { difference, interval: null };
  const variance = a.variance + b.variance;
  if (variance === 0) return { difference, interval: { lower: difference, upper: difference } };
  const degreesOfFreedom =
    variance ** 2 / (a.variance ** 2 / a.degreesOfFreedom + b.variance ** 2 / b.degreesOfFreedom);
  const halfWidth = studentCriticalValue(alpha, degreesOfFreedom) * Math.sqrt(variance);
  return { difference, interval: { lower: difference - halfWidth, upper: difference + halfWidth } };
}

/**
 * Returns whether the confidence interval excludes 0. A difference without an interval is not significant.
 */
export function isSignificant({ interval }: MeanDifference): boolean {
  return interval !== null && (interval.lower > 0 || interval.upper < 0);
}
