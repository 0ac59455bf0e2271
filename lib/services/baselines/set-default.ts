/** Sets and removes the default baseline of a deployment. Earlier defaults stay in the history. */
import type { unsetDefaultBaselineContract, setDefaultBaselineContract } from "@/lib/contracts/baselines";
import { AppError } from "@/lib/model/app-error";
import { requireTeam } from "@/lib/server/access/team-rights";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import type { Principal } from "@/lib/server/principal";
import { writeChange, type Transaction } from "@/lib/server/with-change";
import type { BaselineRow } from "./baseline-row";
import { lockDeployments } from "@/lib/services/deployments/lock-deployments";
import { findBaselineEntry, type FoundBaseline } from "./find-baseline";

/**
 * Makes a baseline the default of its deployment. Throws not-found and database-unavailable. Throws forbidden for a
 * deployment of another team, and conflict for a baseline that cannot be the default.
 */
export const setDefaultBaseline: Handler<typeof setDefaultBaselineContract> = async ({
  params: { baselineId },
  body: { reason },
  principal,
}) => {
  const asOfMs = nowMs();
  const baseline = await writeChange(principal, "set-default-baseline", async (transaction) => {
    const { row, entry } = await lockForDefault(transaction, baselineId, principal);
    const { deploymentId } = row;
    if (deploymentId === null)
      throw new AppError("conflict", "the baseline belongs to no deployment, so it cannot be a default");
    if (entry.state !== "ready")
      throw new AppError("conflict", "the capture is not complete, so the baseline cannot be the default");
    if (entry.visibility === "team") throw createHiddenDefaultError();
    const change = { deploymentId, reason, author: principal.id, since: new Date(nowMs()), isRemoval: false };
    await addChange(transaction, row, change);
    return (await findBaselineEntry(transaction, row.id, principal)).entry;
  });
  return { asOfMs, baseline };
};

/**
 * Removes a baseline as the default of its deployment, which then has no default. Throws not-found and
 * database-unavailable. Throws forbidden for a deployment of another team, and conflict for a baseline that is not the
 * default.
 */
export const unsetDefaultBaseline: Handler<typeof unsetDefaultBaselineContract> = async ({
  params: { baselineId },
  body: { reason },
  principal,
}) => {
  const asOfMs = nowMs();
  const baseline = await writeChange(principal, "remove-default-baseline", async (transaction) => {
    const { row, entry } = await lockForDefault(transaction, baselineId, principal);
    const { deploymentId } = row;
    if (deploymentId === null || !entry.isDefault)
      throw new AppError("conflict", "the baseline is not the default of a deployment");
    const change = { deploymentId, reason, author: principal.id, since: new Date(nowMs()), isRemoval: true };
    await addChange(transaction, row, change);
    return (await findBaselineEntry(transaction, row.id, principal)).entry;
  });
  return { asOfMs, baseline };
};

/**
 * Locks the defaults of all deployments, so that a removal does not undo a default that is set at the same time. Also
 * locks the baseline, so that it is not deleted in the meantime.
 */
async function lockForDefault(
  transaction: Transaction,
  id: string,
  principal: Principal,
): Promise<FoundBaseline> {
  await lockDeployments(transaction);
  await transaction.$queryRaw`select 1 from baselines where id = ${id}::uuid for update`;
  const found = await findBaselineEntry(transaction, id, principal);
  if (found.row.deployment !== null) requireTeam(principal, found.row.deployment, "deployment");
  return found;
}

interface DefaultBaselineChange {
  readonly deploymentId: string;
  readonly reason: string;
  readonly author: string;
  readonly since: Date;
  readonly isRemoval: boolean;
}

async function addChange(
  transaction: Transaction,
  { id, name }: Pick<BaselineRow, "id" | "name">,
  change: DefaultBaselineChange,
): Promise<void> {
  await transaction.baselineDefault.create({ data: { ...change, baselineId: id, baselineName: name } });
}

/** Creates the error for a default baseline that only a team would see. The comparisons of all people use the default. */
export function createHiddenDefaultError(): AppError {
  return new AppError("conflict", "the default baseline of a deployment must be open to everyone");
}
