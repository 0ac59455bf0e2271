/** Queries the serving series and info metrics of a deployment at an instant. */
import { findMetricsSource } from "@/lib/services/deployments/metrics-source";
import { isAppError } from "@/lib/model/app-error";
import type { DeploymentFacts } from "@/lib/model/deployment/deployment-facts";
import { findWorkersAmong } from "@/lib/model/deployment/stack-worker";
import type { InstantSample } from "@/lib/model/grid";
import type { Scope } from "@/lib/model/question";
import { engineOfDeployment } from "@/lib/engines";
import type { MetricRef } from "@/lib/engines/definitions/recipe";
import { joinWithOr, printPromql } from "@/lib/semantic/compile/promql";
import { getEngineSeriesFinder, findSeriesSelectors } from "@/lib/semantic/compile/scope-selectors";
import { getLogger } from "@/lib/server/logger";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { failingTargetsQuery, listFailingTargets } from "@/lib/semantic/status/down-instances";
import { readOutages } from "@/lib/services/discovery/down-instances";
import { startDiscoveryPass, type DiscoveryPass } from "@/lib/services/discovery/discovery-pass";
import { readServingMetricNames } from "@/lib/services/discovery/serving-groups";
import { readInstants } from "@/lib/services/series/read-series";
import { observeDeployment, type DeploymentSamples } from "./observe-deployment";

/**
 * Returns the versions, flags and instances that the metrics report at a time. Returns undefined if the response of the
 * source is missing or partial, because such a response is no change of the deployment. `scope` limits the series to some
 * of the instances.
 */
export async function readDeploymentFacts(
  deployment: KnownDeployment,
  atMs: number,
  scope: Scope = { deployment: deployment.slug },
): Promise<DeploymentFacts | undefined> {
  const engine = engineOfDeployment(deployment);
  const detection: MetricRef = { names: engine.detectionMetrics };
  const pass = startDiscoveryPass(findMetricsSource(deployment), atMs);
  const [serving, metricNames, outages, ...infos] = await Promise.all([
    samplesOf(pass, { deployment, scope }, detection),
    namesOf(pass, deployment),
    // Instances that are down have no series, so their labels are unknown.
    scope.labels === undefined ? outagesOf(pass, deployment, atMs) : noOutages,
    ...(engine.infoMetrics ?? []).map(async (info) => ({
      info,
      samples: await samplesOf(pass, { deployment, scope }, info.metric),
    })),
  ]);
  if (serving === undefined) return undefined;
  const hasNoSeries = serving.length === 0 && (outages.outages?.size ?? 0) > 0;
  const areAllTargetsFailing = hasNoSeries && (await areTargetsFailing(pass, deployment));
  return pass.isPartial()
    ? undefined
    : observeDeployment({
        servingSamples: serving,
        infoSamples: infos,
        metricNames,
        areAllTargetsFailing,
        ...outages,
      });
}

/** Returns whether each target of the deployment's instances fails its scrapes. False if the targets could not be queried. */
async function areTargetsFailing(pass: DiscoveryPass, deployment: KnownDeployment): Promise<boolean> {
  const target: MetricRef = { names: ["up"], matchedBy: "process" };
  const scope = { deployment: deployment.slug };
  const samples = (await samplesOf(pass, { deployment, scope }, target)) ?? [];
  const known = samples.filter(({ labels }) => deployment.instances.includes(labels["instance"] ?? ""));
  return known.length > 0 && known.every(({ value }) => value === 0);
}

type OutageSamples = Pick<DeploymentSamples, "failedInstances" | "respondingWorkerCount" | "outages">;

const noOutages: OutageSamples = {};

/**
 * Returns the instances whose scrapes fail, and since when they fail. If the query failed, the outages are undefined, so
 * that the known outages stay unchanged.
 */
async function outagesOf(
  pass: DiscoveryPass,
  deployment: KnownDeployment,
  atMs: number,
): Promise<OutageSamples> {
  try {
    // Read through the cache, because all deployments of the source share this query.
    const { resultByPromql, stale, warnings } = await readInstants(
      { source: findMetricsSource(deployment), atMs },
      [failingTargetsQuery],
    );
    const failing = resultByPromql.get(failingTargetsQuery)?.samples;
    if (failing === undefined || stale !== null || warnings.length > 0) return {};
    const { workers = [] } = deployment;
    return {
      failedInstances: listFailingTargets(deployment, failing),
      respondingWorkerCount: workers.length - findWorkersAmong(workers, failing).length,
      outages: await readOutages(pass, deployment, { failing, atMs }),
    };
  } catch (error) {
    if (!isAppError(error)) throw error;
    getLogger().debug({ error, deployment: deployment.slug }, "failing targets could not be queried");
    return {};
  }
}

async function namesOf(
  pass: DiscoveryPass,
  deployment: KnownDeployment,
): Promise<readonly string[] | undefined> {
  try {
    return await readServingMetricNames(pass, { engine: engineOfDeployment(deployment), deployment });
  } catch (error) {
    if (!isAppError(error)) throw error;
    getLogger().debug({ error, deployment: deployment.slug }, "metric names could not be queried");
    return undefined;
  }
}

async function samplesOf(
  { queryInstant }: DiscoveryPass,
  { deployment, scope }: { readonly deployment: KnownDeployment; readonly scope: Scope },
  metric: MetricRef,
): Promise<readonly InstantSample[] | undefined> {
  const engine = engineOfDeployment(deployment);
  const series = findSeriesSelectors(metric, getEngineSeriesFinder({ engine, deployment, scope }));
  if (series.length === 0) return undefined;
  try {
    return await queryInstant(printPromql(joinWithOr(series)));
  } catch (error) {
    if (!isAppError(error)) throw error;
    getLogger().debug(
      { error, deployment: deployment.slug },
      "a deployment could not be queried for changes",
    );
    return undefined;
  }
}
