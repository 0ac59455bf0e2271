/** Renames a baseline, pins it, or changes when it expires. */
import type { editBaselineContract } from "@/lib/contracts/baselines";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import { writeChange } from "@/lib/server/with-change";
import { findBaselineEntry, lockBaseline } from "./find-baseline";
import { assertExpiry } from "./request-capture";

/** Throws not-found, precondition-failed for another version, invalid-input, and database-unavailable. */
export const editBaseline: Handler<typeof editBaselineContract> = async ({
  params,
  body,
  principal,
  expectedVersion,
}) => {
  const asOfMs = nowMs();
  const { name, isPinned, expiresAtMs } = body;
  assertExpiry(expiresAtMs, asOfMs);
  const scope = principal.sourceScope;
  const baseline = await writeChange(principal, "edit-baseline", async (transaction) => {
    const { row } = await lockBaseline(transaction, params.baselineId, { scope, expectedVersion });
    await transaction.baseline.update({
      where: { id: row.id },
      data: {
        version: { increment: 1 },
        ...(name === undefined ? {} : { name }),
        ...(isPinned === undefined ? {} : { isPinned }),
        ...(expiresAtMs === undefined
          ? {}
          : { expiresAt: expiresAtMs === null ? null : new Date(expiresAtMs) }),
      },
    });
    return (await findBaselineEntry(transaction, row.id, scope)).entry;
  });
  return { asOfMs, baseline };
};
