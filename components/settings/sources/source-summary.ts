import type { DiscoveryResponse } from "@/lib/contracts/discovery";
import { formatLocationCount } from "@/lib/format/family";

type Source = DiscoveryResponse["sources"][number];

/** Summarises a source: active servers, models and exporters, and known deployments that currently have no samples. */
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
    return `${title}: ${missingDeployments === 1 ? "the only known deployment currently has no samples" : `none of the ${missingDeployments} known deployments currently has samples`}.`;
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
      : `. ${missingDeployments} more ${missingDeployments === 1 ? "deployment currently has" : "deployments currently have"} no samples`;
  return `${title}: ${present}${kinds}${targetText}${missingText}.`;
}
