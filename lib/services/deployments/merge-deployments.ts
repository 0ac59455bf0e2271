/**
 * Merges one deployment, the part, into another one, the target. The row of the part remains, so that discovery updates its
 * selectors. While it is merged, its links redirect to the target. Its events, baselines and gate runs move to the target.
 */
import { AppError } from "@/lib/model/app-error";
import { engineById } from "@/lib/engines";
import type { Transaction } from "@/lib/server/with-change";
import type { DeploymentRecord } from "@/lib/services/deployments/effective-deployments";
import type { DeploymentSnapshot } from "@/lib/services/deployments/known-deployments";
import { linkInvestigationsToDeployment, moveDeploymentRecords } from "./move-records";

interface MergeRequest {
  readonly part: DeploymentRecord;
  readonly target: DeploymentRecord;
  readonly snapshot: DeploymentSnapshot;
}

/** Checks and applies a merge. Throws invalid-input if the merge is not possible. */
export async function mergeDeployment(
  transaction: Transaction,
  { part, target, snapshot }: MergeRequest,
): Promise<void> {
  const error = mergeError(part, target);
  if (error !== null) throw new AppError("invalid-input", error);
  await applyMerge(transaction, { part, target, snapshot });
}

/** Stores a merge that was already checked: the deployment `part` becomes part of `target`. */
export async function applyMerge(
  transaction: Transaction,
  {
    part,
    target,
    snapshot,
  }: { readonly target: Pick<DeploymentRecord, "id"> } & Omit<MergeRequest, "target">,
): Promise<void> {
  const partIds = snapshot.records.filter(({ mergedInto }) => mergedInto === part.id).map(({ id }) => id);
  await transaction.deployment.updateMany({
    where: { id: { in: [part.id, ...partIds] } },
    data: { mergedIntoId: target.id },
  });
  await moveDeploymentRecords(transaction, part.id, target.id);
  // A deploy that an investigation links as its fix now belongs to the target.
  await linkInvestigationsToDeployment(transaction, part.id, target.id);
  await deleteWatchedFacts(transaction, [part.id, target.id]);
}

/**
 * Ends the merge of a deployment. Events that moved with the merge stay with the target, because their
 * origin is unknown.
 */
export async function splitOffDeployment(transaction: Transaction, part: DeploymentRecord): Promise<void> {
  if (part.mergedInto === null) return;
  await transaction.deployment.update({ where: { id: part.id }, data: { mergedIntoId: null } });
  await deleteWatchedFacts(transaction, [part.id, part.mergedInto]);
}

/** Deletes the observed facts, so that a merge or a split is not recorded as a scaling event. */
async function deleteWatchedFacts(transaction: Transaction, ids: readonly string[]): Promise<void> {
  await transaction.deploymentWatch.deleteMany({ where: { deploymentId: { in: [...ids] } } });
}

/** Returns why `part` cannot be merged into `target`, as a sentence, or null. */
function mergeError(part: DeploymentRecord, target: DeploymentRecord): string | null {
  if (part.id === target.id) return "A deployment cannot be merged into itself.";
  if (target.mergedInto !== null)
    return `${target.slug} is already part of another deployment. Merge into that deployment instead.`;
  if (target.managedBy === "file")
    return `${target.slug} is defined in the configuration file. Add the selectors there.`;
  if (part.metricsSource !== target.metricsSource)
    return `The deployments use different sources, ${part.metricsSource} and ${target.metricsSource}. A deployment can use only one metrics source.`;
  if (part.engine === target.engine) return null;
  const [from, to] = [engineById(part.engine), engineById(target.engine)];
  if (from.role === "gateway" && to.role === "engine" && part.edits.role === "router") return null;
  return from.role === "gateway" && to.role === "engine"
    ? `${from.title} is a gateway in front of ${to.title}. Merge ${from.title} as the router of ${to.title} instead.`
    : `${from.title} and ${to.title} have different metrics. Only deployments of the same engine can be merged.`;
}
