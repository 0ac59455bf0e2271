/** Makes a baseline the default of its deployment. Earlier defaults stay in the history. */
import type { setDefaultBaselineContract } from "@/lib/contracts/baselines";
import { AppError } from "@/lib/model/app-error";
import { requireTeam } from "@/lib/server/access/team-rights";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import { writeChange } from "@/lib/server/with-change";
import { findBaselineEntry } from "./find-baseline";

/**
 * Sets or removes the default baseline of a deployment. Throws not-found, forbidden for a deployment of another team,
 * conflict for a baseline that cannot be the default, and database-unavailable.
 */
export const setDefaultBaseline: Handler<typeof setDefaultBaselineContract> = async ({
  params,
  body,
  principal,
}) => {
  const asOfMs = nowMs();
  const baseline = await writeChange(principal, "set-default-baseline", async (transaction) => {
    // Concurrent changes of one baseline must not interleave with its deletion.
    await transaction.$queryRaw`select 1 from baselines where id = ${params.baselineId}::uuid for update`;
    const { row, entry } = await findBaselineEntry(transaction, params.baselineId, principal);
    if (row.deployment !== null) requireTeam(principal, row.deployment, "deployment");
    if (row.deploymentId === null)
      throw new AppError("conflict", "the baseline belongs to no deployment, so it cannot be a default");
    if (entry.state !== "ready")
      throw new AppError("conflict", "the capture is not complete, so the baseline cannot be the default");
    if (entry.visibility === "team") throw createHiddenDefaultError();
    await transaction.baselineDefault.create({
      data: {
        deploymentId: row.deploymentId,
        baselineId: row.id,
        baselineName: row.name,
        reason: body.reason,
        author: principal.id,
        since: new Date(asOfMs),
      },
    });
    return (await findBaselineEntry(transaction, row.id, principal)).entry;
  });
  return { asOfMs, baseline };
};

/** Creates the error for hiding a default baseline, which everyone who compares the deployment uses. */
export function createHiddenDefaultError(): AppError {
  return new AppError("conflict", "the default baseline of a deployment must be open to everyone");
}
