/** Queries the serving series and info metrics of a deployment at an instant. */
import { metricsSourceOf } from "@/lib/services/deployments/metrics-source";
import { isAppError } from "@/lib/model/app-error";
import type { DeploymentFacts } from "@/lib/model/deployment/deployment-facts";
import type { InstantSample } from "@/lib/model/grid";
import { engineOf } from "@/lib/engines";
import type { MetricRef } from "@/lib/engines/definitions/recipe";
import { anyOf, printPromql } from "@/lib/semantic/compile/promql";
import { engineFinder, seriesOf } from "@/lib/semantic/compile/scope-selectors";
import { logger } from "@/lib/server/logger";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { startDiscoveryPass, type DiscoveryPass } from "@/lib/services/discovery/discovery-pass";
import { readServingMetricNames } from "@/lib/services/discovery/serving-groups";
import { observeDeployment } from "./observe-deployment";

/** Returns undefined if the source does not respond or responds partially. This is not a change of the deployment. */
export async function readDeploymentFacts(
  deployment: KnownDeployment,
  atMs: number,
): Promise<DeploymentFacts | undefined> {
  const engine = engineOf(deployment);
  const detection: MetricRef = { names: engine.detectionMetrics };
  const pass = startDiscoveryPass(metricsSourceOf(deployment), atMs);
  const [serving, metricNames, ...infos] = await Promise.all([
    samplesOf(pass, deployment, detection),
    namesOf(pass, deployment),
    ...(engine.infoMetrics ?? []).map(async (info) => ({
      info,
      samples: await samplesOf(pass, deployment, info.metric),
    })),
  ]);
  return serving === undefined || pass.isPartial()
    ? undefined
    : observeDeployment({ serving, infos, metricNames });
}

async function namesOf(
  pass: DiscoveryPass,
  deployment: KnownDeployment,
): Promise<readonly string[] | undefined> {
  try {
    return await readServingMetricNames(pass, { engine: engineOf(deployment), deployment });
  } catch (error) {
    if (!isAppError(error)) throw error;
    logger().debug({ error, deployment: deployment.slug }, "metric names could not be queried");
    return undefined;
  }
}

async function samplesOf(
  { query }: DiscoveryPass,
  deployment: KnownDeployment,
  metric: MetricRef,
): Promise<readonly InstantSample[] | undefined> {
  const engine = engineOf(deployment);
  const series = seriesOf(
    metric,
    engineFinder({ engine, deployment, scope: { deployment: deployment.slug } }),
  );
  if (series.length === 0) return undefined;
  try {
    return await query(printPromql(anyOf(series)));
  } catch (error) {
    if (!isAppError(error)) throw error;
    logger().debug({ error, deployment: deployment.slug }, "a deployment could not be queried for changes");
    return undefined;
  }
}
