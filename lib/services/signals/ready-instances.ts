/** The number of ready instances in a window, which a comparison of windows divides the load by. */
import type { AnswerExtra } from "@/lib/model/question";
import { buildReadyCountQuery } from "@/lib/semantic/compile/up-query";
import { readSingleColumn, type QueryColumns } from "@/lib/semantic/evaluate/columns";
import type { Exclusion } from "@/lib/semantic/evaluate/excluded-time";
import type { QueryContext } from "@/lib/semantic/compile/scope-selectors";

/**
 * Returns the query for the number of ready instances at each point; empty if no window summary is
 * requested.
 */
export function listReadyCountQueries(
  extras: ReadonlySet<AnswerExtra>,
  context: QueryContext,
  rateWindowMs: number,
): readonly string[] {
  if (!extras.has("window-summary")) return [];
  return [buildReadyCountQuery(context, rateWindowMs)].filter((promql) => promql !== null);
}

/**
 * Returns the mean number of ready instances over the points that are not excluded; null if the source
 * reports no targets.
 */
export function averageReadyCount(
  columns: QueryColumns,
  queries: readonly string[],
  { isExcluded }: Pick<Exclusion, "isExcluded">,
): number | null {
  const counts = queries
    .flatMap((promql) => [...readSingleColumn(columns, promql)])
    .filter((count, index) => !Number.isNaN(count) && !isExcluded(index));
  return counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0) / counts.length;
}
