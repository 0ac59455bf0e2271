/**
 * Metrics for the window of the traces: finished requests, their durations by bucket, and the position of the p99.
 * Traces are shown without them when Prometheus is slow or down.
 */
import { createScopedKey } from "@/lib/model/sources/source-scope";
import { hasMixedEdges } from "@/lib/analysis/statistics/quantiles/mixed-edges";
import type { Answer, Distribution } from "@/lib/model/answer";
import { minWindowMs, type TimeWindow } from "@/lib/model/time-window";
import { waitOrReturnPending } from "@/lib/server/concurrency/pending-after";
import { findOrStartPolledWork } from "@/lib/server/concurrency/polled-work";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { answerQuestion } from "@/lib/services/signals/answer-question";

/** Histogram buckets of the request duration, from the metric. */
export interface DurationBuckets {
  /** Ascending, without the unbounded last edge. */
  readonly edgesNs: readonly number[];
  /** Requests per bucket; one more than there are edges. */
  readonly requestCounts: readonly number[];
}

/** Request count and durations according to the metric, or why they are unavailable. */
export type ReportedMetrics =
  | {
      readonly kind: "reported";
      /** Part of the requested window in which the metric was scraped. */
      readonly window: TimeWindow;
      readonly requestCount: number;
      readonly buckets: DurationBuckets;
      /** Fraction of the window without samples. */
      readonly unscrapedRatio: number;
    }
  /** Reason as a sentence. `isPending`: the query continues. */
  | { readonly kind: "unavailable"; readonly reason: string; readonly isPending: boolean };

type ReadAnswer = (deployment: KnownDeployment, window: TimeWindow, signal: AbortSignal) => Promise<Answer>;

const waitMs = 4_000;

/** Reads the metric of request durations. Never rejects, and returns within `waitMs`. */
export async function readStudyMetrics(
  deployment: KnownDeployment,
  window: TimeWindow,
  queryMetrics: ReadAnswer = readE2e,
): Promise<ReportedMetrics> {
  const key = createScopedKey(deployment.sourceScope, deployment.slug, window.startMs, window.endMs);
  const { joinResult } = findOrStartPolledWork({ name: "study-metrics", key }, (signal) =>
    queryMetrics(deployment, window, signal),
  );
  const outcome = await waitOrReturnPending(waitMs, joinResult);
  switch (outcome.kind) {
    case "done":
      return fromAnswer(outcome.value);
    case "pending":
      return { kind: "unavailable", reason: "Prometheus has not responded yet.", isPending: true };
    case "failed": {
      const reason = outcome.error instanceof Error ? outcome.error.message : "unknown";
      return unknown(`The metrics could not be read: ${reason}`);
    }
  }
}

const unknown = (reason: string): ReportedMetrics => ({
  kind: "unavailable",
  reason: `${reason}.`,
  isPending: false,
});

function readE2e(
  { slug, sourceScope }: KnownDeployment,
  window: TimeWindow,
  signal: AbortSignal,
): Promise<Answer> {
  return answerQuestion(
    {
      v: 1,
      signals: ["e2e"],
      statistics: ["p99"],
      extras: ["distribution"],
      scope: { deployment: slug },
      window: { from: String(window.startMs), to: String(window.endMs) },
    },
    { sourceScope, maxPoints: 60, signal },
  );
}

function fromAnswer(answer: Answer): ReportedMetrics {
  const found = answer.distributions?.find(({ edges }) => edges.length > 1);
  if (found === undefined)
    return unknown("The engine exposes no histogram of request durations, or it was not scraped");
  const rows = found.edges.map((edge, index) => ({
    upperBound: edge ?? Number.POSITIVE_INFINITY,
    cumulativeCounts: Float64Array.from(found.counts[index] ?? [], (count) => count ?? Number.NaN),
  }));
  if (hasMixedEdges(rows, answer.pointCount, { valuePerObservation: 1 }))
    return unknown("The instances use different bucket edges, so their buckets cannot be summed");
  return metricsOverWindow(found, answer);
}

/**
 * Integrates the rates over the scraped part of the window, because traces may be older than the first scrape. It
 * starts at the first point whose rate window contains only samples, and ends at the last sample. Gaps are reported
 * as unscraped.
 */
function metricsOverWindow({ edges, counts }: Distribution, answer: Answer): ReportedMetrics {
  const points = scrapedPoints(counts, answer);
  if (edges.at(-1) !== null || points === null)
    return unknown("Buckets of the metric are missing in this window");
  const window = scrapedWindow(answer, points);
  const lengthMs = window.endMs - window.startMs;
  if (lengthMs < minWindowMs) return unknown("The metric was scraped for less than a minute of this window");
  const pointCount = points.last - points.first + 1;
  const cumulative = counts.map((row) => {
    const reported = row.slice(points.first, points.last + 1).filter((count) => count !== null);
    const sum = reported.reduce((total, count) => total + count, 0);
    return { total: (sum * (lengthMs / pointCount)) / answer.rateWindowMs };
  });
  const gapsMs = counts.map((row) => gapsOf(row.slice(points.first, points.last + 1), answer));
  return {
    kind: "reported",
    window,
    requestCount: cumulative.at(-1)?.total ?? 0,
    buckets: {
      edgesNs: edges.slice(0, -1).map((edge) => Math.round((edge ?? 0) * 1e9)),
      requestCounts: cumulative.map(({ total }, index) =>
        Math.max(0, total - (cumulative[index - 1]?.total ?? 0)),
      ),
    },
    unscrapedRatio: Math.min(1, Math.max(...gapsMs) / lengthMs),
  };
}

/**
 * Returns the total length of the gaps between samples. A rate window that reaches into a gap still has samples, so a
 * gap is longer than its points without values by about one rate window.
 */
function gapsOf(row: Distribution["counts"][number], { stepMs, rateWindowMs }: Answer): number {
  const missingCount = row.filter((count) => count === null).length;
  const gapCount = row.filter((count, index) => count === null && row[index - 1] !== null).length;
  return missingCount * stepMs + gapCount * rateWindowMs;
}

interface PointRange {
  readonly first: number;
  readonly last: number;
}

/** Returns the range of points that have all buckets. Null if there is no such point. */
function scrapedPoints(
  counts: Distribution["counts"],
  { pointCount, stepMs, rateWindowMs }: Answer,
): PointRange | null {
  const hasAllBuckets = (point: number): boolean => counts.every((row) => (row[point] ?? null) !== null);
  const points = Array.from({ length: pointCount }, (_, point) => point).filter(hasAllBuckets);
  const [earliest, last] = [points[0], points.at(-1)];
  if (earliest === undefined || last === undefined) return null;
  return { first: earliest === 0 ? 0 : earliest + Math.ceil(rateWindowMs / stepMs), last };
}

/** Returns the scraped window. An edge is the requested edge if the first or last point next to it has a value. */
function scrapedWindow({ window, stepMs, pointCount }: Answer, { first, last }: PointRange): TimeWindow {
  return {
    startMs: window.startMs + first * stepMs,
    endMs: last === pointCount - 1 ? window.endMs : window.startMs + (last + 1) * stepMs,
  };
}

/**
 * Returns the highest bucket edge at or below the p99 and the fraction of requests above it; null without
 * such an edge or without requests.
 */
export function findTailEdge({
  edgesNs,
  requestCounts,
}: DurationBuckets): { readonly edgeNs: number; readonly shareAboveEdge: number } | null {
  const total = requestCounts.reduce((sum, count) => sum + count, 0);
  if (total <= 0) return null;
  let [below, found]: [number, { readonly edgeNs: number; readonly shareAboveEdge: number } | null] = [
    0,
    null,
  ];
  for (const [index, edgeNs] of edgesNs.entries()) {
    below += requestCounts[index] ?? 0;
    if (below > 0.99 * total) break;
    found = { edgeNs, shareAboveEdge: 1 - below / total };
  }
  return found;
}
