/** Reads the accelerators of a deployment at a time, as values of its environment. */
import { engineOfDeployment } from "@/lib/engines";
import { isAppError } from "@/lib/model/app-error";
import type { EnvironmentValues } from "@/lib/model/baseline/environment";
import { columnsFromVectors } from "@/lib/semantic/evaluate/columns";
import { toDeviceEnvironment } from "@/lib/semantic/roofline/describe-devices";
import { planDevices, readDevices } from "@/lib/semantic/roofline/plan-devices";
import { getLogger } from "@/lib/server/logger";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { findMetricsSource } from "@/lib/services/deployments/metrics-source";
import { readInstants } from "@/lib/services/series/read-series";

/**
 * Returns the accelerators of a deployment at `atMs` as values of its environment. Empty if the source does
 * not respond, responds partially, or reports no device.
 */
export async function readDeviceEnvironmentOrEmpty(
  deployment: KnownDeployment,
  atMs: number,
): Promise<EnvironmentValues> {
  try {
    return await queryDeviceEnvironment(deployment, atMs);
  } catch (error) {
    if (!isAppError(error)) throw error;
    getLogger().debug({ error, deployment: deployment.slug }, "accelerators could not be queried");
    return {};
  }
}

/**
 * Returns the accelerators as `readDeviceEnvironmentOrEmpty` does. Throws the error of a source that does not respond.
 */
export async function queryDeviceEnvironment(
  deployment: KnownDeployment,
  atMs: number,
): Promise<EnvironmentValues> {
  const engine = engineOfDeployment(deployment);
  const plans = planDevices(
    { engine, deployment, scope: { deployment: deployment.slug } },
    { readsDrivers: true },
  );
  if (plans.length === 0) return {};
  const { resultByPromql, stale, warnings } = await readInstants(
    { source: findMetricsSource(deployment), atMs },
    plans.map(({ promql }) => promql),
  );
  if (stale !== null || warnings.length > 0) return {};
  return toDeviceEnvironment(readDevices(plans, columnsFromVectors(resultByPromql)));
}
