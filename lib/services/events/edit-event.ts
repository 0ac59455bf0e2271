/** Edits an event that was added manually or by API. */
import type { SourceScope } from "@/lib/model/sources/source-scope";
import type { editEventContract } from "@/lib/contracts/events";
import { AppError } from "@/lib/model/app-error";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import { writeChange } from "@/lib/server/with-change";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { assertEventTimes } from "./assert-times";
import { toEvent, includeSlugs } from "./event-row";
import { lockEditableEvent, requireEventTeam } from "./lock-editable";

/**
 * Changes an event. Throws not-found, invalid-input and database-unavailable. Throws read-only for a derived event, and
 * precondition-failed for another version. Throws forbidden for a viewer and for a deployment of another team.
 */
export const editEvent: Handler<typeof editEventContract> = async ({
  params,
  body,
  principal,
  expectedVersion,
}) => {
  const asOfMs = nowMs();
  const deploymentId = await findDeploymentId(body.deployment, principal.sourceScope);
  const event = await writeChange(principal, "edit-event", async (transaction) => {
    const { row: present, kind } = await lockEditableEvent(transaction, params.eventId, {
      caller: principal,
      right: "edit event",
      expectedVersion,
    });
    if (deploymentId !== undefined && kind !== "comment")
      await requireEventTeam(transaction, principal, deploymentId);
    if (kind !== "exclusion" && (body.reason !== undefined || (body.endMs ?? null) !== null))
      throw new AppError(
        "invalid-input",
        "Only an event of the kind exclusion can have an end and a reason.",
      );
    const atMs = body.atMs ?? present.at.getTime();
    const endMs = body.endMs === undefined ? (present.endAt?.getTime() ?? null) : body.endMs;
    assertEventTimes({ kind, atMs, endMs }, asOfMs);
    const row = await transaction.event.update({
      where: { id: present.id },
      data: {
        at: new Date(atMs),
        endAt: endMs === null ? null : new Date(endMs),
        version: { increment: 1 },
        ...(body.title === undefined ? {} : { title: body.title }),
        ...(body.reason === undefined ? {} : { reason: body.reason }),
        ...(deploymentId === undefined ? {} : { deploymentId }),
      },
      include: includeSlugs,
    });
    return { ...toEvent(row, kind) };
  });
  return { asOfMs, event };
};

/**
 * Returns the id of the deployment with this slug. The values undefined (the deployment stays unchanged) and null (all
 * deployments) are returned as they are.
 */
async function findDeploymentId(
  slug: string | null | undefined,
  sources: SourceScope,
): Promise<string | null | undefined> {
  return slug === undefined || slug === null ? slug : (await resolveDeployment(slug, sources)).id;
}
