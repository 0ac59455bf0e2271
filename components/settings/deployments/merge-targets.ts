/**
 * Returns the deployments that this one can be merged into: same source and engine, and for a gateway also the
 * engines behind it. The caller may change all of them. Pure.
 */
import type { ReviewableDeployment } from "@/lib/contracts/discovery";

/** Returns the deployments that this one can be merged into. */
export function findMergeTargets(
  deployment: ReviewableDeployment,
  allDeployments: readonly ReviewableDeployment[],
): readonly ReviewableDeployment[] {
  const behindIt = new Set(deployment.backends.map(({ id }) => id));
  return allDeployments.filter(
    (other) =>
      other.id !== deployment.id &&
      other.mergedInto === null &&
      other.managedBy !== "file" &&
      other.changeRefusal === null &&
      other.metricsSource === deployment.metricsSource &&
      (other.engine.id === deployment.engine.id ||
        (other.engine.role === "engine" && behindIt.has(other.id))),
  );
}
