/**
 * Refines since when targets are down. The page's step is coarse, so the interval between the last point that was up
 * and the next one is queried again, for each value of a split separately. All panels of a page share these queries,
 * and they are sent only if targets are down.
 */
import type { AnswerSeries } from "@/lib/model/answer";
import { isAppError } from "@/lib/model/app-error";
import type { Grid } from "@/lib/model/grid";
import { exactTimeToleranceMs, type DownSince } from "@/lib/model/reading";
import { narrowOutageStart } from "@/lib/semantic/absence/narrow-outage-start";
import { alignGrid, chooseStep } from "@/lib/semantic/grid";
import { buildTargetRespondedQuery } from "@/lib/semantic/absence/absence-evidence";
import { getLogger } from "@/lib/server/logger";
import type { QueryContext } from "@/lib/semantic/compile/scope-selectors";
import { buildUpByValueQuery } from "@/lib/semantic/compile/up-query";
import { readPromqlRange } from "@/lib/services/series/prometheus";
import type { ResolvedQuestion, GridTiming } from "./read-queries";

type Since = Extract<DownSince, { kind: "since" }>;

const maxPoints = 121;

/** Makes the start times of outages more exact, for series whose targets are down. */
export async function withNarrowedOutageStarts(
  series: readonly AnswerSeries[],
  resolved: ResolvedQuestion,
  { longestSpacingMs }: Pick<GridTiming, "longestSpacingMs">,
): Promise<readonly AnswerSeries[]> {
  const finer = new Map<string, Promise<Since>>();
  return Promise.all(
    series.map(async (one) => {
      const since = sinceOf(one);
      if (one.headline.kind !== "absent" || since === undefined || since.withinMs <= exactTimeToleranceMs)
        return one;
      const key = partKey(one);
      const reading = finer.get(key) ?? readFiner(since, { resolved, longestSpacingMs, group: one.group });
      finer.set(key, reading);
      return { ...one, headline: { ...one.headline, downSince: await reading } };
    }),
  );
}

const partKey = ({ group }: AnswerSeries): string => (group?.kind === "value" ? `value ${group.value}` : "");

function sinceOf({ headline }: AnswerSeries): Since | undefined {
  const since = headline.kind === "absent" ? headline.downSince : undefined;
  return since?.kind === "since" ? since : undefined;
}

interface FinerRead {
  readonly resolved: ResolvedQuestion;
  readonly longestSpacingMs: number | null;
  readonly group: AnswerSeries["group"];
}

/** Returns the refined time, or the known time if a query fails. */
async function readFiner(since: Since, { resolved, longestSpacingMs, group }: FinerRead): Promise<Since> {
  const { queryContext, source, deploymentId, readOptions } = resolved;
  const window = { startMs: since.atMs, endMs: since.atMs + since.withinMs };
  const grid: Grid = alignGrid(window, chooseStep(window, longestSpacingMs, maxPoints));
  if (grid.pointCount === 0) return since;
  try {
    for (const promql of listRespondedQueries(queryContext, group, grid.stepMs)) {
      const { matrix, stale } = await readPromqlRange({
        source,
        promql,
        grid,
        isLive: false,
        ...readOptions,
      });
      // Points that were not read would look like missed scrapes.
      if (stale !== null) return since;
      const values = matrix.rows[0]?.values;
      if (values !== undefined)
        return narrowOutageStart(since, values, { grid, sampleSpacingMs: longestSpacingMs });
    }
    return since;
  } catch (error) {
    if (!isAppError(error)) throw error;
    getLogger().debug(
      { error, deployment: deploymentId },
      "could not determine the exact start of an outage, because the query failed",
    );
    return since;
  }
}

/** Returns the query for the targets of the value, and the query for all targets in case no target has the label. */
function listRespondedQueries(
  context: QueryContext,
  group: AnswerSeries["group"],
  stepMs: number,
): readonly string[] {
  const { split: label } = context.scope;
  const ofValue =
    group?.kind === "value" && label !== undefined
      ? buildUpByValueQuery(
          { ...context, splitFilter: { label, values: [group.value], kind: "named" } },
          stepMs,
          "best",
        )
      : null;
  return [ofValue, buildTargetRespondedQuery(context, stepMs)].filter((promql) => promql !== null);
}
