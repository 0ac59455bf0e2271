/**
 * Since when targets are down, closer than the points of a page tell it: between the one that saw them up and the next they are asked
 * once more. Every panel of the page asks the same, so that it is one query for all, and none where nothing is down.
 */
import type { AnswerSeries } from "@/lib/model/answer";
import { isAppError } from "@/lib/model/app-error";
import type { Grid } from "@/lib/model/grid";
import { exactTimeToleranceMs, type DownSince } from "@/lib/model/reading";
import { refineDownSince } from "@/lib/semantic/refine-down-since";
import { alignGrid, chooseStep } from "@/lib/semantic/grid";
import { planAnswered } from "@/lib/semantic/absence-evidence";
import { logger } from "@/lib/server/logger";
import { readRange } from "@/lib/services/series/read-series";
import type { ResolvedQuestion, Timing } from "./read-queries";

type Since = Extract<DownSince, { kind: "since" }>;

const maxPoints = 121;

/** The series, those of targets that are down with the closer time. */
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

/** As it was where a second look fails: what is known already must not go with it. */
async function readFiner(
  since: Since,
  { place, sourceSlug, deploymentId, via }: ResolvedQuestion,
  coarsestMs: number | null,
): Promise<Since> {
  const window = { startMs: since.atMs, endMs: since.atMs + since.withinMs };
  const grid: Grid = alignGrid(window, chooseStep(window, coarsestMs, maxPoints));
  const promql = planAnswered(place, grid.stepMs);
  if (promql === null || grid.pointCount === 0) return since;
  try {
    const { matrix, stale } = await readRange({ sourceSlug, promql, grid, live: false, ...via });
    // Points that were not read look like scrapes that nobody did.
    if (stale !== null) return since;
    return refineDownSince(since, matrix.rows[0]?.values ?? new Float64Array(), {
      grid,
      spacingMs: coarsestMs,
    });
  } catch (error) {
    if (!isAppError(error)) throw error;
    logger().debug(
      { error, deployment: deploymentId },
      "since when its targets are down is not known closer",
    );
    return since;
  }
}
