/**
 * Keeps instances whose targets are down. A failed scrape ends the series by which discovery finds an instance, but the
 * instance belongs to the deployment as long as service discovery lists its target.
 */
import type { InstantSample } from "@/lib/model/grid";
import type { DeploymentRecord } from "@/lib/services/deployments/effective-deployments";
import { keyOf } from "@/lib/services/deployments/known-deployments";
import { compareText, identityOf } from "../deployments/instance-groups";
import type { DiscoveredDeployment } from "./merge-discovery";

type FoundDeployment = Pick<DiscoveredDeployment, "group" | "source" | "instances">;

/** Returns the instances with those that were known before and now fail their scrapes, sorted. */
export function withDownInstances(
  { group, source, instances }: FoundDeployment,
  records: readonly DeploymentRecord[],
  failing: readonly InstantSample[],
): readonly string[] {
  const key = keyOf({ metricsSource: source.slug, identity: identityOf(group) });
  const known = records.find((one) => keyOf(one) === key)?.instances ?? [];
  const failingInstances = failing
    .filter(({ labels }) => (labels["job"] ?? "") === group.job)
    .map(({ labels }) => labels["instance"] ?? "");
  const down = known.filter((one) => !instances.includes(one) && failingInstances.includes(one));
  return down.length === 0 ? instances : [...instances, ...down].toSorted(compareText);
}
