/**
 * Reassembles native histograms from their rows (`lib/model/signals/native-histogram.ts`): one histogram per point, and
 * cumulative counts of all points at common edges for heatmaps and sums over a window.
 */
import type { NativeBucket, NativeHistogram } from "@/lib/analysis/statistics/quantiles/native-quantile";
import { parseNativePart } from "@/lib/model/signals/native-histogram";
import type { LabelledColumn } from "./columns";

interface BucketColumn {
  readonly lower: number;
  readonly upper: number;
  readonly values: Float64Array;
}

/** Native histograms of all points, one value per point in each column. */
export interface NativeHistogramRows {
  readonly observationCounts: Float64Array;
  /** NaN when one of the observations was not a number. */
  readonly observationSums: Float64Array;
  /** In ascending order. */
  readonly buckets: readonly BucketColumn[];
}

/** Collects counts, sums and buckets of a native histogram from its rows. Undefined without rows. */
export function collectNativeHistogram(rows: readonly LabelledColumn[]): NativeHistogramRows | undefined {
  const parts = rows.flatMap(({ labels, values }) => {
    const part = parseNativePart(labels);
    return part === undefined ? [] : [{ part, values }];
  });
  const observationCounts = parts.find(({ part }) => part.kind === "count")?.values;
  if (observationCounts === undefined) return undefined;
  const sums = parts.find(({ part }) => part.kind === "sum")?.values;
  const buckets = parts
    .flatMap(({ part, values }) => (part.kind === "bucket" ? [{ ...part, values }] : []))
    .sort((a, b) => a.lower - b.lower || a.upper - b.upper);
  return {
    observationCounts,
    observationSums: sums ?? new Float64Array(observationCounts.length).fill(Number.NaN),
    buckets,
  };
}

/** Returns the histogram at a point; undefined when there is none. */
export function readNativeHistogram(
  { observationCounts, observationSums, buckets }: NativeHistogramRows,
  pointIndex: number,
): NativeHistogram | undefined {
  const count = observationCounts[pointIndex] ?? Number.NaN;
  if (Number.isNaN(count)) return undefined;
  const filled = buckets.flatMap(({ lower, upper, values }): readonly NativeBucket[] => {
    const bucketCount = values[pointIndex] ?? Number.NaN;
    return bucketCount > 0 ? [{ lower, upper, count: bucketCount }] : [];
  });
  return { buckets: filled, count, sum: observationSums[pointIndex] ?? Number.NaN };
}

/** Number of observations at or below one bucket edge, one per grid point. */
export interface BucketEdgeColumn {
  readonly upperBound: number;
  readonly cumulativeCounts: Float64Array;
}

/**
 * Returns the cumulative counts at all bucket edges, +Inf last. An edge inside a coarser bucket of a point
 * is NaN there. Without negative observations, the first edge is above zero.
 */
export function listNativeEdges(native: NativeHistogramRows): readonly BucketEdgeColumn[] {
  const { observationCounts, buckets } = native;
  const hasNegative = buckets.some(({ upper }) => upper < 0);
  const bounds = new Set(buckets.flatMap(({ lower, upper }) => [lower, upper]));
  const finite = [...bounds]
    .filter((bound) => Number.isFinite(bound) && (hasNegative || bound > 0))
    .toSorted((a, b) => a - b);
  const edges = finite.map((upperBound): BucketEdgeColumn => ({
    upperBound,
    cumulativeCounts: new Float64Array(observationCounts.length),
  }));
  for (let index = 0; index < observationCounts.length; index += 1)
    fillPoint(edges, readNativeHistogram(native, index), index);
  return edges.length === 0
    ? []
    : [...edges, { upperBound: Number.POSITIVE_INFINITY, cumulativeCounts: observationCounts }];
}

function fillPoint(
  edges: readonly BucketEdgeColumn[],
  histogram: NativeHistogram | undefined,
  index: number,
): void {
  let [cumulative, next] = [0, 0];
  for (const { upperBound, cumulativeCounts } of edges) {
    const buckets = histogram?.buckets ?? [];
    for (
      let bucket = buckets[next];
      bucket !== undefined && bucket.upper <= upperBound;
      bucket = buckets[next]
    ) {
      cumulative += bucket.count;
      next += 1;
    }
    const isInside = (buckets[next]?.lower ?? Number.POSITIVE_INFINITY) < upperBound;
    cumulativeCounts[index] = histogram === undefined || isInside ? Number.NaN : cumulative;
  }
}
