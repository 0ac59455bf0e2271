/** Deletes a baseline. A pinned baseline and the default of a deployment must be released first. */
import type { deleteBaselineContract } from "@/lib/contracts/baselines";
import { AppError } from "@/lib/model/app-error";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import { writeChange, type Transaction } from "@/lib/server/with-change";
import type { BaselineRow } from "./baseline-row";
import { lockBaseline } from "./find-baseline";

/**
 * Deletes a baseline. Throws not-found, forbidden for a baseline of another team, precondition-failed for another
 * version, conflict, and database-unavailable.
 */
export const deleteBaseline: Handler<typeof deleteBaselineContract> = async ({
  params,
  principal,
  expectedVersion,
}) => {
  const deletedId = await writeChange(principal, "delete-baseline", async (transaction) => {
    const { row, entry } = await lockBaseline(transaction, params.baselineId, {
      reader: principal,
      expectedVersion,
    });
    if (entry.isPinned) throw new AppError("conflict", "the baseline is pinned; remove the pin first");
    if (entry.isDefault)
      throw new AppError(
        "conflict",
        "the baseline is the deployment's default; remove the default or choose another one first",
      );
    if (entry.visibility === "team") await hideGateRuns(transaction, row);
    await transaction.baseline.delete({ where: { id: row.id } });
    return row.id;
  });
  return { asOfMs: nowMs(), deletedId };
};

/** Gate runs outlive the baseline and contain its numbers, so they stay hidden from other teams. */
async function hideGateRuns(
  transaction: Transaction,
  { id, teamId }: Pick<BaselineRow, "id" | "teamId">,
): Promise<void> {
  await transaction.$executeRaw`
    update gate_runs set request = jsonb_set(request, '{onlyTeamId}', coalesce(to_jsonb(${teamId}::text), 'null'))
    where baseline_id = ${id}::uuid`;
}
