import type { DiscoveryResponse } from "@/lib/contracts/discovery";
import { formatLocationCount } from "@/lib/format/family";
import { countWithNoun, singularOrPlural } from "@/lib/format/agreement";

type Source = DiscoveryResponse["sources"][number];

/** Summarises a source: active servers, models and exporters, and known deployments that currently have no samples. */
export function sourceSummary({
  title,
  engines,
  models,
  instanceCount,
  trainingJobCount,
  missingDeploymentCount,
  exporterTargets,
}: Source): string {
  if (instanceCount === 0 && trainingJobCount === 0 && missingDeploymentCount > 0)
    return `${title}: ${missingDeploymentCount === 1 ? "the only known deployment currently has no samples" : `none of the ${missingDeploymentCount} known deployments currently has samples`}.`;
  const jobs = countWithNoun(trainingJobCount, "training job");
  const serving = `${countWithNoun(instanceCount, "server")} of ${countWithNoun(models.length, "model")}`;
  const present = trainingJobCount === 0 ? serving : instanceCount === 0 ? jobs : `${serving} and ${jobs}`;
  const kinds = engines.length === 0 ? "" : ` (${engines.join(", ")})`;
  const targetText = exporterTargets
    .map(({ family, count }) => `, ${formatLocationCount(count, family)}`)
    .join("");
  const missingText =
    missingDeploymentCount === 0
      ? ""
      : `. ${countWithNoun(missingDeploymentCount, "more deployment")} currently ${singularOrPlural(missingDeploymentCount, "has", "have")} no samples`;
  return `${title}: ${present}${kinds}${targetText}${missingText}.`;
}
