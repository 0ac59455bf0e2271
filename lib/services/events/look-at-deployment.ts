/** Asks a deployment's metrics source how it runs at an instant: its serving series and its info metrics. */
import { isAppError } from "@/lib/model/app-error";
import type { DeploymentFacts } from "@/lib/model/deployment-facts";
import type { InstantSample } from "@/lib/model/grid";
import { engineById } from "@/lib/engines";
import type { MetricRef } from "@/lib/engines/recipe";
import { anyOf, printPromql } from "@/lib/semantic/promql";
import { engineFinder, seriesOf } from "@/lib/semantic/scope-selectors";
import { logger } from "@/lib/server/logger";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { readMetricNamesOf } from "@/lib/services/deployments/serving-groups";
import { connectionFor } from "@/lib/services/sources/source-connections";
import { queryInstant } from "@/lib/sources/prometheus/client";
import { observeDeployment } from "./observe-deployment";

/** Undefined when the source does not answer: that is the source's state to show, not a change of the deployment. */
export async function lookAtDeployment(
  deployment: KnownDeployment,
  atMs: number,
): Promise<DeploymentFacts | undefined> {
  const engine = engineById(deployment.engine);
  const detection: MetricRef = { names: engine.detectionMetrics };
  const [serving, metricNames, ...infos] = await Promise.all([
    samplesOf(deployment, detection, atMs),
    namesOf(deployment),
    ...(engine.infoMetrics ?? []).map(async (info) => ({
      info,
      samples: await samplesOf(deployment, info.metric, atMs),
    })),
  ]);
  return serving === undefined ? undefined : observeDeployment({ serving, infos, metricNames });
}

async function namesOf(deployment: KnownDeployment): Promise<readonly string[] | undefined> {
  try {
    return await readMetricNamesOf(deployment.metricsSource, {
      engine: engineById(deployment.engine),
      deployment,
    });
  } catch (error) {
    if (!isAppError(error)) throw error;
    logger().debug({ error, deployment: deployment.slug }, "the names of metrics could not be read");
    return undefined;
  }
}

async function samplesOf(
  deployment: KnownDeployment,
  metric: MetricRef,
  atMs: number,
): Promise<readonly InstantSample[] | undefined> {
  const engine = engineById(deployment.engine);
  const series = seriesOf(
    metric,
    engineFinder({ engine, deployment, scope: { deployment: deployment.slug } }),
  );
  if (series.length === 0) return undefined;
  try {
    const { upstream } = connectionFor(deployment.metricsSource);
    return (await queryInstant(upstream, { promql: printPromql(anyOf(series)), atMs })).samples;
  } catch (error) {
    if (!isAppError(error)) throw error;
    logger().debug({ error, deployment: deployment.slug }, "a deployment could not be looked at for changes");
    return undefined;
  }
}
