/** Reads the values that the status needs in addition to the headline values. */
import { metricsSourceOf } from "@/lib/services/deployments/metrics-source";
import { resolveWindow } from "@/lib/model/time-window";
import { assertPresent } from "@/lib/base/assert";
import { engineOf } from "@/lib/engines";
import { instantColumns } from "@/lib/semantic/evaluate/columns";
import type { StatusNumbers } from "@/lib/model/status/status-facts";
import { planStatusQueries, readStatusNumbers, statusQueryList } from "@/lib/semantic/status/status-queries";
import { nowMs } from "@/lib/server/clock";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { readInstant } from "@/lib/services/series/read-series";
import { wasScraping } from "@/lib/services/series/was-scraping";
import { engineSpacing, headlineTime } from "@/lib/services/signals/answer-times";
import { overviewLane, type RowRequest } from "./row-answers";

/** Throws AppError if a query fails. */
export async function queryStatusNumbers(
  deployment: KnownDeployment,
  { window: expression, signal }: Pick<RowRequest, "window" | "signal">,
): Promise<{ readonly numbers: StatusNumbers; readonly warnings: readonly string[] }> {
  const source = metricsSourceOf(deployment);
  const queryContext = { engine: engineOf(deployment), deployment, scope: { deployment: deployment.slug } };
  const startedMs = nowMs();
  const window = assertPresent(resolveWindow(expression, startedMs), "the endpoint validates the window");
  const spacing = await engineSpacing(queryContext, source, window);
  const queries = planStatusQueries(queryContext, spacing?.coarsestMs ?? null);
  // For a past window, the status applies to its end.
  const atMs = headlineTime({ ...window, endMs: Math.min(window.endMs, startedMs) });
  const list = [...new Set(statusQueryList(queries))];
  const reads = await Promise.all(
    list.map(async (promql) => {
      const { vector } = await readInstant({ source, promql, atMs, lane: overviewLane, signal });
      return [promql, vector] as const;
    }),
  );
  const numbers = readStatusNumbers(queries, instantColumns(new Map(reads)));
  return {
    numbers:
      numbers.targets === "removed" && !(await wasScraping({ source, atMs, lane: overviewLane, signal }))
        ? withUnseenTargets(numbers)
        : numbers,
    warnings: reads.flatMap(([, vector]) => vector.warnings),
  };
}

const withUnseenTargets = (numbers: StatusNumbers): StatusNumbers => ({ ...numbers, targets: "not-scraped" });
