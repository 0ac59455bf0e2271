/**
 * Metrics for a window of traces. Traces are shown without them when Prometheus is slow or down: after a short wait
 * the query continues, and the next request gets its result.
 */
import { createScopedKey } from "@/lib/model/sources/source-scope";
import type { Answer } from "@/lib/model/answer";
import { waitOrReturnPending } from "@/lib/server/concurrency/pending-after";
import { findOrStartPolledWork } from "@/lib/server/concurrency/polled-work";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { answerQuestion } from "@/lib/services/signals/answer-question";

/** Metrics of a window that a list of traces needs. */
export interface WindowMetrics {
  /** Lower edge of the bucket with the E2E p99; null when unknown. */
  readonly e2eP99LowerEdgeMs: number | null;
  /** Finished requests; null when unknown. */
  readonly finishedRequestCount: number | null;
  readonly warnings: readonly string[];
}

interface Window {
  readonly from: string;
  readonly to: string;
}

type ReadAnswer = (deployment: KnownDeployment, window: Window, signal: AbortSignal) => Promise<Answer>;

const waitMs = 2_000;
const previousMs = 60_000;

/** Reads request count and p99 bucket of a window. Never rejects, and returns within `waitMs`. */
export async function readWindowMetrics(
  deployment: KnownDeployment,
  window: Window,
  queryMetrics: ReadAnswer = readE2e,
): Promise<WindowMetrics> {
  const key = createScopedKey(deployment.sourceScope, deployment.slug, window.from, window.to);
  const { previousResult, joinResult } = findOrStartPolledWork(
    { name: "trace-metrics", key, previousMs },
    (signal) => queryMetrics(deployment, window, signal),
  );
  const outcome = await waitOrReturnPending(waitMs, joinResult);
  switch (outcome.kind) {
    case "done":
      return toMetrics(outcome.value);
    case "pending":
      return previousResult === undefined
        ? unknown("Prometheus has not responded yet")
        : toMetrics(previousResult);
    case "failed":
      return unknown(outcome.error instanceof Error ? outcome.error.message : "unknown");
  }
}

const unknown = (reason: string): WindowMetrics => ({
  e2eP99LowerEdgeMs: null,
  finishedRequestCount: null,
  warnings: [
    `The metric's p99 is unknown (${reason}). The slowest traces are selected from the traces read.`,
  ],
});

function readE2e(
  { slug, sourceScope }: KnownDeployment,
  { from, to }: Window,
  signal: AbortSignal,
): Promise<Answer> {
  const scope = { deployment: slug };
  return answerQuestion(
    { v: 1, signals: ["e2e"], statistics: ["p99"], scope, window: { from, to } },
    { sourceScope, maxPoints: 60, signal },
  );
}

function toMetrics(answer: Answer): WindowMetrics {
  const [series] = answer.series;
  // Uses the lower edge of the bucket and not the interpolated value, so that no trace above the p99 is missed.
  const edges = (series?.lower ?? []).filter((edge) => edge !== null);
  return {
    e2eP99LowerEdgeMs: edges.length === 0 ? null : Math.max(...edges) * 1000,
    finishedRequestCount: countRequests(answer),
    warnings: [],
  };
}

/**
 * Returns the requests of the window: the mean count of a rate window, for the length of the window. The points are at
 * both ends of the window, so they are one more than its steps. Points without values count as parts without scrapes.
 * Null without any value.
 */
function countRequests({ counts: [row], stepMs, rateWindowMs }: Answer): number | null {
  const points = row?.n ?? [];
  const counts = points.filter((n) => n !== null);
  if (counts.length === 0) return null;
  const windowMs = Math.max(1, points.length - 1) * stepMs;
  const countPerPoint = counts.reduce((sum, n) => sum + n, 0) / points.length;
  return Math.round((countPerPoint * windowMs) / rateWindowMs);
}
