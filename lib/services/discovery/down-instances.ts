/** Reads which instances of a deployment are down, from the samples of `up`. */
import { engineOfDeployment } from "@/lib/engines";
import { findWorkersAmong } from "@/lib/model/deployment/stack-worker";
import type { InstantSample } from "@/lib/model/grid";
import {
  findFailingInstances,
  findOutages,
  listQueriesOfUpMetric,
  listWorkerQueriesOfUpMetric,
} from "@/lib/semantic/status/down-instances";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import type { DiscoveryPass } from "./discovery-pass";

type Outages = ReturnType<typeof findOutages>;

/**
 * Returns the outages of a deployment's instances and workers, by instance. `failing` contains the targets of the source whose last
 * scrape failed. Sends no query if no failing target is an instance of the deployment. Throws AppError if a query fails.
 */
export async function readOutages(
  { querySamples }: Pick<DiscoveryPass, "querySamples">,
  deployment: KnownDeployment,
  { failing, atMs }: { readonly failing: readonly InstantSample[]; readonly atMs: number },
): Promise<Outages> {
  const instances = findFailingInstances(deployment.instances, failing);
  const workers = findWorkersAmong(deployment.workers ?? [], failing);
  if (instances.length === 0 && workers.length === 0) return new Map();
  const scope = { deployment: deployment.slug };
  const context = { engine: engineOfDeployment(deployment), deployment, scope };
  const queries = [
    ...(instances.length === 0 ? [] : listQueriesOfUpMetric(context, instances)),
    ...listWorkerQueriesOfUpMetric(workers),
  ];
  const samples = await Promise.all(queries.map(querySamples));
  return findOutages(samples.flat(), atMs);
}
