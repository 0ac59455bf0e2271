/** Share of the requests that were traced, from a window that the metrics may have covered in part. */

interface TracedCounts {
  /** Requests that ended in the window and were read as traces. */
  readonly traceCount: number;
  /** Requests that the metric counts in the scraped part of the window. */
  readonly requestCount: number;
  /** Fraction of the window without samples of the metric. */
  readonly unscrapedRatio: number;
}

/**
 * Accepted relative difference between the number of traces and the number of requests. Metric counts extend slightly
 * beyond the window, so even a fully traced service differs by a few requests.
 */
export const tracedShareTolerance = 0.1;

/** Smallest scraped fraction of the window for which the rate of the scraped part describes the unscraped part. */
const minScrapedRatio = 0.5;

/**
 * Returns the number of traces per request; above 1 if there are more traces than requests. Requests during
 * scrape gaps are estimated from the rest of the window. Null if less than half of the window was scraped,
 * or without requests.
 */
export function computeTracedShare({
  traceCount,
  requestCount,
  unscrapedRatio,
}: TracedCounts): number | null {
  const scrapedRatio = 1 - unscrapedRatio;
  if (requestCount <= 0 || scrapedRatio < minScrapedRatio) return null;
  return (traceCount * scrapedRatio) / requestCount;
}
