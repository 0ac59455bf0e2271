/**
 * Histograms of a bucket query's answer, one per point, prepared once however many quantiles are taken of them. A histogram that
 * changed its form inside the window is classic at some points and native at others.
 */
import {
  bucketQuantile,
  observationCount,
  prepareHistogram,
  type Bucket,
  type Histogram,
  type Quantile,
} from "@/lib/analysis/statistics/quantile";
import {
  nativeQuantile,
  type NativeBucket,
  type NativeHistogram,
} from "@/lib/analysis/statistics/native-quantile";
import { nativePartOf } from "@/lib/model/native-histogram";
import type { Columns, LabelledColumn } from "./columns";

export type PointHistogram =
  | { readonly kind: "classic"; readonly histogram: Histogram }
  | { readonly kind: "native"; readonly histogram: NativeHistogram };

/** Undefined at points without a usable histogram. */
export type Histograms = readonly (PointHistogram | undefined)[];

/** As long as an answer is put together. */
const prepared = new WeakMap<Columns, Map<string, Histograms>>();

export function histogramsOf(columns: Columns, promql: string): Histograms {
  const known = prepared.get(columns) ?? new Map<string, Histograms>();
  prepared.set(columns, known);
  const before = known.get(promql);
  if (before !== undefined) return before;
  const rows = columns.rows(promql);
  const [classic, native] = [classicReader(rows), nativeReader(rows)];
  const histograms = Array.from(
    { length: columns.pointCount },
    (_, index): PointHistogram | undefined => classic(index) ?? native(index),
  );
  known.set(promql, histograms);
  return histograms;
}

/** The q-quantile in the unit of the edges; undefined without observations. */
export function quantileOf({ kind, histogram }: PointHistogram, q: number): Quantile | undefined {
  return kind === "classic" ? bucketQuantile(histogram, q) : nativeQuantile(histogram, q);
}

export function countOf({ kind, histogram }: PointHistogram): number {
  return kind === "classic" ? observationCount(histogram) : histogram.count;
}

type ReadAt = (index: number) => PointHistogram | undefined;

function classicReader(rows: readonly LabelledColumn[]): ReadAt {
  // In order already, the points need no sorting of their own.
  const edges = rows
    .map(({ labels, values: counts }) => ({ upperBound: parseEdge(labels["le"]), counts }))
    .filter(({ upperBound }) => !Number.isNaN(upperBound))
    .sort((left, right) => (left.upperBound === right.upperBound ? 0 : left.upperBound - right.upperBound));
  return (index) => {
    const histogram = prepareHistogram(bucketsAt(edges, index));
    return histogram && { kind: "classic", histogram };
  };
}

interface Edge {
  readonly upperBound: number;
  readonly counts: Float64Array;
}

function bucketsAt(edges: readonly Edge[], index: number): Bucket[] {
  const buckets: Bucket[] = [];
  for (const { upperBound, counts } of edges) {
    const cumulativeCount = counts[index] ?? Number.NaN;
    if (!Number.isNaN(cumulativeCount)) buckets.push({ upperBound, cumulativeCount });
  }
  return buckets;
}

/** An `le` label as Prometheus reads it; NaN for text that is no number, which leaves the bucket out as Prometheus does. */
function parseEdge(le: string | undefined): number {
  if (le === undefined || le.trim() === "") return Number.NaN;
  if (/^[+]?inf$/i.test(le)) return Number.POSITIVE_INFINITY;
  return Number(le);
}

function nativeReader(rows: readonly LabelledColumn[]): ReadAt {
  const parts = rows.flatMap(({ labels, values }) => {
    const part = nativePartOf(labels);
    return part === undefined ? [] : [{ part, values }];
  });
  const column = (kind: "count" | "sum"): Float64Array | undefined =>
    parts.find(({ part }) => part.kind === kind)?.values;
  const [counts, sums] = [column("count"), column("sum")];
  const buckets = parts
    .flatMap(({ part, values }) => (part.kind === "bucket" ? [{ ...part, values }] : []))
    .sort((left, right) => left.lower - right.lower || left.upper - right.upper);
  return (index) => {
    const count = counts?.[index] ?? Number.NaN;
    if (Number.isNaN(count)) return undefined;
    const filled = buckets.flatMap(({ lower, upper, values }): readonly NativeBucket[] => {
      const inside = values[index] ?? Number.NaN;
      return inside > 0 ? [{ lower, upper, count: inside }] : [];
    });
    return { kind: "native", histogram: { buckets: filled, count, sum: sums?.[index] ?? Number.NaN } };
  };
}
