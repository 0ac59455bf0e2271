/**
 * Histograms from the response of a bucket query, one per point, prepared once for all quantiles. A histogram that
 * changed its form inside the window is classic at some points and native at others.
 */
import {
  bucketQuantile,
  prepareHistogram,
  type Bucket,
  type Histogram,
  type Quantile,
} from "@/lib/analysis/statistics/quantiles/quantile";
import { nativeQuantile, type NativeHistogram } from "@/lib/analysis/statistics/quantiles/native-quantile";
import type { Columns, LabelledColumn } from "./columns";
import { nativeAt, nativeEdges, nativeRowsOf, type Edge } from "./native-rows";

/** A native histogram also has cumulative counts, at the edges that all points share. */
export type PointHistogram = Histogram & { readonly native?: NativeHistogram };

/** Undefined at points without a usable histogram. */
export type Histograms = readonly (PointHistogram | undefined)[];

/** Cached per response while an answer is assembled. */
const prepared = new WeakMap<Columns, Map<string, Histograms>>();

export function histogramsOf(columns: Columns, promql: string): Histograms {
  const histogramsByQuery = prepared.get(columns) ?? new Map<string, Histograms>();
  prepared.set(columns, histogramsByQuery);
  const cached = histogramsByQuery.get(promql);
  if (cached !== undefined) return cached;
  const histograms = prepareAll(columns.rows(promql), columns.pointCount);
  histogramsByQuery.set(promql, histograms);
  return histograms;
}

/** Returns the q-quantile in the unit of the edges; undefined without observations. */
export function quantileOf(histogram: PointHistogram, q: number): Quantile | undefined {
  const { native } = histogram;
  return native === undefined ? bucketQuantile(histogram, q) : nativeQuantile(native, q);
}

function prepareAll(rows: readonly LabelledColumn[], pointCount: number): Histograms {
  const classic = classicEdges(rows);
  const native = nativeRowsOf(rows);
  const edges = native === undefined ? [] : nativeEdges(native);
  return Array.from({ length: pointCount }, (_, index): PointHistogram | undefined => {
    const classicHistogram = prepareHistogram(bucketsAt(classic, index));
    if (classicHistogram !== undefined || native === undefined) return classicHistogram;
    const one = nativeAt(native, index);
    return one && { ...(prepareHistogram(bucketsAt(edges, index)) ?? withoutEdges(one)), native: one };
  });
}

/** A window without observations has no buckets but a count of zero. */
function withoutEdges({ count }: NativeHistogram): Histogram {
  return {
    upperBounds: Float64Array.of(Number.POSITIVE_INFINITY),
    cumulativeCounts: Float64Array.of(count),
  };
}

/**
 * Returns the cumulative counts by edge in ascending order: those of classic buckets, otherwise those of native ones.
 */
export function edgesOf(rows: readonly LabelledColumn[]): readonly Edge[] {
  const classic = classicEdges(rows);
  if (classic.length > 0) return classic;
  const native = nativeRowsOf(rows);
  return native === undefined ? [] : nativeEdges(native);
}

/** Returns the rows with a usable `le`, sorted by edge, so that points need not be sorted again. */
export function classicEdges(rows: readonly LabelledColumn[]): readonly Edge[] {
  return rows
    .map(({ labels, values: counts }) => ({ upperBound: parseEdge(labels["le"]), counts }))
    .filter(({ upperBound }) => !Number.isNaN(upperBound))
    .sort((a, b) => (a.upperBound === b.upperBound ? 0 : a.upperBound - b.upperBound));
}

function bucketsAt(edges: readonly Edge[], index: number): Bucket[] {
  const buckets: Bucket[] = [];
  for (const { upperBound, counts } of edges) {
    const cumulativeCount = counts[index] ?? Number.NaN;
    if (!Number.isNaN(cumulativeCount)) buckets.push({ upperBound, cumulativeCount });
  }
  return buckets;
}

/**
 * Parses an `le` label like Prometheus. Returns NaN for other text, whose bucket is then ignored as in Prometheus.
 */
function parseEdge(le: string | undefined): number {
  if (le === undefined || le.trim() === "") return Number.NaN;
  if (/^[+]?inf$/i.test(le)) return Number.POSITIVE_INFINITY;
  return Number(le);
}
