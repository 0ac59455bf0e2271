/** Sends the waiting messages of webhooks, and records the outcome of rollback hooks on the timeline. */
import { countWithNoun } from "@/lib/format/agreement";
import { attemptLeaseMs } from "@/lib/model/investigation/webhook";
import { nowMs } from "@/lib/server/clock";
import { readRows } from "@/lib/server/db/read-rows";
import { systemPrincipal } from "@/lib/server/principal";
import { attemptDelivery, type DeliveryAttempt } from "@/lib/services/organisation/webhooks/attempt-delivery";
import { storeAttemptResult } from "@/lib/services/organisation/webhooks/test-webhook";
import { changeInvestigation } from "../../change-investigation";
import { recordExperimentChange } from "../change-experiments";

const maxWaiting = 100;

/**
 * Returns the ids of the messages whose next attempt is due, and of test messages whose process ended before
 * they were sent.
 */
export async function listDueMessageIds(): Promise<readonly string[]> {
  const atMs = nowMs();
  const rows = await readRows((database) =>
    database.webhookDelivery.findMany({
      where: {
        state: "waiting",
        nextAttemptAt: { lte: new Date(atMs) },
        // The request of an admin sends a test message itself. The job only records that an older test message failed.
        OR: [{ trigger: { not: "test" } }, { createdAt: { lte: new Date(atMs - attemptLeaseMs) } }],
      },
      orderBy: { nextAttemptAt: "asc" },
      take: maxWaiting,
      select: { id: true },
    }),
  );
  return rows.map(({ id }) => id);
}

/** Sends a message once, unless another process sends it. Throws database-unavailable. */
export async function sendWebhookMessage(id: string): Promise<void> {
  const attempt = await attemptDelivery(id);
  if (attempt === undefined) return;
  const { delivery, result } = attempt;
  const { experimentId } = delivery;
  const isRecorded = experimentId !== null && result.state !== "waiting";
  if (isRecorded) await recordOutcome(attempt, experimentId);
  else await storeAttemptResult(id, result);
}

/** Stores the outcome in the transaction of its entry on the timeline. */
async function recordOutcome(attempt: DeliveryAttempt, experimentId: string): Promise<void> {
  const { delivery, result } = attempt;
  const { investigation } = await readRows((database) =>
    database.experiment.findUniqueOrThrow({
      where: { id: experimentId },
      select: { investigation: { select: { number: true } } },
    }),
  );
  const request = {
    principal: systemPrincipal,
    number: investigation.number,
    changeName: "record-hook-outcome",
  };
  await changeInvestigation(request, async (write) => {
    const where = { id: delivery.id };
    await write.transaction.webhookDelivery.update({ where, data: result });
    await recordExperimentChange(write, experimentId, {
      action: "hook-answered",
      result: describeAttempt(attempt),
    });
    return null;
  });
}

/** Describes the outcome without the host and the response, because only admins may see them. */
function describeAttempt({ outcome, result: { state, status, attemptCount } }: DeliveryAttempt): string {
  if (status !== null) return `${state === "delivered" ? "accepted" : "refused"} with the status ${status}`;
  if (outcome.kind !== "refused") return describeSilence(attemptCount);
  // Only attempts without a response are repeated, so the receiver may have the message of an earlier attempt.
  return attemptCount === 1
    ? "the message was not sent"
    : `${describeSilence(attemptCount - 1)}, and the message was not sent again`;
}

function describeSilence(attemptCount: number): string {
  return attemptCount === 1 ? "no response" : `no response after ${countWithNoun(attemptCount, "attempt")}`;
}
