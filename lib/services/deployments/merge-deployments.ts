/**
 * Merging: one deployment takes another's pools. The other stays on record beneath it, so that discovery knows whose it is and
 * keeps its selectors fresh; its links lead to the one that took it for as long as it does, and its events move there first.
 */
import { AppError } from "@/lib/model/app-error";
import { engineById } from "@/lib/engines";
import type { Transaction } from "@/lib/server/with-change";
import type { DeploymentRecord } from "@/lib/services/deployments/effective-deployments";
import type { DeploymentSnapshot } from "@/lib/services/deployments/known-deployments";

interface MergeRequest {
  readonly part: DeploymentRecord;
  readonly target: DeploymentRecord;
  readonly snapshot: DeploymentSnapshot;
}

/** Throws invalid-input for a merge that cannot be. */
export async function mergeInto(
  transaction: Transaction,
  { part, target, snapshot }: MergeRequest,
): Promise<void> {
  const error = mergeError(part, target);
  if (error !== null) throw new AppError("invalid-input", error);
  await applyMerge(transaction, { part, target, snapshot });
}

/** The merge itself, for what was checked already. */
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
  await transaction.event.updateMany({
    where: { deploymentId: part.id },
    data: { deploymentId: target.id },
  });
  await transaction.notice.updateMany({
    where: { deploymentId: part.id },
    data: { deploymentId: target.id },
  });
  await deleteWatchedFacts(transaction, [part.id, target.id]);
}

/** Stands on its own again under its own address. Events that moved stay where they are: nobody could tell them apart. */
export async function splitOff(transaction: Transaction, part: DeploymentRecord): Promise<void> {
  if (part.mergedInto === null) return;
  await transaction.deployment.update({ where: { id: part.id }, data: { mergedIntoId: null } });
  await deleteWatchedFacts(transaction, [part.id, part.mergedInto]);
}

/** More or fewer pools are not a scaling. */
async function deleteWatchedFacts(transaction: Transaction, ids: readonly string[]): Promise<void> {
  await transaction.deploymentWatch.deleteMany({ where: { deploymentId: { in: [...ids] } } });
}

/** Why `part` cannot become part of `target`, as a sentence; null when it can. */
export function mergeError(part: DeploymentRecord, target: DeploymentRecord): string | null {
  if (part.id === target.id) return "A deployment cannot be merged into itself.";
  if (target.mergedInto !== null)
    return `${target.slug} is part of another deployment itself; merge into that one.`;
  if (target.managedBy === "file")
    return `${target.slug} stands in the configuration file; name the selectors there.`;
  if (part.metricsSource !== target.metricsSource)
    return `They are read from two sources, ${part.metricsSource} and ${target.metricsSource}; a deployment has one.`;
  if (part.engine === target.engine) return null;
  const [from, to] = [engineById(part.engine), engineById(target.engine)];
  if (from.role === "gateway" && to.role === "engine" && part.edits.role === "router") return null;
  return from.role === "gateway" && to.role === "engine"
    ? `${from.title} stands before ${to.title}: it can be joined as its router.`
    : `${from.title} and ${to.title} count in their own ways; only pools of one engine can be one deployment.`;
}
