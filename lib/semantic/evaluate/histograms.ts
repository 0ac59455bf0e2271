/**
 * Histograms from the response of a bucket query, one per point, prepared once for all quantiles. A histogram that
 * changed its form inside the window is classic at some points and native at others.
 */
import { memoizePerObject } from "@/lib/base/memoize-per-object";
import {
  bucketQuantile,
  prepareHistogram,
  type CumulativeBucket,
  type Histogram,
  type Quantile,
} from "@/lib/analysis/statistics/quantiles/quantile";
import { nativeQuantile, type NativeHistogram } from "@/lib/analysis/statistics/quantiles/native-quantile";
import { parseBucketEdge } from "./bucket-edge";
import type { QueryColumns, LabelledColumn } from "./columns";
import {
  readNativeHistogram,
  listNativeEdges,
  collectNativeHistogram,
  type BucketEdgeColumn,
} from "./native-histogram-rows";

/** Histogram of one point. For a native histogram, `native` has the cumulative counts at bucket edges common to all points. */
export type PointHistogram = Histogram & { readonly native?: NativeHistogram };

/** Histogram at each grid point; undefined at points without a usable histogram. */
export type PointHistograms = readonly (PointHistogram | undefined)[];

const histogramsOfColumns = memoizePerObject((_columns: QueryColumns) => new Map<string, PointHistograms>());

/** Returns the histograms of a bucket query, one per grid point. They are cached per result. */
export function readHistograms(columns: QueryColumns, promql: string): PointHistograms {
  const histogramsByQuery = histogramsOfColumns(columns);
  const cached = histogramsByQuery.get(promql);
  if (cached !== undefined) return cached;
  const histograms = prepareAll(columns.findRows(promql), columns.pointCount);
  histogramsByQuery.set(promql, histograms);
  return histograms;
}

/** Returns the q-quantile in the unit of the edges; undefined without observations. */
export function estimateQuantile(histogram: PointHistogram, q: number): Quantile | undefined {
  const { native } = histogram;
  return native === undefined ? bucketQuantile(histogram, q) : nativeQuantile(native, q);
}

function prepareAll(rows: readonly LabelledColumn[], pointCount: number): PointHistograms {
  const classic = readClassicBucketEdges(rows);
  const native = collectNativeHistogram(rows);
  const edges = native === undefined ? [] : listNativeEdges(native);
  return Array.from({ length: pointCount }, (_, index): PointHistogram | undefined => {
    const classicHistogram = prepareHistogram(bucketsAt(classic, index));
    if (classicHistogram !== undefined || native === undefined) return classicHistogram;
    const one = readNativeHistogram(native, index);
    return one && { ...(prepareHistogram(bucketsAt(edges, index)) ?? withoutEdges(one)), native: one };
  });
}

/** Returns a histogram with only the +Inf bucket: a window without observations has no buckets but a count of zero. */
function withoutEdges({ count }: NativeHistogram): Histogram {
  return {
    upperBounds: Float64Array.of(Number.POSITIVE_INFINITY),
    cumulativeCounts: Float64Array.of(count),
  };
}

/**
 * Returns the cumulative counts of each bucket edge, in ascending order: of classic buckets if they are present,
 * otherwise of native buckets.
 */
export function readBucketEdges(rows: readonly LabelledColumn[]): readonly BucketEdgeColumn[] {
  const classic = readClassicBucketEdges(rows);
  if (classic.length > 0) return classic;
  const native = collectNativeHistogram(rows);
  return native === undefined ? [] : listNativeEdges(native);
}

/** Returns the rows with a valid `le` label, sorted by edge. */
export function readClassicBucketEdges(rows: readonly LabelledColumn[]): readonly BucketEdgeColumn[] {
  return rows
    .map(({ labels, values: cumulativeCounts }) => ({
      upperBound: parseBucketEdge(labels["le"]),
      cumulativeCounts,
    }))
    .filter(({ upperBound }) => !Number.isNaN(upperBound))
    .sort((a, b) => (a.upperBound === b.upperBound ? 0 : a.upperBound - b.upperBound));
}

function bucketsAt(edges: readonly BucketEdgeColumn[], index: number): CumulativeBucket[] {
  const buckets: CumulativeBucket[] = [];
  for (const { upperBound, cumulativeCounts } of edges) {
    const cumulativeCount = cumulativeCounts[index] ?? Number.NaN;
    if (!Number.isNaN(cumulativeCount)) buckets.push({ upperBound, cumulativeCount });
  }
  return buckets;
}
