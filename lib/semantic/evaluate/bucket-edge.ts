/** Label of classic histogram buckets. */

/**
 * Parses an `le` label like Prometheus to the upper edge of its bucket, in the unit of the metric. Returns NaN for other
 * text, whose bucket is then ignored as in Prometheus.
 */
export function parseBucketEdge(le: string | undefined): number {
  if (le === undefined || le.trim() === "") return Number.NaN;
  if (/^[+]?inf$/i.test(le)) return Number.POSITIVE_INFINITY;
  return Number(le);
}
