/** Deletes a baseline. A pinned baseline and the default of a deployment must be released first. */
import type { deleteBaselineContract } from "@/lib/contracts/baselines";
import { AppError } from "@/lib/model/app-error";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import { writeChange } from "@/lib/server/with-change";
import { lockBaseline } from "../find-baseline";
import { hideRecords } from "./hide-records";

/**
 * Deletes a baseline. Throws not-found and database-unavailable. Throws forbidden for a baseline of another team.
 * Throws precondition-failed for another version. Throws conflict for a pinned or default baseline.
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
    if (entry.isPinned) throw new AppError("conflict", "the baseline is pinned. Remove the pin first");
    if (entry.isDefault)
      throw new AppError(
        "conflict",
        "the baseline is the deployment's default. Remove the default or choose another default first",
      );
    if (entry.visibility === "team") await hideRecords(transaction, row);
    await transaction.baseline.delete({ where: { id: row.id } });
    return row.id;
  });
  return { asOfMs: nowMs(), deletedId };
};
