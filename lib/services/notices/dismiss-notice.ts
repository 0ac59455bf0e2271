/** Dismisses a notice for all users. */
import type { dismissNoticeContract } from "@/lib/contracts/notices";
import { AppError } from "@/lib/model/app-error";
import { requireTeam } from "@/lib/server/access/team-rights";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import { writeChange } from "@/lib/server/with-change";

/**
 * Dismisses a notice for all people. A second call has no further effect. Throws not-found and database-unavailable. Throws
 * forbidden for a deployment of another team.
 */
export const dismissNotice: Handler<typeof dismissNoticeContract> = async ({ params, principal }) => {
  const dismissedId = await writeChange(principal, "dismiss-notice", async (transaction) => {
    const found = await transaction.notice.findUnique({
      where: { id: params.noticeId },
      include: { deployment: { select: { teamId: true } } },
    });
    if (found === null) throw new AppError("not-found", "this notice does not exist");
    if (found.deployment !== null) requireTeam(principal, found.deployment, "deployment");
    if (found.dismissedAt === null)
      await transaction.notice.update({
        where: { id: found.id },
        data: { dismissedAt: new Date(nowMs()), dismissedBy: principal.id },
      });
    return found.id;
  });
  return { asOfMs: nowMs(), dismissedId };
};
