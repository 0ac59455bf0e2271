/** Reads the values that the status needs in addition to the headline values. */
import { findMetricsSource } from "@/lib/services/deployments/metrics-source";
import { countInstances } from "@/lib/model/deployment/stack-worker";
import { isLive, resolveWindow } from "@/lib/model/time-window";
import { assertPresent } from "@/lib/base/assert";
import { engineOfDeployment } from "@/lib/engines";
import { buildServedModelsQuery } from "@/lib/semantic/absence/other-model";
import type { QueryContext } from "@/lib/semantic/compile/scope-selectors";
import type { InstantSample } from "@/lib/model/grid";
import { columnsFromVectors } from "@/lib/semantic/evaluate/columns";
import type { StatusNumbers } from "@/lib/model/status/status-facts";
import { planStatusQueries, listStatusQueries } from "@/lib/semantic/status/status-queries";
import { readStatusNumbers } from "@/lib/semantic/status/read-status-numbers";
import { nowMs } from "@/lib/server/clock";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { readOrUndefinedIfSourceFails } from "@/lib/services/series/read-failures";
import { startDiscoveryPass } from "@/lib/services/discovery/discovery-pass";
import { readOutages } from "@/lib/services/discovery/down-instances";
import { failingTargetsQuery, summarizeOutages } from "@/lib/semantic/status/down-instances";
import { readInstants } from "@/lib/services/series/read-series";
import { wasSourceScraping } from "@/lib/services/series/was-source-scraping";
import { readEngineSpacing, chooseHeadlineMs } from "@/lib/services/signals/answer-times";
import { overviewLane, type RowRequest } from "./row-answers";

/** Queries the numbers that determine the status of a deployment. Throws AppError if a query fails. */
export async function queryStatusNumbers(
  deployment: KnownDeployment,
  { window: expression, signal }: Pick<RowRequest, "window" | "signal">,
): Promise<{ readonly numbers: StatusNumbers; readonly warnings: readonly string[] }> {
  const source = findMetricsSource(deployment);
  const queryContext = {
    engine: engineOfDeployment(deployment),
    deployment,
    scope: { deployment: deployment.slug },
  };
  const startedMs = nowMs();
  const window = assertPresent(resolveWindow(expression, startedMs), "the endpoint validates the window");
  const spacing = await readEngineSpacing(queryContext, { source, window, isLive: isLive(expression) });
  const queries = planStatusQueries(queryContext, spacing?.longestMs ?? null);
  // The status of a past window is the status at its end.
  const atMs = chooseHeadlineMs({ ...window, endMs: Math.min(window.endMs, startedMs) });
  const at = { source, atMs, lane: overviewLane, signal };
  const { resultByPromql, warnings } = await readInstants(at, [
    ...listStatusQueries(queries),
    failingTargetsQuery,
  ]);
  const failing = resultByPromql.get(failingTargetsQuery)?.samples ?? [];
  const pass = startDiscoveryPass(source, atMs);
  const outages = await readOrUndefinedIfSourceFails(readOutages(pass, deployment, { failing, atMs }));
  const numbers = {
    ...readStatusNumbers(queries, columnsFromVectors(resultByPromql)),
    downInstances:
      outages === undefined
        ? null
        : summarizeOutages(outages, { instanceCount: countInstances(deployment), atMs }),
  };
  if (numbers.targets === "without-series") {
    const promql = buildServedModelsQuery(queryContext);
    const found =
      promql === null ? undefined : await readOrUndefinedIfSourceFails(readInstants(at, [promql]));
    const samples = promql === null ? [] : (found?.resultByPromql.get(promql)?.samples ?? []);
    return { numbers: withServedModels(numbers, { samples, queryContext }), warnings };
  }
  return {
    numbers:
      numbers.targets === "removed" && (await readOrUndefinedIfSourceFails(wasSourceScraping(at))) !== true
        ? withUnseenTargets(numbers)
        : numbers,
    warnings,
  };
}

interface ServedModels {
  readonly samples: readonly InstantSample[];
  readonly queryContext: QueryContext;
}

/** Returns the target state "other-model" when the targets serve other models than the deployment's. */
function withServedModels(
  numbers: StatusNumbers,
  { samples, queryContext: { engine } }: ServedModels,
): StatusNumbers {
  const models = samples.flatMap(({ labels }) => labels[engine.modelLabel ?? ""] ?? []);
  const servedModels = [...new Set(models)].filter((model) => model !== "").toSorted();
  return servedModels.length === 0 ? numbers : { ...numbers, targets: "other-model", servedModels };
}

const withUnseenTargets = (numbers: StatusNumbers): StatusNumbers => ({ ...numbers, targets: "not-scraped" });
