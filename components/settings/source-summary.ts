import type { DiscoveryResponse } from "@/lib/contracts/discovery";
import { formatLocationCount } from "@/lib/format/family";

type Source = DiscoveryResponse["sources"][number];

/** What is there at a source now, and how many deployments are on record that nobody sees: that none is seen is no count of servers. */
export function sourceSummary({
  title,
  engines,
  models,
  instances,
  trainingJobs,
  missingDeployments,
  exporterTargets,
}: Source): string {
  if (instances === 0 && trainingJobs === 0 && missingDeployments > 0)
    return `${title}: ${missingDeployments === 1 ? "its one deployment is not" : `none of its ${missingDeployments} deployments is`} seen now.`;
  const jobs = `${trainingJobs} training ${trainingJobs === 1 ? "job" : "jobs"}`;
  const serving = `${instances} ${instances === 1 ? "server" : "servers"} of ${models.length} ${models.length === 1 ? "model" : "models"}`;
  const present = trainingJobs === 0 ? serving : instances === 0 ? jobs : `${serving} and ${jobs}`;
  const kinds = engines.length === 0 ? "" : ` (${engines.join(", ")})`;
  const targetText = exporterTargets
    .map(({ family, count }) => `, ${formatLocationCount(count, family)}`)
    .join("");
  const missingText =
    missingDeployments === 0
      ? ""
      : `; ${missingDeployments} more ${missingDeployments === 1 ? "deployment is" : "deployments are"} not seen now`;
  return `${title}: ${present}${kinds}${targetText}${missingText}.`;
}
