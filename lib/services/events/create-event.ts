/** Stores an event from a user or a pipeline. */
import type { createEventContract } from "@/lib/contracts/events";
import { nowMs } from "@/lib/server/clock";
import { requireRight } from "@/lib/server/access/require-access";
import type { Handler } from "@/lib/server/handler";
import { writeChange } from "@/lib/server/with-change";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { assertEventTimes } from "./assert-times";
import { toEvent, includeSlugs } from "./event-row";
import { requireEventTeam } from "./lock-editable";

/**
 * Creates an event. Throws database-unavailable. Throws invalid-input for invalid times. Throws not-found for an
 * unknown deployment. Throws forbidden for a viewer and for a deployment of another team, unless the event is of the
 * kind `comment`.
 */
export const createEvent: Handler<typeof createEventContract> = async ({ body, principal }) => {
  const asOfMs = nowMs();
  const { kind, atMs = asOfMs } = body;
  // Other kinds change which data baselines, gates and comparisons use.
  if (kind !== "comment") requireRight(principal, "create event");
  const [endMs, reason] = body.kind === "exclusion" ? [body.endMs, body.reason] : [null, null];
  assertEventTimes({ kind, atMs, endMs }, asOfMs);
  const deploymentId =
    body.deployment === null ? null : (await resolveDeployment(body.deployment, principal.sourceScope)).id;
  const event = await writeChange(principal, "create-event", async (transaction) => {
    if (kind !== "comment") await requireEventTeam(transaction, principal, deploymentId);
    const row = await transaction.event.create({
      data: {
        kind,
        at: new Date(atMs),
        endAt: endMs === null ? null : new Date(endMs),
        reason,
        title: body.title,
        ...(body.kind === "configuration"
          ? { path: body.path ?? null, fromValue: body.fromValue, toValue: body.toValue }
          : {}),
        deploymentId,
        origin: body.origin,
        author: principal.id,
      },
      include: includeSlugs,
    });
    return { ...toEvent(row, kind) };
  });
  return { asOfMs, event };
};
