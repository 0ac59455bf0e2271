/** Writes down what discovery saw, and tells of what is new. Without the database the same happens in memory. */
import { engineById } from "@/lib/engines";
import { isAppError } from "@/lib/model/app-error";
import { logger } from "@/lib/server/logger";
import { nowMs } from "@/lib/server/clock";
import { systemPrincipal } from "@/lib/server/principal";
import { withChange, type Transaction } from "@/lib/server/with-change";
import { recordNotices, type NewNotice } from "@/lib/services/notices/record-notices";
import type { DeploymentRecord } from "@/lib/services/deployments/effective-deployments";
import {
  clearUnwritten,
  recordDatabaseAvailability,
  readSnapshot,
  cachedDeployments,
  cacheUnwritten,
  refreshSnapshot,
  withUnwritten,
  type DeploymentSnapshot,
} from "@/lib/services/deployments/known-deployments";
import { mergeDiscovery, type DiscoveryResults } from "./merge-discovery";
import { readSourceIds, saveDeployment } from "@/lib/services/deployments/save-deployment";

/** Serialises discovery and reviews over all processes; any constant does. */
const lockKey = 7_210_392;

/** Until the transaction ends nobody else finds, renames or merges deployments. */
export async function lockDeployments(transaction: Transaction): Promise<void> {
  await transaction.$executeRaw`select pg_advisory_xact_lock(${lockKey})`;
}

/** Never throws for a database that is down. */
export async function storeDeployments(
  results: DiscoveryResults,
): Promise<{ discoveredCount: number; isStored: boolean }> {
  const discoveredCount = results.deployments.length;
  try {
    await withChange(systemPrincipal, "discover-deployments", async (transaction) => {
      await lockDeployments(transaction);
      const snapshot = await readSnapshot(transaction);
      const next = mergeDiscovery(withUnwritten(snapshot), results, nowMs());
      const sourceIds = await readSourceIds(transaction);
      for (const deployment of next) await saveDeployment(transaction, deployment, sourceIds);
      await recordNotices(transaction, newRecords(snapshot, next).map(toNotice));
      return next.length;
    });
    clearUnwritten();
    await refreshSnapshot();
    return { discoveredCount, isStored: true };
  } catch (error) {
    if (!isAppError(error)) throw error;
    logger().debug({ error }, "deployments are kept in memory only");
    recordDatabaseAvailability(false);
    cacheUnwritten(mergeDiscovery(cachedDeployments(), results, nowMs()));
    return { discoveredCount, isStored: false };
  }
}

/** What was not on record. The first look at a source finds everything, which is no news. */
function newRecords(
  { records }: DeploymentSnapshot,
  next: readonly DeploymentRecord[],
): readonly DeploymentRecord[] {
  const known = new Set(records.map(({ id }) => id));
  const sources = new Set(records.map(({ metricsSource }) => metricsSource));
  return next.filter(({ id, metricsSource }) => !known.has(id) && sources.has(metricsSource));
}

/** A training job serves nobody. */
export function describeDiscovered({ model, engine, instances }: DeploymentRecord): string {
  const { title, role } = engineById(engine);
  const isOne = instances.length === 1;
  if (role === "training") return `${title} at ${isOne ? "one address" : `${instances.length} addresses`}`;
  return `${title} serves ${model} on ${isOne ? "one server" : `${instances.length} servers`}`;
}

function toNotice(deployment: DeploymentRecord): NewNotice {
  const { id, title, firstSeenAtMs } = deployment;
  return {
    kind: "new-deployment",
    atMs: firstSeenAtMs,
    title: `${title} was found`,
    detail: `${describeDiscovered(deployment)}. It shows everywhere already; accept it, give it another name, or hide it.`,
    deploymentId: id,
    derivedFrom: `new-deployment ${id}`,
  };
}
