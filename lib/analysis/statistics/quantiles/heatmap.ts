/**
 * Distribution over time as a grid of cells: the number of observations at each point between two bucket edges.
 *
 *     cumulative   le 0.1   0.25   0.5   +Inf        cell     0–0.1   0.1–0.25   0.25–0.5   ≥ 0.5
 *     at a point      20     80     95    100   →   count        20         60         15       5
 *
 * Counts are differences of neighbouring cumulative counts, after the same repairs that Prometheus makes (equal edges
 * added, falling counts raised; `prepareHistogram`). The +Inf bucket is separate because it has no upper edge to
 * draw. The first cell starts at 0 if its edge is above 0, as for quantiles. Several histograms (instances) are added
 * only if their edges are equal: a sum over different edges would put observations into the wrong cells. Each point
 * sums the histograms that have all their buckets there.
 */
import { prepareHistogram } from "./quantile";

/** Cumulative counts of one histogram bucket over time, one per grid point. */
export interface BucketRow {
  /** Upper edge; `Infinity` for the last bucket. */
  readonly upperBound: number;
  /** Observations (or their rate) at or below the edge for each point; NaN is missing. */
  readonly cumulativeCounts: Float64Array;
}

/** Number of observations of one histogram bucket in each column of the heatmap. */
export interface HeatmapRow {
  readonly lower: number;
  /** Infinity in the overflow row. */
  readonly upper: number;
  /** Observations in the cell; NaN if the column is missing. */
  readonly counts: Float64Array;
  /** Fraction of the column's total, 0 to 1; NaN if the column is missing or has no observations. */
  readonly shares: Float64Array;
}

/** Heatmap of a histogram over time, or the reason why there is none. */
export type Heatmap =
  | {
      readonly kind: "heatmap";
      /** Rows with a finite upper edge, lowest edge first. */
      readonly rows: readonly HeatmapRow[];
      /** Observations above the highest finite edge. */
      readonly overflow: HeatmapRow;
      /** Observations per point: NaN is no sample, 0 is no traffic. */
      readonly totals: Float64Array;
      /** Largest share of a finite cell, for the colour scale; 0 without observations. */
      readonly maxShare: number;
    }
  /** The histograms use different edges. Each set has the number of histograms that use it, most frequent first. */
  | {
      readonly kind: "edges-differ";
      readonly edgeSets: readonly { readonly edges: readonly number[]; readonly histograms: number }[];
    }
  /** There is no histogram, or one lacks a +Inf bucket or has no other bucket. */
  | { readonly kind: "no-histogram"; readonly reason: "none" | "incomplete-buckets" };

/**
 * Computes the heatmap over time of one or more histograms, each given as its bucket rows on one grid of
 * `pointCount` points.
 */
export function computeHeatmap(histograms: readonly (readonly BucketRow[])[], pointCount: number): Heatmap {
  if (histograms.length === 0) return { kind: "no-histogram", reason: "none" };
  const edgesOf = histograms.map((rows) => distinctEdges(rows));
  if (edgesOf.some((edges) => edges.length < 2 || edges.at(-1) !== Number.POSITIVE_INFINITY))
    return { kind: "no-histogram", reason: "incomplete-buckets" };
  const edgeSets = countEdgeSets(edgesOf);
  if (edgeSets.length > 1) return { kind: "edges-differ", edgeSets };
  const edges = edgesOf[0] ?? [];
  const cells = edges.map(() => new Float64Array(pointCount).fill(Number.NaN));
  for (const rows of histograms) addCells(cells, rows, pointCount);
  return gridOf(edges, cells, pointCount);
}

function distinctEdges(rows: readonly BucketRow[]): readonly number[] {
  return [...new Set(rows.map((row) => row.upperBound))].toSorted((a, b) => a - b);
}

function countEdgeSets(edgesOf: readonly (readonly number[])[]) {
  const sets = new Map<string, { edges: readonly number[]; histograms: number }>();
  for (const edges of edgesOf) {
    const key = edges.join(" ");
    const set = sets.get(key) ?? { edges, histograms: 0 };
    sets.set(key, { edges, histograms: set.histograms + 1 });
  }
  return [...sets.values()].toSorted((a, b) => b.histograms - a.histograms);
}

/** Adds the cells of one histogram to the columns in which it has all its buckets. */
function addCells(cells: readonly Float64Array[], rows: readonly BucketRow[], pointCount: number): void {
  for (let point = 0; point < pointCount; point += 1) {
    const buckets = rows.map((row) => ({
      upperBound: row.upperBound,
      cumulativeCount: row.cumulativeCounts[point] ?? Number.NaN,
    }));
    if (!buckets.every((bucket) => Number.isFinite(bucket.cumulativeCount))) continue;
    const counts = prepareHistogram(buckets)?.cumulativeCounts;
    if (counts === undefined) continue;
    cells.forEach((cell, index) => {
      const inside = (counts[index] ?? 0) - (index === 0 ? 0 : (counts[index - 1] ?? 0));
      const before = cell[point] ?? Number.NaN;
      cell[point] = Number.isNaN(before) ? inside : before + inside;
    });
  }
}

function gridOf(edges: readonly number[], cells: readonly Float64Array[], pointCount: number): Heatmap {
  const totals = new Float64Array(pointCount);
  for (const cell of cells) cell.forEach((count, point) => (totals[point] = (totals[point] ?? 0) + count));
  const heatmapRows = cells.map((counts, index) => ({
    lower: lowerEdge(edges, index),
    upper: edges[index] ?? Number.NaN,
    counts,
    shares: counts.map((count, point) => count / (totals[point] ?? Number.NaN)),
  }));
  const rows = heatmapRows.slice(0, -1);
  const overflow = heatmapRows.at(-1);
  if (overflow === undefined) return { kind: "no-histogram", reason: "incomplete-buckets" };
  return { kind: "heatmap", rows, overflow, totals, maxShare: maxShareOf(rows) };
}

function lowerEdge(edges: readonly number[], index: number): number {
  if (index > 0) return edges[index - 1] ?? Number.NaN;
  return (edges[0] ?? Number.NaN) > 0 ? 0 : Number.NEGATIVE_INFINITY;
}

function maxShareOf(rows: readonly HeatmapRow[]): number {
  let maxShare = 0;
  for (const row of rows) for (const share of row.shares) if (share > maxShare) maxShare = share;
  return maxShare;
}
