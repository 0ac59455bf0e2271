/** Revokes the link of a wall display. The next request of the display is refused. */
import type { revokeDisplayContract } from "@/lib/contracts/people/displays";
import { AppError } from "@/lib/model/app-error";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import { forgetDisplay } from "@/lib/server/sessions/verify-display";
import { writeChange } from "@/lib/server/with-change";
import { createDisplayFilter, readDisplay } from "./display-row";

/**
 * Revokes the link of a wall display. Throws not-found for an unknown link, and for a link that the caller may not see.
 * Throws database-unavailable.
 */
export const revokeDisplay: Handler<typeof revokeDisplayContract> = async ({ params, principal }) => {
  const asOfMs = nowMs();
  const where = { id: params.displayId, ...createDisplayFilter(principal) };
  await writeChange(principal, "revoke-display", async (transaction) => {
    const found = await transaction.display.count({ where });
    if (found === 0) throw new AppError("not-found", "there is no such link of a wall display");
    // A link that was revoked earlier keeps the time of its first revocation.
    await transaction.display.updateMany({
      where: { ...where, revokedAt: null },
      data: { revokedAt: new Date(asOfMs) },
    });
    return null;
  });
  forgetDisplay(params.displayId);
  return { asOfMs, display: await readDisplay(params.displayId, asOfMs) };
};
