/**
 * The rows of native histograms (`lib/model/native-histogram.ts`), put together again: one histogram for each point, and all of them
 * as cumulative counts at common edges, which is what heatmaps and sums over a window are made of.
 */
import type { NativeBucket, NativeHistogram } from "@/lib/analysis/statistics/native-quantile";
import { nativePartOf } from "@/lib/model/native-histogram";
import type { LabelledColumn } from "./columns";

interface BucketColumn {
  readonly lower: number;
  readonly upper: number;
  readonly values: Float64Array;
}

export interface NativeRows {
  readonly counts: Float64Array;
  /** NaN where one of the observations was no number. */
  readonly sums: Float64Array;
  /** Rising. */
  readonly buckets: readonly BucketColumn[];
}

/** Undefined when none of the rows are a native histogram's. */
export function nativeRowsOf(rows: readonly LabelledColumn[]): NativeRows | undefined {
  const parts = rows.flatMap(({ labels, values }) => {
    const part = nativePartOf(labels);
    return part === undefined ? [] : [{ part, values }];
  });
  const counts = parts.find(({ part }) => part.kind === "count")?.values;
  if (counts === undefined) return undefined;
  const sums = parts.find(({ part }) => part.kind === "sum")?.values;
  const buckets = parts
    .flatMap(({ part, values }) => (part.kind === "bucket" ? [{ ...part, values }] : []))
    .sort((a, b) => a.lower - b.lower || a.upper - b.upper);
  return { counts, sums: sums ?? new Float64Array(counts.length).fill(Number.NaN), buckets };
}

/** Undefined at a point without one. */
export function nativeAt({ counts, sums, buckets }: NativeRows, index: number): NativeHistogram | undefined {
  const count = counts[index] ?? Number.NaN;
  if (Number.isNaN(count)) return undefined;
  const filled = buckets.flatMap(({ lower, upper, values }): readonly NativeBucket[] => {
    const bucketCount = values[index] ?? Number.NaN;
    return bucketCount > 0 ? [{ lower, upper, count: bucketCount }] : [];
  });
  return { buckets: filled, count, sum: sums[index] ?? Number.NaN };
}

/** Counts at or below an edge, one for each point. */
export interface Edge {
  readonly upperBound: number;
  readonly counts: Float64Array;
}

/**
 * Cumulative counts at all ends of all buckets, the open one last. Where buckets were coarser at a point, the edges inside one have no
 * number there: nobody knows how it divides. Without anything below zero the first edge is above it.
 */
export function nativeEdges(native: NativeRows): readonly Edge[] {
  const { counts, buckets } = native;
  const hasNegative = buckets.some(({ upper }) => upper < 0);
  const bounds = new Set(buckets.flatMap(({ lower, upper }) => [lower, upper]));
  const finite = [...bounds]
    .filter((bound) => Number.isFinite(bound) && (hasNegative || bound > 0))
    .toSorted((a, b) => a - b);
  const edges = finite.map((upperBound): Edge => ({ upperBound, counts: new Float64Array(counts.length) }));
  for (let index = 0; index < counts.length; index += 1) fillPoint(edges, nativeAt(native, index), index);
  return edges.length === 0 ? [] : [...edges, { upperBound: Number.POSITIVE_INFINITY, counts }];
}

function fillPoint(edges: readonly Edge[], histogram: NativeHistogram | undefined, index: number): void {
  let [cumulative, next] = [0, 0];
  for (const { upperBound, counts } of edges) {
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
    counts[index] = histogram === undefined || isInside ? Number.NaN : cumulative;
  }
}
