/** Renames a baseline, pins it, changes when it expires, or changes who may see and change it. */
import type { editBaselineContract } from "@/lib/contracts/baselines";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import { writeChange } from "@/lib/server/with-change";
import { chooseOwner } from "./baseline-owner";
import { findBaselineEntry, lockBaseline } from "./find-baseline";
import { requireFreeBaselineName } from "./free-name";
import { assertExpiry } from "./request-capture";
import { createHiddenDefaultError } from "./set-default";

/**
 * Changes the name, pin, expiry or team of a baseline. Throws not-found, invalid-input and database-unavailable. Throws
 * forbidden if the caller is not in the present or the new team, and precondition-failed for another version. Throws
 * conflict for a name in use, and for a default baseline that only a team would see.
 */
export const editBaseline: Handler<typeof editBaselineContract> = async ({
  params,
  body,
  principal,
  expectedVersion,
}) => {
  const asOfMs = nowMs();
  const { name, isPinned, expiresAtMs, visibility, teamId } = body;
  assertExpiry(expiresAtMs, asOfMs);
  const baseline = await writeChange(principal, "edit-baseline", async (transaction) => {
    const { row, entry } = await lockBaseline(transaction, params.baselineId, {
      reader: principal,
      expectedVersion,
    });
    const owner = await chooseOwner(transaction, {
      caller: principal,
      choice: { visibility, teamId },
      present: row,
      deploymentTeamId: row.deployment?.teamId ?? null,
    });
    if (owner.visibility === "team" && entry.isDefault) throw createHiddenDefaultError();
    if (name !== undefined && name !== row.name)
      await requireFreeBaselineName(transaction, name, { deploymentId: row.deploymentId, caller: principal });
    await transaction.baseline.update({
      where: { id: row.id },
      data: {
        version: { increment: 1 },
        ...owner,
        ...(name === undefined ? {} : { name }),
        ...(isPinned === undefined ? {} : { isPinned }),
        ...(expiresAtMs === undefined
          ? {}
          : { expiresAt: expiresAtMs === null ? null : new Date(expiresAtMs) }),
      },
    });
    return (await findBaselineEntry(transaction, row.id, principal)).entry;
  });
  return { asOfMs, baseline };
};
