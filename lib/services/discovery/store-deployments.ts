/** Stores discovery results and creates notices for new deployments. Without the database, the results are cached. */
import { engineById } from "@/lib/engines";
import { isAppError } from "@/lib/model/app-error";
import { getLogger } from "@/lib/server/logger";
import { nowMs } from "@/lib/server/clock";
import { systemPrincipal } from "@/lib/server/principal";
import { writeChange } from "@/lib/server/with-change";
import { recordNotices, type NewNotice } from "@/lib/services/deployments/record-notices";
import type { DeploymentRecord } from "@/lib/services/deployments/effective-deployments";
import {
  clearUnstoredDeployments,
  recordDatabaseAvailability,
  readDeploymentSnapshot,
  getCachedDeploymentSnapshot,
  cacheUnstoredDeployments,
  refreshDeploymentSnapshot,
  withUnstoredDeployments,
  type DeploymentSnapshot,
} from "@/lib/services/deployments/known-deployments";
import { mergeDiscovery, type DiscoveryResults } from "./merge-discovery";
import { lockDeployments } from "@/lib/services/deployments/lock-deployments";
import { saveDeployments } from "@/lib/services/deployments/save-deployment";
import { countWithNoun } from "@/lib/format/agreement";

/** Stores the results of a discovery. If the database is unavailable, it caches them instead of throwing. */
export async function storeDeployments(
  results: DiscoveryResults,
): Promise<{ discoveredCount: number; isStored: boolean }> {
  const discoveredCount = results.deployments.length;
  try {
    await writeChange(systemPrincipal, "discover-deployments", async (transaction) => {
      await lockDeployments(transaction);
      const snapshot = await readDeploymentSnapshot(transaction);
      const next = mergeDiscovery(withUnstoredDeployments(snapshot), results, nowMs());
      await saveDeployments(transaction, snapshot.records, next);
      await recordNotices(transaction, newRecords(snapshot, next).map(toNotice));
      return next.length;
    });
    clearUnstoredDeployments();
    await refreshDeploymentSnapshot();
    return { discoveredCount, isStored: true };
  } catch (error) {
    if (!isAppError(error)) throw error;
    getLogger().debug({ error }, "discovered deployments are cached but not stored");
    recordDatabaseAvailability(false);
    cacheUnstoredDeployments(mergeDiscovery(getCachedDeploymentSnapshot(), results, nowMs()));
    return { discoveredCount, isStored: false };
  }
}

/** Returns deployments that are new. The first discovery of a source creates no notices. */
function newRecords(
  { records }: DeploymentSnapshot,
  next: readonly DeploymentRecord[],
): readonly DeploymentRecord[] {
  const known = new Set(records.map(({ id }) => id));
  const sources = new Set(records.map(({ metricsSource }) => metricsSource));
  return next.filter(({ id, metricsSource }) => !known.has(id) && sources.has(metricsSource));
}

/** Describes a new deployment in one clause, for a notice: a training job, or the served model and its engine. */
export function describeNewDeployment({ model, engine, instances }: DeploymentRecord): string {
  const { title, role } = engineById(engine);
  if (role === "training") return `${title} at ${countWithNoun(instances.length, "address", "addresses")}`;
  return `${title} serves ${model} on ${countWithNoun(instances.length, "server")}`;
}

function toNotice(deployment: DeploymentRecord): NewNotice {
  const { id, title, firstSeenAtMs } = deployment;
  return {
    kind: "new-deployment",
    atMs: firstSeenAtMs,
    title: `New deployment: ${title}`,
    detail: `${describeNewDeployment(deployment)}. It is already shown on all pages. Accept it, rename it, or hide it.`,
    deploymentId: id,
    deduplicationKey: `new-deployment ${id}`,
  };
}
