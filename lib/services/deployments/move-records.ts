/** Moves the records of a deployment to another deployment if it is merged or no longer defined. */
import { nowMs } from "@/lib/server/clock";
import type { Transaction } from "@/lib/server/with-change";

const maxReasonLength = 500;

/**
 * Moves events, notices, baselines, gate runs and the history of the default baseline from one deployment to another. The
 * default baseline of the receiving deployment does not change. If its default was removed, it still has no default.
 */
export async function moveDeploymentRecords(
  transaction: Transaction,
  fromId: string,
  toId: string,
): Promise<void> {
  const move = { where: { deploymentId: fromId }, data: { deploymentId: toId } };
  await transaction.event.updateMany(move);
  await transaction.notice.updateMany(move);
  await transaction.baseline.updateMany(move);
  await transaction.gateRun.updateMany(move);
  await moveDefaults(transaction, fromId, toId);
}

/**
 * Moves the history of the default baseline. The newest entry decides the default. If the newest entry was moved, the
 * present default is therefore recorded again.
 */
async function moveDefaults(transaction: Transaction, fromId: string, toId: string): Promise<void> {
  const present = await findDefault(transaction, toId);
  await transaction.baselineDefault.updateMany({
    where: { deploymentId: fromId },
    data: { deploymentId: toId },
  });
  if (present === null || (present.baselineId === null && !present.isRemoval)) return;
  const newest = await findDefault(transaction, toId);
  if (newest === null || newest.id === present.id) return;
  const { id: _id, since: _since, reason, ...columns } = present;
  await transaction.baselineDefault.create({
    data: {
      ...columns,
      reason: `${remainsText(present)} after a merge: ${reason}`.slice(0, maxReasonLength),
      since: new Date(Math.max(nowMs(), newest.since.getTime() + 1)),
    },
  });
}

function remainsText({ isRemoval }: { readonly isRemoval: boolean }): string {
  return isRemoval ? "The deployment remains without a default" : "Remains the default";
}

function findDefault(transaction: Transaction, deploymentId: string) {
  return transaction.baselineDefault.findFirst({
    where: { deploymentId },
    orderBy: [{ since: "desc" }, { id: "desc" }],
  });
}

/**
 * Moves the roofline settings of a deployment that is deleted to its successor. Their versions follow those of the
 * successor, so the newest setting of the deleted deployment becomes the setting of the successor.
 */
export async function moveRooflineSettings(
  transaction: Transaction,
  fromId: string,
  toId: string,
): Promise<void> {
  const newest = await transaction.rooflineSetting.aggregate({
    where: { deploymentId: toId },
    _max: { version: true },
  });
  await transaction.rooflineSetting.updateMany({
    where: { deploymentId: fromId },
    data: { deploymentId: toId, version: { increment: newest._max.version ?? 0 } },
  });
}

/** Links the investigations of a deployment to another deployment as well, unless they are already linked to it. */
export async function linkInvestigationsToDeployment(
  transaction: Transaction,
  fromId: string,
  toId: string,
): Promise<void> {
  const links = await transaction.investigationDeployment.findMany({
    where: { deploymentId: fromId },
    select: { investigationId: true },
  });
  await transaction.investigationDeployment.createMany({
    data: links.map(({ investigationId }) => ({ investigationId, deploymentId: toId })),
    skipDuplicates: true,
  });
}
