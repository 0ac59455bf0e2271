/**
 * Retains instances whose targets are down. A failed scrape ends the series by which discovery finds an instance. The
 * instance still belongs to the deployment as long as service discovery lists its target.
 */
import type { InstantSample } from "@/lib/model/grid";
import type { DeploymentRecord } from "@/lib/services/deployments/effective-deployments";
import { formatDeploymentKey } from "@/lib/services/deployments/known-deployments";
import { compareText, formatGroupIdentity } from "../deployments/instance-groups";
import type { DiscoveredDeployment } from "./merge-discovery";

type FoundDeployment = Pick<DiscoveredDeployment, "group" | "source" | "instances">;

/**
 * Adds known instances whose scrapes fail now to the instances that discovery found. Returns all instances,
 * sorted.
 */
export function withDownInstances(
  { group, source, instances }: FoundDeployment,
  records: readonly DeploymentRecord[],
  failedTargets: readonly InstantSample[],
): readonly string[] {
  const key = formatDeploymentKey({ metricsSource: source.slug, identity: formatGroupIdentity(group) });
  const known = records.find((one) => formatDeploymentKey(one) === key)?.instances ?? [];
  const failingInstances = failedTargets
    .filter(({ labels }) => (labels["job"] ?? "") === group.job)
    .map(({ labels }) => labels["instance"] ?? "");
  const down = known.filter((one) => !instances.includes(one) && failingInstances.includes(one));
  return down.length === 0 ? instances : [...instances, ...down].toSorted(compareText);
}
