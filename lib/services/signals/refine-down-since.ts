/**
 * Refines since when targets are down. The page's step is coarse, so the interval between the last point that was up
 * and the next one is queried again. All panels of a page share this query, and it is sent only if targets are down.
 */
import type { AnswerSeries } from "@/lib/model/answer";
import { isAppError } from "@/lib/model/app-error";
import type { Grid } from "@/lib/model/grid";
import { exactTimeToleranceMs, type DownSince } from "@/lib/model/reading";
import { refineDownSince } from "@/lib/semantic/absence/refine-down-since";
import { alignGrid, chooseStep } from "@/lib/semantic/grid";
import { buildTargetRespondedQuery } from "@/lib/semantic/absence/absence-evidence";
import { getLogger } from "@/lib/server/logger";
import { readPromqlRange } from "@/lib/services/series/prometheus";
import type { ResolvedQuestion, Timing } from "./read-queries";

type Since = Extract<DownSince, { kind: "since" }>;

const maxPoints = 121;

/** Returns the series. Those of targets that are down have the refined time. */
export async function withRefinedDownSince(
  series: readonly AnswerSeries[],
  resolved: ResolvedQuestion,
  { coarsestMs }: Pick<Timing, "coarsestMs">,
): Promise<readonly AnswerSeries[]> {
  const since = series.map(sinceOf).find((one) => one !== undefined);
  if (since === undefined || since.withinMs <= exactTimeToleranceMs) return series;
  const finer = await readFiner(since, resolved, coarsestMs);
  return series.map((one) =>
    one.headline.kind === "absent" && sinceOf(one) !== undefined
      ? { ...one, headline: { ...one.headline, downSince: finer } }
      : one,
  );
}

function sinceOf({ headline }: AnswerSeries): Since | undefined {
  const since = headline.kind === "absent" ? headline.downSince : undefined;
  return since?.kind === "since" ? since : undefined;
}

/** Returns the refined time, or the known time if the query fails. */
async function readFiner(
  since: Since,
  { queryContext, source, deploymentId, via }: ResolvedQuestion,
  coarsestMs: number | null,
): Promise<Since> {
  const window = { startMs: since.atMs, endMs: since.atMs + since.withinMs };
  const grid: Grid = alignGrid(window, chooseStep(window, coarsestMs, maxPoints));
  const promql = buildTargetRespondedQuery(queryContext, grid.stepMs);
  if (promql === null || grid.pointCount === 0) return since;
  try {
    const { matrix, stale } = await readPromqlRange({ source, promql, grid, isLive: false, ...via });
    // Points that were not read would look like missed scrapes.
    if (stale !== null) return since;
    return refineDownSince(since, matrix.rows[0]?.values ?? new Float64Array(), {
      grid,
      spacingMs: coarsestMs,
    });
  } catch (error) {
    if (!isAppError(error)) throw error;
    getLogger().debug(
      { error, deployment: deploymentId },
      "could not determine the exact start of an outage, because the query failed",
    );
    return since;
  }
}
