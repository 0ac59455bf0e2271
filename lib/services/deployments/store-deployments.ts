/** Writes down what discovery saw, and tells of what is new. Without the database the same happens in memory. */
import { engineById } from "@/lib/engines";
import { isAppError } from "@/lib/model/app-error";
import { logger } from "@/lib/server/logger";
import { nowMs } from "@/lib/server/clock";
import { systemPrincipal } from "@/lib/server/principal";
import { withChange, type Transaction } from "@/lib/server/with-change";
import { recordNotices, type NewNotice } from "@/lib/services/notices/record-notices";
import type { DeploymentRecord } from "./effective-deployments";
import {
  forgetUnwritten,
  noteDatabase,
  readBook,
  rememberedDeployments,
  rememberUnwritten,
  rereadBook,
  withUnwritten,
  type DeploymentBook,
} from "./known-deployments";
import { mergeSighting, type Sighting } from "./merge-sighting";
import { readSourceIds, saveDeployment } from "./save-deployment";

/** Serialises discovery and reviews over all processes; any constant does. */
const lockKey = 7_210_392;

/** Until the transaction ends nobody else finds, renames or merges deployments. */
export async function lockDeployments(transaction: Transaction): Promise<void> {
  await transaction.$executeRaw`select pg_advisory_xact_lock(${lockKey})`;
}

/** Never throws for a database that is down. */
export async function storeDeployments(
  sighting: Sighting,
): Promise<{ seenCount: number; isStored: boolean }> {
  const seenCount = sighting.seen.length;
  try {
    await withChange(systemPrincipal, "discover-deployments", async (transaction) => {
      await lockDeployments(transaction);
      const book = await readBook(transaction);
      const next = mergeSighting(withUnwritten(book), sighting, nowMs());
      const sourceIds = await readSourceIds(transaction);
      for (const deployment of next) await saveDeployment(transaction, deployment, sourceIds);
      await recordNotices(transaction, newcomers(book, next).map(toNotice));
      return next.length;
    });
    forgetUnwritten();
    await rereadBook();
    return { seenCount, isStored: true };
  } catch (error) {
    if (!isAppError(error)) throw error;
    logger().debug({ error }, "deployments are kept in memory only");
    noteDatabase(false);
    rememberUnwritten(mergeSighting(rememberedDeployments(), sighting, nowMs()));
    return { seenCount, isStored: false };
  }
}

/** What was not on record. The first look at a source finds everything, which is no news. */
function newcomers(
  { records }: DeploymentBook,
  next: readonly DeploymentRecord[],
): readonly DeploymentRecord[] {
  const known = new Set(records.map(({ id }) => id));
  const sources = new Set(records.map(({ metricsSource }) => metricsSource));
  return next.filter(({ id, metricsSource }) => !known.has(id) && sources.has(metricsSource));
}

/** A training job serves nobody. */
export function whatItDoes({ model, engine, instances }: DeploymentRecord): string {
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
    detail: `${whatItDoes(deployment)}. It shows everywhere already; accept it, give it another name, or hide it.`,
    deploymentId: id,
    derivedFrom: `new-deployment ${id}`,
  };
}
