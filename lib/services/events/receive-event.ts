/** Stores an event that a program sends as a webhook. A repeated delivery is recognised by its id. */
import type { receiveEventContract } from "@/lib/contracts/events";
import { AppError } from "@/lib/model/app-error";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import { writeChange } from "@/lib/server/with-change";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { assertEventTimes } from "./assert-times";
import { includeSlugs, parseEventKind, toEvent } from "./event-row";
import { requireEventTeam } from "./lock-editable";

/**
 * Stores an event once per sender and delivery. Throws invalid-input for an invalid time. Throws not-found for an
 * unknown deployment. Throws forbidden for a deployment of another team. Throws conflict if another event has the id,
 * and database-unavailable.
 */
export const receiveEvent: Handler<typeof receiveEventContract> = async ({ body, principal }) => {
  const asOfMs = nowMs();
  const { kind, title, path = null, fromValue, toValue } = body;
  const atMs = body.at === undefined ? asOfMs : Date.parse(body.at);
  assertEventTimes({ kind, atMs, endMs: null }, asOfMs);
  const deploymentId =
    body.deployment === null ? null : (await resolveDeployment(body.deployment, principal.sourceScope)).id;
  const deduplicationKey = `webhook ${principal.id} ${body.id}`;
  const event = await writeChange(principal, "receive-event", async (transaction) => {
    // Two deliveries at once must not both find that the event is new.
    await transaction.$executeRaw`select pg_advisory_xact_lock(hashtext(${deduplicationKey}))`;
    const present = await transaction.event.findUnique({
      where: { deduplicationKey },
      include: includeSlugs,
    });
    if (present !== null) {
      // An edited event is not compared, because its content no longer shows what was delivered.
      const isSame =
        present.kind === kind && present.title === title && present.deploymentId === deploymentId;
      if (present.version === 1 && !isSame) throw createReuseError(body.id);
      return { ...toEvent(present, parseEventKind(present.kind) ?? kind) };
    }
    if (kind !== "comment") await requireEventTeam(transaction, principal, deploymentId);
    const row = await transaction.event.create({
      data: {
        kind,
        at: new Date(atMs),
        title,
        ...(kind === "configuration" ? { path, fromValue, toValue } : {}),
        deploymentId,
        origin: "api",
        author: principal.id,
        deduplicationKey,
      },
      include: includeSlugs,
    });
    return { ...toEvent(row, kind) };
  });
  return { asOfMs, event };
};

function createReuseError(id: string): AppError {
  const detail = `The delivery ${id} was already received with another event`;
  return new AppError("conflict", detail, {
    userMessage: {
      title: detail,
      next: "Give each event a unique ID, for example one that contains the name of its deployment.",
    },
  });
}
