/** Where a deployment can be merged: others of its engine at its source, and for a gateway the engines behind it. Pure. */
import type { Proposal } from "@/lib/contracts/discovery";

export function mergeTargets(deployment: Proposal, allDeployments: readonly Proposal[]): readonly Proposal[] {
  const behindIt = new Set(deployment.backends.map(({ id }) => id));
  return allDeployments.filter(
    (other) =>
      other.id !== deployment.id &&
      other.mergedInto === null &&
      other.managedBy !== "file" &&
      other.metricsSource === deployment.metricsSource &&
      (other.engine.id === deployment.engine.id ||
        (other.engine.role === "engine" && behindIt.has(other.id))),
  );
}
