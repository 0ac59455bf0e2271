/** Asks a deployment's metrics source how it runs at an instant: its serving series and its info metrics. */
import { isAppError } from "@/lib/model/app-error";
import type { DeploymentFacts } from "@/lib/model/deployment-facts";
import type { InstantSample } from "@/lib/model/grid";
import { engineOf } from "@/lib/engines";
import type { MetricRef } from "@/lib/engines/recipe";
import { anyOf, printPromql } from "@/lib/semantic/promql";
import { engineFinder, seriesOf } from "@/lib/semantic/scope-selectors";
import { logger } from "@/lib/server/logger";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { startDiscoveryPass, type DiscoveryPass } from "@/lib/services/discovery/discovery-pass";
import { readMetricNamesOf } from "@/lib/services/discovery/serving-groups";
import { observeDeployment } from "./observe-deployment";

/** Undefined when the source does not answer, or only in part: that is the source's state to show, not a change of the deployment. */
export async function readDeploymentFacts(
  deployment: KnownDeployment,
  atMs: number,
): Promise<DeploymentFacts | undefined> {
  const engine = engineOf(deployment);
  const detection: MetricRef = { names: engine.detectionMetrics };
  const pass = startDiscoveryPass(deployment.metricsSource, atMs);
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
    return await readMetricNamesOf(pass, { engine: engineOf(deployment), deployment });
  } catch (error) {
    if (!isAppError(error)) throw error;
    logger().debug({ error, deployment: deployment.slug }, "the names of metrics could not be read");
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
    logger().debug({ error, deployment: deployment.slug }, "a deployment could not be looked at for changes");
    return undefined;
  }
}
