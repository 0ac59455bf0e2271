import type { DiscoveryResponse } from "@/lib/contracts/discovery";
import { formatLocationCount } from "@/lib/format/family";
import { countWithNoun, singularOrPlural } from "@/lib/format/agreement";

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
  const jobs = countWithNoun(trainingJobs, "training job");
  const serving = `${countWithNoun(instances, "server")} of ${countWithNoun(models.length, "model")}`;
  const present = trainingJobs === 0 ? serving : instances === 0 ? jobs : `${serving} and ${jobs}`;
  const kinds = engines.length === 0 ? "" : ` (${engines.join(", ")})`;
  const targetText = exporterTargets
    .map(({ family, count }) => `, ${formatLocationCount(count, family)}`)
    .join("");
  const missingText =
    missingDeployments === 0
      ? ""
      : `. ${countWithNoun(missingDeployments, "more deployment")} currently ${singularOrPlural(missingDeployments, "has", "have")} no samples`;
  return `${title}: ${present}${kinds}${targetText}${missingText}.`;
}
