/** Histograms of a bucket query's answer, one per point, prepared once however many quantiles are taken of them. */
import { prepareHistogram, type Bucket, type Histogram } from "@/lib/analysis/statistics/quantile";
import type { Columns, LabelledColumn } from "./columns";

/** Undefined at points without a usable histogram. */
export type Histograms = readonly (Histogram | undefined)[];

/** As long as an answer is put together. */
const prepared = new WeakMap<Columns, Map<string, Histograms>>();

export function histogramsOf(columns: Columns, promql: string): Histograms {
  const known = prepared.get(columns) ?? new Map<string, Histograms>();
  prepared.set(columns, known);
  const before = known.get(promql);
  if (before !== undefined) return before;
  const histograms = prepareAll(columns.rows(promql), columns.pointCount);
  known.set(promql, histograms);
  return histograms;
}

function prepareAll(rows: readonly LabelledColumn[], pointCount: number): Histograms {
  // In order already, the points need no sorting of their own.
  const edges = edgesOf(rows);
  return Array.from({ length: pointCount }, (_, index) => prepareHistogram(bucketsAt(edges, index)));
}

/** Counts at or below an edge, one for each point. */
export interface Edge {
  readonly upperBound: number;
  readonly counts: Float64Array;
}

/** Rows with a usable `le`, by their edges. */
export function edgesOf(rows: readonly LabelledColumn[]): readonly Edge[] {
  return rows
    .map(({ labels, values: counts }) => ({ upperBound: parseEdge(labels["le"]), counts }))
    .filter(({ upperBound }) => !Number.isNaN(upperBound))
    .sort((left, right) => (left.upperBound === right.upperBound ? 0 : left.upperBound - right.upperBound));
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
