/**
 * Finds the first sample of a deployment, for a past window without data. It reads a few points between that window
 * and now, each covering a few minutes, then refines the search between two of these points.
 */
import type { AnswerSeries } from "@/lib/model/answer";
import { isAppError } from "@/lib/model/app-error";
import type { FirstSample } from "@/lib/model/reading";
import { evaluationWindows } from "@/lib/model/status/evaluation-windows";
import type { TimeWindow } from "@/lib/model/time-window";
import { alignGrid, chooseStep } from "@/lib/semantic/grid";
import { planAbsenceEvidence } from "@/lib/semantic/absence/absence-evidence";
import { getLogger } from "@/lib/server/logger";
import { nowMs } from "@/lib/server/clock";
import { readPromqlRange } from "@/lib/services/series/prometheus";
import type { ResolvedQuestion } from "./read-queries";

/** Adds the time of the first sample to series whose headline is absent. Sends no query for other series. */
export async function withFirstSample(
  series: readonly AnswerSeries[],
  resolved: ResolvedQuestion,
): Promise<readonly AnswerSeries[]> {
  if (!series.some(isWithoutData)) return series;
  const firstSample = await findFirstSample(resolved);
  if (firstSample === undefined) return series;
  return series.map((one) =>
    isWithoutData(one) && one.headline.kind === "absent"
      ? { ...one, headline: { ...one.headline, firstSample } }
      : one,
  );
}

function isWithoutData({ headline }: AnswerSeries): boolean {
  return headline.kind === "absent" && headline.reason === "no-data";
}

/**
 * Returns the first sample after the window. Undefined if there is none or if the search fails; the reason of the
 * missing value then stays unchanged.
 */
async function findFirstSample(resolved: ResolvedQuestion): Promise<FirstSample | undefined> {
  try {
    const until = { startMs: resolved.window.endMs, endMs: nowMs() };
    const near = await searchWindow(until, resolved);
    return await searchWindow(near.window, resolved).then(({ found }) => found ?? near.found);
  } catch (error) {
    if (!isAppError(error)) throw error;
    getLogger().debug({ error, deployment: resolved.deploymentId }, "time of the first sample is unknown");
    return undefined;
  }
}

interface SearchResult {
  /**
   * Window to search: from the last point without a sample to the first point that has a sample, or to the end if no
   * point has one.
   */
  readonly window: TimeWindow;
  readonly found: FirstSample | undefined;
}

async function searchWindow(
  window: TimeWindow,
  { queryContext, source, readOptions }: ResolvedQuestion,
): Promise<SearchResult> {
  const stepMs = chooseStep(window, evaluationWindows.headlineWindowMs / 5);
  const grid = alignGrid(window, stepMs);
  if (grid.pointCount === 0) return { window, found: undefined };
  const promql = planAbsenceEvidence(queryContext, evaluationWindows.headlineWindowMs).upQuery;
  const { matrix } = await readPromqlRange({ source, promql, grid, isLive: false, ...readOptions });
  const values = matrix.rows[0]?.values ?? new Float64Array();
  const index = values.findIndex((value) => !Number.isNaN(value));
  const timeOf = (at: number): number => grid.startMs + at * stepMs;
  if (index < 0) return { window: { ...window, startMs: timeOf(grid.pointCount - 1) }, found: undefined };
  const startMs = Math.max(window.startMs, timeOf(index - 1));
  return {
    window: { startMs, endMs: timeOf(index) },
    found: { atMs: startMs, withinMs: timeOf(index) - startMs },
  };
}
