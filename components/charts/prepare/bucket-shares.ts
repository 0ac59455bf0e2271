/** Histogram of one of the two compared windows. */
export interface BucketCounts {
  /** Ascending upper edges; null is +Inf. */
  readonly upperEdges: readonly (number | null)[];
  readonly counts: readonly number[];
}

/** Bucket with the fraction of observations in both windows. */
export interface BucketShare {
  readonly lower: number;
  /** Upper edge of the bucket. Null represents +Inf. */
  readonly upper: number | null;
  /** Fraction of the observations; null for a side without the histogram. */
  readonly before: number | null;
  readonly after: number | null;
}

/** A bucket below this share on both sides is not drawn at the ends. */
const minShare = 0.0005;

/**
 * Converts two histograms to fractions per bucket, on the edges that both have, from the first to the last
 * bucket with observations. Empty without observations.
 */
export function prepareBucketShares(
  before: BucketCounts | null,
  after: BucketCounts | null,
): readonly BucketShare[] {
  const edges = (before ?? after)?.upperEdges.filter(
    (edge) => (before?.upperEdges.includes(edge) ?? true) && (after?.upperEdges.includes(edge) ?? true),
  );
  if (edges === undefined) return [];
  const [was, is] = [sharesUpTo(before, edges), sharesUpTo(after, edges)];
  const buckets = edges.map((upper, index): BucketShare => ({
    lower: edges[index - 1] ?? 0,
    upper,
    before: shareIn(was, index),
    after: shareIn(is, index),
  }));
  const isVisible = (bucket: BucketShare): boolean =>
    Math.max(bucket.before ?? 0, bucket.after ?? 0) >= minShare;
  const first = buckets.findIndex(isVisible);
  return first < 0 ? [] : buckets.slice(first, buckets.findLastIndex(isVisible) + 1);
}

/** Returns the cumulative share at each edge; null without observations. */
function sharesUpTo(
  histogram: BucketCounts | null,
  edges: readonly (number | null)[],
): readonly number[] | null {
  if (histogram === null) return null;
  const total = histogram.counts.reduce((sum, count) => sum + count, 0);
  if (!(total > 0)) return null;
  let cumulative = 0;
  const byEdge = new Map(
    histogram.upperEdges.map((edge, index) => {
      cumulative += histogram.counts[index] ?? 0;
      return [edge, cumulative / total] as const;
    }),
  );
  return edges.map((edge) => byEdge.get(edge) ?? 0);
}

function shareIn(cumulative: readonly number[] | null, index: number): number | null {
  if (cumulative === null) return null;
  return (cumulative[index] ?? 0) - (cumulative[index - 1] ?? 0);
}
