/**
 * What the metrics say of the window that traces were read of: how many requests finished, how long they took between the edges
 * of the metric's own buckets, and where its p99 lies. Traces are shown without it when Prometheus is slow or down.
 */
import { hasMixedEdges } from "@/lib/analysis/statistics/mixed-edges";
import type { Answer, Distribution } from "@/lib/model/answer";
import { minWindowMs, type TimeWindow } from "@/lib/model/time-window";
import { joinOngoing } from "@/lib/server/ongoing-work";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { answerQuestion } from "@/lib/services/signals/answer-question";

export interface DurationBuckets {
  /** Rising, without the open end. */
  readonly edgesNs: readonly number[];
  /** Requests between the edges, one more than there are edges. */
  readonly counts: readonly number[];
}

export type StudyMetrics =
  | {
      readonly kind: "reported";
      /** The part of the asked one over which the metric was scraped. */
      readonly window: TimeWindow;
      readonly requests: number;
      readonly buckets: DurationBuckets;
      /** Share of that window without samples. */
      readonly unscraped: number;
    }
  /** A sentence. */
  | { readonly kind: "unavailable"; readonly reason: string };

type ReadAnswer = (deployment: KnownDeployment, window: TimeWindow, signal: AbortSignal) => Promise<Answer>;

const waitMs = 4_000;

/** Never rejects, and answers within `waitMs`. `read` asks the metrics. */
export async function studyMetrics(
  deployment: KnownDeployment,
  window: TimeWindow,
  read: ReadAnswer = readE2e,
): Promise<StudyMetrics> {
  const key = JSON.stringify([deployment.slug, window.startMs, window.endMs]);
  const { outcome } = joinOngoing("study-metrics", key, (signal) => read(deployment, window, signal));
  const late = new Promise<"late">((resolve) => {
    setTimeout(() => resolve("late"), waitMs).unref();
  });
  const settled = await Promise.race([outcome, late]);
  if (settled === "late") return unknown("Prometheus has not answered yet");
  if (settled.kind === "done") return fromAnswer(settled.value);
  const reason = settled.error instanceof Error ? settled.error.message : "unknown";
  return unknown(`The metrics cannot be read: ${reason}`);
}

const unknown = (reason: string): StudyMetrics => ({ kind: "unavailable", reason: `${reason}.` });

function readE2e({ slug }: KnownDeployment, window: TimeWindow, signal: AbortSignal): Promise<Answer> {
  return answerQuestion(
    {
      v: 1,
      signals: ["e2e"],
      statistics: ["p99"],
      extras: ["distribution"],
      scope: { deployment: slug },
      window: { from: String(window.startMs), to: String(window.endMs) },
    },
    { maxPoints: 60, signal },
  );
}

function fromAnswer(answer: Answer): StudyMetrics {
  const found = answer.distributions?.find(({ edges }) => edges.length > 1);
  if (found === undefined)
    return unknown("The engine tells no histogram of its requests' durations, or nothing was scraped");
  const rows = found.edges.map((edge, index) => ({
    upperBound: edge ?? Number.POSITIVE_INFINITY,
    counts: Float64Array.from(found.counts[index] ?? [], (count) => count ?? Number.NaN),
  }));
  if (hasMixedEdges(rows, answer.pointCount))
    return unknown("The instances count by different bucket edges, so that their buckets cannot be added");
  return metricsOverWindow(found, answer);
}

/**
 * Observations at or below each edge: the rates of the points, each for the time until the next. Over the scraped part alone,
 * since traces may well be older than the first scrape: from the first point whose rate looks back over samples only, until the
 * last that has any. Holes in between are told as unscraped.
 */
function metricsOverWindow({ edges, counts }: Distribution, answer: Answer): StudyMetrics {
  const points = scrapedPoints(counts, answer);
  if (edges.at(-1) !== null || points === null)
    return unknown("Buckets of the metric are missing in this window");
  const window = scrapedWindow(answer, points);
  const lengthMs = window.endMs - window.startMs;
  if (lengthMs < minWindowMs) return unknown("The metric was scraped for less than a minute of this time");
  const pointCount = points.last - points.first + 1;
  const cumulative = counts.map((row) => {
    const reported = row.slice(points.first, points.last + 1).filter((count) => count !== null);
    const sum = reported.reduce((total, count) => total + count, 0);
    return { n: reported.length, total: (sum * (lengthMs / pointCount)) / answer.rateWindowMs };
  });
  return {
    kind: "reported",
    window,
    requests: cumulative.at(-1)?.total ?? 0,
    buckets: {
      edgesNs: edges.slice(0, -1).map((edge) => Math.round((edge ?? 0) * 1e9)),
      counts: cumulative.map(({ total }, index) => Math.max(0, total - (cumulative[index - 1]?.total ?? 0))),
    },
    unscraped: 1 - Math.min(...cumulative.map(({ n }) => n)) / pointCount,
  };
}

interface PointRange {
  readonly first: number;
  readonly last: number;
}

/** Null where no point has all buckets. */
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

/** With the asked window's own edges where its first and last points are told. */
function scrapedWindow({ window, stepMs, pointCount }: Answer, { first, last }: PointRange): TimeWindow {
  return {
    startMs: window.startMs + first * stepMs,
    endMs: last === pointCount - 1 ? window.endMs : window.startMs + (last + 1) * stepMs,
  };
}

/** The edge at or below the p99, and the share of all requests above it; null where no edge lies below it or none were counted. */
export function tailEdge({
  edgesNs,
  counts,
}: DurationBuckets): { readonly edgeNs: number; readonly shareAbove: number } | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total <= 0) return null;
  let [below, found]: [number, { readonly edgeNs: number; readonly shareAbove: number } | null] = [0, null];
  for (const [index, edgeNs] of edgesNs.entries()) {
    below += counts[index] ?? 0;
    if (below > 0.99 * total) break;
    found = { edgeNs, shareAbove: 1 - below / total };
  }
  return found;
}
